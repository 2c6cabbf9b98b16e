/** The entries of the palette for what projects contain: users, teams, keys, permissions, views, and templates. */
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, LayoutList, Mail, Shield, User, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { FoundItem } from '#contract/bridge/local-index.ts';
import { toOrderText } from '#contract/query/order-text.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { KeyEndings, KeySet, TeamApiKey, UserApiKey } from '#contract/service/models/api-key-models.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import type { NamedKind } from '#contract/workers/library.ts';
import { service } from '#data/api.ts';
import { useKeySets } from '#data/key-sets.ts';
import { type PermissionKind, usePermissionDefinitions } from '#data/permissions.ts';
import { inConnection } from '#data/service-query.ts';
import { useTeams } from '#data/teams.ts';
import { currentAccount, useTopic } from '#data/topics.ts';
import { formatAtLeast, formatNumber } from '#lib/intl/format.ts';
import { teamName, userName } from '#lib/rules/names.ts';
import { keysOfSet } from '#lib/rules/project-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { keySetName } from '#parts/project-keys/use-key-set-name.ts';
import { useRecentItems } from '#window/recent-items.ts';
import { paths } from '#window/routes.ts';
import { screenLock } from '../screen-access';
import { usePlace } from '../use-place';
import { type PaletteEntry, type PaletteGroup, type PaletteItem, paletteScore } from './palette-entry';
import { type Found, useIsLate } from './use-found';
import { useServiceUsers } from './use-service-users';

/** Score of an entry that arrived after the others: it comes below them, so that nothing moves under the selection. */
const lateScore = 0.01;
/** Added for what was opened lately. */
const recentBonus = 0.2;
/** Entries of a group that a search shows. */
const maxEntries = 8;

interface ItemOptions {
  readonly query: string;
  readonly found: Found | null;
  readonly isLate: boolean;
  /** Null for all connections. */
  readonly connectionId: string | null;
}

/** Returns the groups for a text, with their numbers. Without a text there are none. */
export function useItemGroups({ query, found, isLate, connectionId }: ItemOptions): readonly PaletteGroup[] {
  const make = useMakeEntry(query);
  const all = useTopic('connections.list');
  const connections = connectionId === null ? all : all.filter(({ id }) => id === connectionId);
  const here = useReadableConnection(connectionId);
  const { locale } = useMessages();
  const users = useUserEntries({ query, found, isLate, here, connections, make });
  const teams = useTeamEntries({ query, found, isLate, here, connections, make });
  const keys = useKeyEntries({ query, found, isLate, here, connections, make });
  const permissions = usePermissionEntries({ query, found, isLate, here, connections, make });
  const views = useViewEntries(connections, make);
  const templates = useTemplateEntries({ found, isLate, connections, make });
  if (query === '') return [];
  const total = (count: Found['users'] | undefined) =>
    count === undefined ? {} : { total: count.isExact ? formatNumber(count.count, locale) : formatAtLeast(count.count, locale) };
  return [
    { heading: 'shell.palette.group.users', entries: users, ...total(found?.users) },
    { heading: 'shell.palette.group.teams', entries: teams, ...total(found?.teams) },
    { heading: 'shell.palette.group.keys', entries: keys },
    { heading: 'shell.palette.group.permissions', entries: permissions },
    { heading: 'shell.palette.group.views', entries: views },
    { heading: 'shell.palette.group.templates', entries: templates },
  ];
}

interface NewEntry {
  readonly id: string;
  readonly icon: PaletteEntry['icon'];
  readonly label: string;
  readonly path: string;
  readonly item: PaletteItem;
  readonly isLate?: boolean;
  /** Whether something else than its texts was found, such as its metadata. */
  readonly isFound?: boolean;
}

type MakeEntry = (entry: NewEntry) => PaletteEntry[];

/** Returns a function that makes the entry of an item, none if the text isn't in it. */
function useMakeEntry(query: string): MakeEntry {
  const navigate = useNavigate();
  const recent = useRecentItems((state) => state.ids);
  return ({ id, icon, label, path, item, isLate = false, isFound = false }) => {
    const { detail = '', ending = '' } = item;
    const matched = paletteScore({ label, aside: `${detail} ${ending}` }, query) || (isFound ? 0.05 : 0);
    if (matched === 0) return [];
    const bonus = recent.includes(id) ? recentBonus : 0;
    return [{ id, icon, label, path, item, score: isLate ? lateScore : matched + bonus, run: () => void navigate(path) }];
  };
}

/** Returns the connection whose lists the palette reads: the one of the screen, if its keys can be used. */
function useReadableConnection(connectionId: string | null): Connection | undefined {
  const { connection } = usePlace();
  const accounts = useTopic('accounts.list');
  if (connection === undefined || (connectionId !== null && connectionId !== connection.id)) return undefined;
  return screenLock('project', connection, currentAccount(accounts, connection.id)) === null ? connection : undefined;
}

function isAdmin(connection: Connection | undefined): connection is Connection {
  return connection !== undefined && screenLock('project-admin', connection, undefined) === null;
}

interface FoundOptions extends Omit<ItemOptions, 'connectionId'> {
  readonly here: Connection | undefined;
  readonly connections: readonly Connection[];
  readonly make: MakeEntry;
}

function useUserEntries({ query, found, isLate, here, connections, make }: FoundOptions): readonly PaletteEntry[] {
  const messages = useMessages();
  const indexes = useTopic('localIndex.state');
  const withoutIndex = indexes.some((index) => index.connectionId === here?.id && index.state !== 'unavailable') ? undefined : here;
  const asked = useServiceUsers(query, withoutIndex?.id);
  const entryOf = (connection: Connection, user: ServerUser, late: boolean) =>
    make({
      id: `user ${connection.id} ${user.id}`,
      icon: User,
      label: userName(messages, user),
      path: paths.user(connection.id, user.id),
      item: { connection, user, ...(user.primary_email === null || user.display_name === null ? {} : { detail: user.primary_email }) },
      isLate: late,
      isFound: true,
    });
  const fromIndex = found?.items.flatMap((item) => {
    const connection = connections.find(({ id }) => id === item.connectionId);
    return item.kind === 'user' && connection !== undefined ? entryOf(connection, item.user, isLate) : [];
  });
  const fromService = withoutIndex === undefined ? [] : asked.flatMap((user) => entryOf(withoutIndex, user, true));
  return [...(fromIndex ?? []), ...fromService];
}

function useTeamEntries({ query, found, isLate, here, connections, make }: FoundOptions): readonly PaletteEntry[] {
  const messages = useMessages();
  const { data } = useTeams(here?.id ?? '', here !== undefined);
  const isListLate = useIsLate(query, data !== undefined);
  const entryOf = (connection: Connection, team: ServerTeam, members: number | null, late: boolean) =>
    make({
      id: `team ${connection.id} ${team.id}`,
      icon: Users,
      label: teamName(messages, team),
      path: paths.team(connection.id, team.id),
      item: { connection, team, members, ...(members === null ? {} : { detail: messages.t('shell.palette.members', { count: members }) }) },
      isLate: late,
    });
  const fromIndex = (found?.items ?? []).flatMap((item) => {
    const connection = connections.find(({ id }) => id === item.connectionId);
    return item.kind === 'team' && connection !== undefined ? entryOf(connection, item.team, item.members, isLate) : [];
  });
  const known = new Set(fromIndex.map(({ id }) => id));
  const listed = here === undefined ? [] : (data?.items ?? []).flatMap((team) => entryOf(here, team, null, isListLate));
  return [...fromIndex, ...listed.filter(({ id }) => !known.has(id)).slice(0, maxEntries)];
}

/** The key sets of the indexes, those of the project on the screen, and the keys of users and teams whose lists this window has shown. */
function useKeyEntries({ query, found, isLate, here, connections, make }: FoundOptions): readonly PaletteEntry[] {
  const messages = useMessages();
  const { data } = useKeySets(here?.id ?? '', isAdmin(here) && query !== '');
  const isListLate = useIsLate(query, data !== undefined);
  const shown = useShownKeys();
  if (query === '') return [];
  const entriesOf = (connection: Connection, set: KeyEndings & Pick<KeySet, 'id' | 'description'>, late: boolean) =>
    keysOfSet(set).flatMap(({ kind, lastFour }) =>
      make({
        id: `key-set ${connection.id} ${set.id} ${lastFour}`,
        icon: KeyRound,
        label: keySetName(messages, set),
        path: paths.projectKeys(connection.id, { key: set.id }),
        item: { connection, detail: messages.t(`project-keys.kind.${kind}`), ending: `…${lastFour}` },
        isLate: late,
      }),
    );
  const fromIndex = namedOf(found, 'key-set', connections).flatMap(({ connection, item: { id, name, keys } }) =>
    entriesOf(connection, { ...keys, id, description: name }, isLate),
  );
  const listed = here === undefined ? [] : (data?.items ?? []).flatMap((set) => entriesOf(here, set, isListLate));
  const others = shown.flatMap(({ connection, key }) =>
    make({
      id: `key ${connection.id} ${key.id} ${key.type} ${key.type === 'user' ? key.user_id : key.team_id} ${key.value.last_four}`,
      icon: KeyRound,
      label: key.description,
      path: key.type === 'user' ? paths.user(connection.id, key.user_id, 'sign-in') : paths.team(connection.id, key.team_id, 'keys'),
      item: { connection, ending: `…${key.value.last_four}` },
    }),
  );
  return [...withoutKnown(fromIndex, listed), ...others].slice(0, maxEntries);
}

type ShownKey = UserApiKey | TeamApiKey;

function useShownKeys(): readonly { readonly connection: Connection; readonly key: ShownKey }[] {
  const client = useQueryClient();
  const connections = useTopic('connections.list');
  return useMemo(
    () =>
      connections.flatMap((connection) =>
        ['apiKeys.listUserKeys', 'apiKeys.listTeamKeys'].flatMap((read) =>
          client
            .getQueriesData<{ items: readonly ShownKey[] }>({
              queryKey: inConnection(connection.id),
              predicate: ({ queryKey }) => queryKey.includes(read),
            })
            .flatMap(([, data]) => data?.items ?? [])
            .map((key) => ({ connection, key })),
        ),
      ),
    [client, connections],
  );
}

/** The permissions of the indexes, and of the project on the screen. */
function usePermissionEntries({ query, found, isLate, here, connections, make }: FoundOptions): readonly PaletteEntry[] {
  const { t } = useMessages();
  const isOn = isAdmin(here) && query !== '';
  const lists = {
    team: usePermissionDefinitions(here?.id ?? '', 'team', isOn).data,
    project: usePermissionDefinitions(here?.id ?? '', 'project', isOn).data,
  };
  const isListLate = useIsLate(query, lists.team !== undefined && lists.project !== undefined);
  const entryOf = (connection: Connection, kind: PermissionKind, id: string, late: boolean) =>
    make({
      id: `permission ${connection.id} ${kind} ${id}`,
      icon: Shield,
      label: id,
      path: paths.permissions(connection.id, { tab: kind, panel: id }),
      item: { connection, detail: t(`shell.palette.permission.${kind}`) },
      isLate: late,
    });
  const kinds = ['team', 'project'] as const;
  const fromIndex = kinds.flatMap((kind) =>
    namedOf(found, `${kind}-permission`, connections).flatMap(({ connection, item }) => entryOf(connection, kind, item.id, isLate)),
  );
  const listed = kinds.flatMap((kind) =>
    here === undefined ? [] : (lists[kind]?.items ?? []).flatMap(({ id }) => entryOf(here, kind, id, isListLate)),
  );
  return withoutKnown(fromIndex, listed).slice(0, maxEntries);
}

function useViewEntries(connections: readonly Connection[], make: MakeEntry): readonly PaletteEntry[] {
  return useTopic('savedViews.list').flatMap(({ id, connectionId, name, query, order }) => {
    const connection = connections.find((one) => one.id === connectionId);
    if (connection === undefined) return [];
    const path = paths.users(connectionId, { view: id, filter: toQueryText(query) || undefined, sort: toOrderText(order) });
    return make({ id: `view ${connectionId} ${id}`, icon: LayoutList, label: name, path, item: { connection } });
  });
}

/** The templates of the indexes, and those whose list this window has shown. */
function useTemplateEntries({
  found,
  isLate,
  connections,
  make,
}: Pick<FoundOptions, 'found' | 'isLate' | 'connections' | 'make'>): readonly PaletteEntry[] {
  const client = useQueryClient();
  const entryOf = (connection: Connection, id: string, label: string, late: boolean) =>
    make({
      id: `template ${connection.id} ${id}`,
      icon: Mail,
      label,
      path: paths.email(connection.id, 'templates', id),
      item: { connection },
      isLate: late,
    });
  const shown = connections.flatMap((connection) => {
    const { queryKey } = service.emails.templatesById.query({ actor: 'project', connectionId: connection.id });
    const templates = client.getQueryData(queryKey)?.templates ?? [];
    return templates.flatMap(({ id, display_name }) => entryOf(connection, id, display_name, false));
  });
  const fromIndex = namedOf(found, 'template', connections).flatMap(({ connection, item }) =>
    entryOf(connection, item.id, item.name, isLate),
  );
  // The lists of this window are newer.
  return withoutKnown(shown, fromIndex);
}

/** Returns what the indexes found of a kind, with its connections. */
function namedOf<K extends NamedKind>(found: Found | null, kind: K, connections: readonly Connection[]) {
  const isOfKind = (item: FoundItem): item is FoundItem & { kind: K } => item.kind === kind;
  return (found?.items ?? []).filter(isOfKind).flatMap((item) => {
    const connection = connections.find(({ id }) => id === item.connectionId);
    return connection === undefined ? [] : [{ connection, item }];
  });
}

/** Joins entries and those of others that aren’t among them. */
function withoutKnown(entries: readonly PaletteEntry[], others: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const known = new Set(entries.map(({ id }) => id));
  return [...entries, ...others.filter(({ id }) => !known.has(id))];
}
