/** Finds what an ID, or the last four characters of a key, belongs to. */
import type { Connection } from '../../../contract/bridge/connections';
import type { KeySet } from '../../../contract/service/models/api-key-models';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { keysOfSet } from '../../lib/keys/project-keys';
import { hasAdminAccess, hasProjectAccess } from '../../lib/rules/project-access';

/** What was found. A session, and an API key of the account, is in a list of its screen. */
export type FoundItem =
  | { readonly kind: 'user' | 'team' | 'own-team'; readonly id: string }
  | { readonly kind: 'key-set'; readonly lastFour: string }
  | { readonly kind: 'own-sessions' | 'own-keys' };

/** What is searched: what the project's keys can read, and what the account can. */
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
  const ofAccount = (accountId: string): Lookup[] => {
    const account = { actor: 'account', connectionId: place.connection.id, accountId, query: { user_id: 'me' } } as const;
    return [
      () => service.teams.list(account).then(({ items }) => (items.some(isIt) ? { kind: 'own-team', id: wanted } : null)),
      () => service.auth.sessions(account).then(({ items }) => (items.some(isIt) ? { kind: 'own-sessions' } : null)),
    ];
  };
  return firstFound([
    ...(hasProjectAccess(place.connection) && !place.isAccountOnly ? ofProject : []),
    ...(accountId === undefined ? [] : ofAccount(accountId)),
    ...keyLookups(place, isIt, isIt),
  ]);
}

/** Returns which key in a connection ends with these four characters, or null. Throws if that can't be found out. */
export function findByLastFour(place: SearchPlace, lastFour: string): Promise<FoundItem | null> {
  const wanted = lastFour.toLowerCase();
  const isIt = (ending: string) => ending.toLowerCase() === wanted;
  return firstFound(
    keyLookups(
      place,
      (set) => keysOfSet(set).some((key) => isIt(key.lastFour)),
      ({ value }) => isIt(value.last_four),
    ),
  );
}

type ApiKeyEnding = Awaited<ReturnType<typeof service.apiKeys.listUserKeys>>['items'][number];

function keyLookups(
  { connection, accountId, isAccountOnly = false }: SearchPlace,
  isSet: (set: KeySet) => boolean,
  isKey: (key: ApiKeyEnding) => boolean,
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

/** Returns what the first of the lookups found that found anything. What the service refuses to read isn't found. */
async function firstFound(lookups: readonly Lookup[]): Promise<FoundItem | null> {
  const results = await Promise.allSettled(lookups.map((lookup) => lookup()));
  for (const result of results) if (result.status === 'fulfilled' && result.value !== null) return result.value;
  const failure = results.find((result) => result.status === 'rejected' && reportOf(result.reason).known === undefined);
  if (failure?.status === 'rejected') throw failure.reason;
  return null;
}
