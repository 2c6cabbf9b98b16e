/** Projects belong to a team of project `internal`. */

import { knownError } from '#sandbox/http/failures.ts';
import type { Change, Exchange } from '../change';
import { edited, editedItems, type Fields, fieldsOf, itemsOf, json, requireAccess, subjectOf, violation, withFields } from '../exchange';

const source = 'wire/newer 2.5, 2.8.31; wire/corrections 2.8.86: owner team';

const idOf = ({ id }: Fields) => String(id);
const asInternal = (exchange: Exchange) => exchange.projectHeaders('server', 'internal');

async function list({ ask }: Exchange, path: string, query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  const response = await ask({ method: 'GET', path, query, headers });
  return itemsOf(fieldsOf(response.body));
}

/** IDs of the teams of `internal` that a user belongs to. */
async function teamsOf(exchange: Exchange, userId: string): Promise<ReadonlySet<string>> {
  return new Set((await list(exchange, '/teams', { user_id: userId }, asInternal(exchange))).map(idOf));
}

/** The team of a project. One of a project that the sandbox brought along is created for its first owner. */
async function ownerTeamOf(exchange: Exchange, projectId: string): Promise<string> {
  const { state, ask } = exchange;
  const owned = state.ownerTeams.get(projectId);
  if (owned !== undefined) return owned;
  const users = await list(exchange, '/users', { include_anonymous: 'true' }, asInternal(exchange));
  const owner = users.find(({ server_metadata }) => JSON.stringify(server_metadata ?? null).includes(projectId));
  const body = JSON.stringify({ display_name: 'Owners', ...(owner ? { creator_user_id: owner.id } : {}) });
  const created = await ask({ method: 'POST', path: '/teams', headers: asInternal(exchange), body });
  const teamId = idOf(fieldsOf(created.body));
  for (const each of managedBy(owner)) if (!state.ownerTeams.has(each)) state.ownerTeams.set(each, teamId);
  state.ownerTeams.set(projectId, teamId);
  return teamId;
}

function managedBy(user: Fields | undefined): readonly string[] {
  const { managedProjectIds } = { ...(user?.server_metadata as Fields | null | undefined) };
  return Array.isArray(managedProjectIds) ? managedProjectIds : [];
}

/** Gives a project to all members of a team, and takes it from all others. The sandbox knows owners by their metadata (wire/flows 15). */
async function giveTo(exchange: Exchange, projectId: string, teamId: string): Promise<void> {
  const headers = asInternal(exchange);
  const members = new Set((await list(exchange, '/users', { team_id: teamId }, headers)).map(idOf));
  for (const user of await list(exchange, '/users', {}, headers)) {
    const others = managedBy(user).filter((id) => id !== projectId);
    const managedProjectIds = members.has(idOf(user)) ? [...others, projectId] : others;
    if (managedProjectIds.length === managedBy(user).length && !members.has(idOf(user))) continue;
    const server_metadata = { ...(user.server_metadata as Fields | null), managedProjectIds };
    await exchange.ask({ method: 'PATCH', path: `/users/${user.id}`, headers, body: JSON.stringify({ server_metadata }) });
  }
  exchange.state.ownerTeams.set(projectId, teamId);
}

const withOwnerTeam = (exchange: Exchange) => async (project: Fields) => ({
  ...project,
  owner_team_id: await ownerTeamOf(exchange, idOf(project)),
});

export const ownerTeamChanges: readonly Change[] = [
  {
    source,
    since: '2.8.31',
    path: '/internal/projects/current',
    async respond(exchange) {
      const response = await exchange.forward();
      if (response.status !== 200 || exchange.request.method === 'DELETE') return response;
      const project = await withOwnerTeam(exchange)(fieldsOf(response.body));
      return edited(response, () => project);
    },
  },
  {
    source,
    since: '2.8.31',
    method: 'GET',
    path: '/internal/projects',
    async respond(exchange) {
      const response = await exchange.forward();
      if (response.status !== 200) return response;
      const projects: Fields[] = [];
      for (const each of itemsOf(fieldsOf(response.body))) projects.push(await withOwnerTeam(exchange)(each));
      return editedItems(
        edited(response, (fields) => ({ ...fields, items: projects })),
        (project) => project,
      );
    },
  },
  {
    source,
    since: '2.8.31',
    method: 'POST',
    path: '/internal/projects',
    async respond(exchange) {
      const { request, forward } = exchange;
      const { owner_team_id: teamId } = fieldsOf(request.body);
      if (typeof teamId !== 'string') throw violation(request, 'body.owner_team_id must be defined');
      const response = await forward(withFields(request, { owner_team_id: undefined }));
      if (response.status !== 201) return response;
      const project = fieldsOf(response.body);
      await giveTo(exchange, idOf(project), teamId);
      return edited(response, () => ({ ...project, owner_team_id: teamId }));
    },
  },
  {
    // Who may give a project to which team, and the response, are not documented: the caller has to own it and belong to the new team.
    source: 'wire/newer 2.5, 2.8.34; wire/corrections 2.8.86: POST .../projects/transfer works',
    since: '2.8.34',
    method: 'POST',
    path: '/internal/projects/transfer',
    async respond(exchange) {
      const { request, ask } = exchange;
      await requireAccess(exchange, 'client');
      const { project_id: projectId, new_team_id: teamId } = fieldsOf(request.body);
      const missing = Object.entries({ project_id: projectId, new_team_id: teamId }).filter(([, value]) => typeof value !== 'string');
      if (missing.length > 0) throw violation(request, ...missing.map(([name]) => `body.${name} must be defined`));
      await requireAccess(exchange, 'user');
      const owned = await ask({ method: 'GET', path: '/internal/projects', headers: request.headers });
      const userId = subjectOf(request.headers['x-stack-access-token']) ?? '';
      if (!itemsOf(fieldsOf(owned.body)).some(({ id }) => id === projectId))
        throw knownError('PROJECT_NOT_FOUND', { project_id: projectId }, { projectId: String(projectId) });
      if (!(await teamsOf(exchange, userId)).has(String(teamId))) {
        throw knownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId }, { teamId: String(teamId), userId });
      }
      await giveTo(exchange, String(projectId), String(teamId));
      return json({ success: true });
    },
  },
];
