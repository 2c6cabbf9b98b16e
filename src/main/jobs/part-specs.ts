/** Specs of actions on what belongs to users, teams, or the project: keys, sessions, and invitations. */

import type { JobTarget } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { catalog } from '#contract/service/index.ts';
import { type JobCall, type JobSpec, type ProjectCall, type Survey, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

type Of<K extends JobAction['kind']> = Extract<JobAction, { kind: K }>;

/** Owners whose lists the preview reads. Of more, each row is read when it is sent. */
const maxOwners = 50;

const part = {
  requests: { count: 2, isExact: true },
  readsFirst: true,
  isSafeTwice: true,
  needless: {},
  sparesOwn: false,
  isDoneWhenGone: false,
  // A key stays revoked, and neither a session nor an invitation can be taken back.
  undo: null,
} as const;

/** Reads the lists of all owners of the targets, unless there are too many: what isn't in them doesn't exist. */
async function surveyLists<S extends { readonly id: string }>(
  targets: readonly JobTarget[] | null,
  list: (owner: string) => Promise<readonly S[]>,
): Promise<Survey<S>> {
  const owners = [...new Set((targets ?? []).map(({ of }) => of ?? ''))];
  if (owners.length > maxOwners) return { stateOf: () => undefined };
  const found = new Map<string, S>();
  for (const owner of owners) for (const item of await list(owner)) found.set(JSON.stringify([item.id, owner]), item);
  return { stateOf: ({ id, of }) => found.get(JSON.stringify([id, of ?? ''])) ?? null };
}

interface Key {
  readonly id: string;
  readonly description: string;
  readonly manually_revoked_at_millis?: number | undefined;
  readonly secret_server_key?: { readonly last_four: string } | undefined;
  readonly super_secret_admin_key?: { readonly last_four: string } | undefined;
}

interface KeyCalls {
  readonly target: 'api-key' | 'key-set';
  readonly write: (target: JobTarget, before?: unknown) => JobCall;
  readonly list: (call: ProjectCall, owner: string) => Promise<{ readonly items: readonly Key[] }>;
  readonly read: (call: ProjectCall, target: JobTarget) => Promise<Key>;
}

function keys({ target: kind, write, list, read }: KeyCalls): JobSpec<Key> {
  return {
    ...part,
    target: kind,
    write: write({ id: '', of: '' }),
    survey: (call, targets) => surveyLists(targets, async (owner) => (await list(call, owner)).items),
    read: (call, { target }) => nullIfGone(read(call, target)),
    judge: (_row, { manually_revoked_at_millis: at }) => (at === undefined ? null : 'already'),
    seen: ({ description }) => description,
    nameOf: ({ description }) => ({ name: description }),
    // A job that revokes the key by which it is sent would end there, and every other use of the connection with it.
    sparesOwn: true,
    ownMarks: ({ secret_server_key: server, super_secret_admin_key: admin }) => [
      ...(server === undefined ? [] : [keyMark('server', server.last_four)]),
      ...(admin === undefined ? [] : [keyMark('admin', admin.last_four)]),
    ],
    calls: ({ target }, state) => [write(target, state ?? undefined)],
  };
}

/** Returns the mark by which a key of the connection is recognized among those of the project. */
export function keyMark(kind: 'server' | 'admin', lastFour: string): string {
  return `${kind} key ${lastFour}`;
}

const revoked = { revoked: true } as const;

const userKeys = () =>
  keys({
    target: 'api-key',
    write: ({ id, of }, before) =>
      writeOf('apiKeys.updateUserKey', { params: { api_key_id: id }, query: { user_id: of ?? '' }, body: revoked }, before),
    list: (call, owner) => call(catalog.apiKeys.listUserKeys, 'project', { query: { user_id: owner } }),
    read: (call, { id, of }) => call(catalog.apiKeys.readUserKey, 'project', { params: { api_key_id: id }, query: { user_id: of ?? '' } }),
  });

const teamKeys = () =>
  keys({
    target: 'api-key',
    write: ({ id, of }, before) =>
      writeOf('apiKeys.updateTeamKey', { params: { api_key_id: id }, query: { team_id: of ?? '' }, body: revoked }, before),
    list: (call, owner) => call(catalog.apiKeys.listTeamKeys, 'project', { query: { team_id: owner } }),
    read: (call, { id, of }) => call(catalog.apiKeys.readTeamKey, 'project', { params: { api_key_id: id }, query: { team_id: of ?? '' } }),
  });

const keySets = () =>
  keys({
    target: 'key-set',
    write: ({ id }, before) => writeOf('apiKeys.updateKeySet', { params: { api_key_id: id }, body: revoked }, before),
    list: (call) => call(catalog.apiKeys.listKeySets, 'project', {}),
    read: (call, { id }) => call(catalog.apiKeys.readKeySet, 'project', { params: { api_key_id: id } }),
  });

interface Listed {
  readonly id: string;
  readonly recipient_email?: string;
}

interface ListedCalls {
  readonly target: 'session' | 'invitation';
  readonly write: (target: JobTarget, before?: unknown) => JobCall;
  readonly list: (call: ProjectCall, owner: string) => Promise<{ readonly items: readonly Listed[] }>;
}

/** Deletes what is only in a list: it is read before, because the service responds to what isn't there as to a failure (wire/endpoints 5.4). */
function listed({ target: kind, write, list }: ListedCalls): JobSpec<Listed> {
  return {
    ...part,
    target: kind,
    write: write({ id: '', of: '' }),
    isDoneWhenGone: true,
    survey: (call, targets) => surveyLists(targets, async (owner) => (await list(call, owner)).items),
    read: async (call, { target }) => (await list(call, target.of ?? '')).items.find(({ id }) => id === target.id) ?? null,
    judge: () => null,
    seen: () => null,
    nameOf: ({ recipient_email: email }) => (email === undefined ? {} : { email }),
    calls: ({ target }, state) => [write(target, state === null ? undefined : { items: [state] })],
  };
}

const sessions = () =>
  listed({
    target: 'session',
    write: ({ id, of }, before) => writeOf('auth.revokeSession', { params: { id }, query: { user_id: of ?? '' } }, before),
    list: (call, owner) => call(catalog.auth.sessions, 'project', { query: { user_id: owner } }),
  });

const invitations = () =>
  listed({
    target: 'invitation',
    write: ({ id, of }, before) => writeOf('teams.revokeInvitation', { params: { id }, query: { team_id: of ?? '' } }, before),
    list: (call, owner) => call(catalog.teams.invitations, 'project', { query: { team_id: owner } }),
  });

/** An invitation that was sent twice is two emails; whether a lost one was sent isn't known: an older one to the same address may be there. */
function invite({ teamId, callbackUrl }: Of<'invitations.send'>): JobSpec<{ readonly isInvited: boolean }> {
  const write = (email: string) => writeOf('teams.invite', { body: { team_id: teamId, email, callback_url: callbackUrl } });
  return {
    ...part,
    target: 'address',
    write: write(''),
    requests: { count: 1, isExact: true },
    readsFirst: false,
    isSafeTwice: false,
    async survey(call) {
      const { items } = await call(catalog.teams.invitations, 'project', { query: { team_id: teamId } });
      const pending = new Set(items.map(({ recipient_email: email }) => email.toLowerCase()));
      return { stateOf: ({ id }) => ({ isInvited: pending.has(id.toLowerCase()) }) };
    },
    judge: (_row, { isInvited }) => (isInvited ? 'already' : null),
    seen: () => null,
    calls: ({ target }) => [write(target.id)],
  };
}

export const partSpecs = {
  'apiKeys.revokeOfUsers': userKeys,
  'apiKeys.revokeOfTeams': teamKeys,
  'apiKeys.revokeSets': keySets,
  'sessions.revoke': sessions,
  'invitations.revoke': invitations,
  'invitations.send': invite,
};
