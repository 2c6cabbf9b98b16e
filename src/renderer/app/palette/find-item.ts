/** Finds what an ID, or the last four characters of a key, belongs to. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { service } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { keysOfSet } from '#lib/rules/project-keys.ts';
import { hasAdminAccess, hasProjectAccess } from '#lib/rules/project-rules.ts';

/** What was found. A session, and an API key of the account, is in a list of its screen. */
export type FoundItem =
  | { readonly kind: 'user' | 'team' | 'own-team'; readonly id: string }
  /** An API key of the user or team with the ID. */
  | { readonly kind: 'user-keys' | 'team-keys' | 'own-team-keys'; readonly id: string }
  | { readonly kind: 'key-set'; readonly lastFour: string }
  | { readonly kind: 'own-sessions' | 'own-keys' };

/** Scope of a search: the data that the project's keys or the account can read. */
export interface SearchPlace {
  readonly connection: Connection;
  /** The current account, if its session can be used. */
  readonly accountId: string | undefined;
  /** Whether the project's keys can't be used, as while impersonating. */
  readonly isAccountOnly?: boolean;
}

type Lookup = () => Promise<FoundItem | null>;

/** Returns what in a connection has an ID, or null. Throws if that can't be found out. */
export function findById(place: SearchPlace, id: string): Promise<FoundItem | null> {
  const wanted = id.toLowerCase();
  const isIt = (one: { readonly id: string }) => one.id.toLowerCase() === wanted;
  const { accountId } = place;
  const project = { actor: 'project', connectionId: place.connection.id } as const;
  const ofProject: Lookup[] = [
    () => service.users.read({ ...project, params: { user_id: wanted } }).then((user) => ({ kind: 'user', id: user.id })),
    () => service.teams.read({ ...project, params: { id: wanted } }).then((team) => ({ kind: 'team', id: team.id })),
  ];
  /** Only the keys of users can be read without their owner. */
  const userKey: Lookup = () =>
    service.apiKeys
      .readUserKey({ ...project, params: { api_key_id: wanted }, query: {} })
      .then((key) => ({ kind: 'user-keys', id: key.user_id }));
  const ofAccount = (accountId: string): Lookup[] => {
    const account = { actor: 'account', connectionId: place.connection.id, accountId, query: { user_id: 'me' } } as const;
    return [
      () => service.teams.list(account).then(({ items }) => (items.some(isIt) ? { kind: 'own-team', id: wanted } : null)),
      () => service.auth.sessions(account).then(({ items }) => (items.some(isIt) ? { kind: 'own-sessions' } : null)),
    ];
  };
  return findInOrder(
    [
      ...(canReadProject(place) ? ofProject : []),
      ...(accountId === undefined ? [] : ofAccount(accountId)),
      ...keyLookups(place, isIt, isIt),
      // After those of the account, which has a screen for its own.
      ...(canReadProject(place) ? [userKey] : []),
    ],
    teamKeyLookups(place, isIt),
  );
}

function canReadProject({ connection, isAccountOnly = false }: SearchPlace): boolean {
  return hasProjectAccess(connection) && !isAccountOnly;
}

/** Returns which key in a connection ends with these four characters, or null. Throws if that can't be found out. */
export function findByLastFour(place: SearchPlace, lastFour: string): Promise<FoundItem | null> {
  const wanted = lastFour.toLowerCase();
  const isIt = (ending: string) => ending.toLowerCase() === wanted;
  const isKey: IsKey = ({ value }) => isIt(value.last_four);
  const sets = keyLookups(place, (set) => keysOfSet(set).some((key) => isIt(key.lastFour)), isKey);
  return findInOrder(sets, teamKeyLookups(place, isKey));
}

type IsKey = (key: Pick<Awaited<ReturnType<typeof service.apiKeys.listUserKeys>>['items'][number], 'id' | 'value'>) => boolean;

function keyLookups(
  { connection, accountId, isAccountOnly = false }: SearchPlace,
  isSet: (set: KeySet) => boolean,
  isKey: IsKey,
): Lookup[] {
  const connectionId = connection.id;
  const sets: Lookup = async () => {
    const { items } = await service.apiKeys.listKeySets({ actor: 'project', connectionId });
    const set = items.find(isSet);
    return set === undefined ? null : { kind: 'key-set', lastFour: keysOfSet(set)[0]?.lastFour ?? '' };
  };
  const ownKeys =
    (account: string): Lookup =>
    async () => {
      const call = { actor: 'account', connectionId, accountId: account, query: { user_id: 'me' } } as const;
      return (await service.apiKeys.listUserKeys(call)).items.some(isKey) ? { kind: 'own-keys' } : null;
    };
  return [...(hasAdminAccess(connection) && !isAccountOnly ? [sets] : []), ...(accountId === undefined ? [] : [ownKeys(accountId)])];
}

/** Teams whose keys are read: the service finds a key of a team only in the list of that team, which takes a request. */
const maxTeams = 20;

function teamKeyLookups(place: SearchPlace, isKey: IsKey): Lookup[] {
  const { accountId } = place;
  const connectionId = place.connection.id;
  const project = { actor: 'project', connectionId } as const;
  const inProject: Lookup = async () => {
    const { items } = await service.teams.list({ ...project, query: {} });
    const read = (team_id: string) => service.apiKeys.listTeamKeys({ ...project, query: { team_id } });
    return firstFound(items.slice(0, maxTeams).map(({ id }) => keysIn(id, 'team-keys', read, isKey)));
  };
  const inOwnTeams =
    (account: string): Lookup =>
    async () => {
      const own = { actor: 'account', connectionId, accountId: account } as const;
      const { items } = await service.teams.list({ ...own, query: { user_id: 'me' } });
      const read = (team_id: string) => service.apiKeys.listTeamKeys({ ...own, query: { team_id } });
      return firstFound(items.slice(0, maxTeams).map(({ id }) => keysIn(id, 'own-team-keys', read, isKey)));
    };
  return [...(canReadProject(place) ? [inProject] : []), ...(accountId === undefined ? [] : [inOwnTeams(accountId)])];
}

type ReadTeamKeys = (teamId: string) => ReturnType<typeof service.apiKeys.listTeamKeys>;

function keysIn(id: string, kind: 'team-keys' | 'own-team-keys', read: ReadTeamKeys, isKey: IsKey): Lookup {
  return async () => ((await read(id)).items.some(isKey) ? { kind, id } : null);
}

/** Returns what the first group of lookups found, else what the second one did. */
async function findInOrder(first: readonly Lookup[], second: readonly Lookup[]): Promise<FoundItem | null> {
  return (await firstFound(first)) ?? (await firstFound(second));
}

/** Returns what the first of the lookups found that found anything. What the service refuses to read isn't found. */
async function firstFound(lookups: readonly Lookup[]): Promise<FoundItem | null> {
  const results = await Promise.allSettled(lookups.map((lookup) => lookup()));
  for (const result of results) if (result.status === 'fulfilled' && result.value !== null) return result.value;
  const failure = results.find((result) => result.status === 'rejected' && reportOf(result.reason).known === undefined);
  if (failure?.status === 'rejected') throw failure.reason;
  return null;
}
