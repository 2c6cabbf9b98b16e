/** Endpoints of teams (wire/endpoints 5.1). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { type JsonValue, userIdOrMe } from '#contract/service/models/fields.ts';
import type { ClientTeam, ServerTeam } from '#contract/service/models/user-models.ts';
import { foldCase, parseJsonColumn } from '../database/columns';
import type { CheckedRequest, Handler, SandboxContext } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { pageFrom, pageQuery } from '../http/paging';
import { requireClientImage } from '../http/requirements';
import { reply } from '../http/respond';
import { storedProfileImage } from '../http/stored-images';
import { uuid } from '../random';
import { shownUrl } from '../stores/file-store';
import { deleteTeam, insertTeam, listTeams, type TeamChange, type TeamRow, updateTeam } from '../stores/team-store';
import type { UserRow } from '../stores/user-store';
import { joinTeam } from './join-team';
import { requireMembership, requireSignedIn, requireTeam, requireTeamPermission, requireUserById } from './team-access';

const anyUser = { query: z.strictObject({ user_id: userIdOrMe.optional() }) };

const serverQuery = anyUser.query.extend({ ...pageQuery, order_by: z.enum(['created_at']).optional(), desc: z.boolean().optional() });

/** Lists teams, oldest first. Clients have to restrict the list to their own. */
export const listTeamsOf: Handler<RowOf<'teams.list'>> = {
  accepts: (release) => ({ client: anyUser, ...(release.has('paged-lists') ? { server: { query: serverQuery } } : {}) }),
  async run(call) {
    const { caller, store, project, query, release, baseUrl } = call;
    const userId = query.user_id;
    if (caller.access !== 'client') {
      const rows = listTeams(store, project.key, userId);
      if (!release.has('paged-lists'))
        return reply({ items: rows.map((team) => toServerTeam(baseUrl, team)), is_paginated: false as const });
      return reply(pageOfTeams(baseUrl, rows, serverQuery.parse(query)));
    }
    if (userId !== undefined && caller.user === null) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
    if (userId === undefined || userId.toLowerCase() !== caller.user?.id) {
      throw plainFailure(403, 'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user');
    }
    const own = listTeams(store, project.key, userId);
    return reply({ items: own.map((team) => toClientTeam(baseUrl, team)), is_paginated: false as const });
  },
};

/** Returns the requested teams: those whose name contains the query, oldest first. */
function pageOfTeams(baseUrl: string, rows: readonly TeamRow[], { query, desc, ...page }: z.output<typeof serverQuery>) {
  const text = foldCase(query ?? '');
  const found = rows.filter(({ id, display_name }) => foldCase(display_name).includes(text) || id === text);
  const ordered = desc === true ? found.reverse() : found;
  return pageFrom(
    ordered.map((team) => toServerTeam(baseUrl, team)),
    page,
  );
}

/** Deprecated parameter for the creator. */
const olderQuery = z.strictObject({ add_current_user: z.enum(['true', 'false']).optional() });

type CreateRequest = CheckedRequest<RowOf<'teams.create'>>;

/** Creates a team. A client's user becomes the creator; a server can name one. */
export const createTeam: Handler<RowOf<'teams.create'>> = {
  accepts: { client: { query: olderQuery }, server: { query: olderQuery } },
  async run(call) {
    const { store, project, clock, random, body } = call;
    const creator = creatorOf(call);
    const team = store.transaction(() => {
      const id = uuid(random);
      const key = insertTeam(store, { id, project: project.key, displayName: body.display_name, createdAt: clock.now() });
      updateTeam(store, key, changeOf(call, body));
      if (creator !== null) joinTeam(call, project, key, creator.key, 'creator');
      return requireTeam(call, id);
    });
    return reply(toTeam(call, team), 201);
  },
};

function creatorOf(call: CreateRequest): UserRow | null {
  const { caller, project, body } = call;
  const addsCurrentUser = olderQuery.parse(call.query).add_current_user === 'true';
  const named = body.creator_user_id;
  if (addsCurrentUser && named !== undefined)
    throw plainFailure(400, 'Cannot set both add_current_user and creator_user_id. Use creator_user_id.');
  if (caller.access !== 'client') {
    if (addsCurrentUser) return requireSignedIn(caller);
    return named === undefined ? null : requireUserById(call, named);
  }
  const user = requireSignedIn(caller);
  if (!project.config.client_team_creation_enabled) throw plainFailure(403, 'Client team creation is disabled for this project');
  requireClientImage(caller, body.profile_image_url);
  if (named !== undefined && named.toLowerCase() !== user.id) {
    throw plainFailure(403, "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.");
  }
  return user;
}

export const readTeam: Handler<RowOf<'teams.read'>> = {
  async run(call) {
    const { caller, params } = call;
    if (caller.access === 'client') requireMembership(call, params.id, requireSignedIn(caller).id);
    return reply(toTeam(call, requireTeam(call, params.id)));
  },
};

export const updateAnyTeam: Handler<RowOf<'teams.update'>> = {
  async run(call) {
    const { caller, params, body, store } = call;
    requireTeamPermission(call, params.id, '$update_team');
    requireClientImage(caller, body.profile_image_url);
    const team = requireTeam(call, params.id);
    updateTeam(store, team.key, changeOf(call, body));
    return reply(toTeam(call, requireTeam(call, params.id)));
  },
};

export const deleteAnyTeam: Handler<RowOf<'teams.delete'>> = {
  async run(call) {
    requireTeamPermission(call, call.params.id, '$delete_team');
    deleteTeam(call.store, requireTeam(call, call.params.id).key);
    return reply({ success: true as const });
  },
};

function toTeam({ baseUrl, caller }: Pick<CreateRequest, 'baseUrl' | 'caller'>, team: TeamRow) {
  return caller.access === 'client' ? toClientTeam(baseUrl, team) : toServerTeam(baseUrl, team);
}

interface TeamFields {
  readonly display_name?: string | undefined;
  readonly profile_image_url?: string | null | undefined;
  readonly client_metadata?: JsonValue | undefined;
  readonly client_read_only_metadata?: JsonValue | undefined;
  readonly server_metadata?: JsonValue | undefined;
}

function changeOf(context: SandboxContext, fields: TeamFields): TeamChange {
  const { display_name, profile_image_url, client_metadata, client_read_only_metadata, server_metadata } = fields;
  return {
    ...(display_name === undefined ? {} : { display_name }),
    ...(profile_image_url === undefined ? {} : { profile_image_url: storedProfileImage(context, profile_image_url) }),
    ...(client_metadata === undefined ? {} : { client_metadata: JSON.stringify(client_metadata) }),
    ...(client_read_only_metadata === undefined ? {} : { client_read_only_metadata: JSON.stringify(client_read_only_metadata) }),
    ...(server_metadata === undefined ? {} : { server_metadata: JSON.stringify(server_metadata) }),
  };
}

/** Team objects of the API (wire/endpoints 0). */
function toClientTeam(baseUrl: string, team: TeamRow): ClientTeam {
  return {
    id: team.id,
    display_name: team.display_name,
    profile_image_url: shownUrl(baseUrl, team.profile_image_url),
    client_metadata: parseJsonColumn(team.client_metadata),
    client_read_only_metadata: parseJsonColumn(team.client_read_only_metadata),
  };
}

function toServerTeam(baseUrl: string, team: TeamRow): ServerTeam {
  return { ...toClientTeam(baseUrl, team), server_metadata: parseJsonColumn(team.server_metadata), created_at_millis: team.created_at };
}
