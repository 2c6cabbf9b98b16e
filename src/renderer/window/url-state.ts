/** The state of screens that is in their address: tabs, searches, filters and orders, as the query of a path. */
import { type SettingsSectionId, settingsSectionIds } from '#contract/setting-rows.ts';

/** The tabs of the user panel, in their order. */
export const userTabs = ['overview', 'sign-in', 'permissions', 'sessions', 'metadata', 'history'] as const;
export type UserTab = (typeof userTabs)[number];

export const teamTabs = ['general', 'members', 'invitations', 'profile', 'keys'] as const;
/** A tab of a team of the account. */
export type TeamTab = (typeof teamTabs)[number];

/** The tabs of a team of the project, in their order. */
const adminTeamTabs = ['members', 'permissions', 'invitations', 'general', 'metadata', 'keys', 'history'] as const;
export type AdminTeamTab = (typeof adminTeamTabs)[number];

/** Returns the section that a query names; undefined if it names none. */
export function settingsSectionOf(text: string | null): SettingsSectionId | undefined {
  return settingsSectionIds.find((id) => id === text);
}

const teamOrders = ['newest', 'oldest', 'name', 'name-reversed'] as const;
/** An order of the teams list. */
export type TeamOrder = (typeof teamOrders)[number];

/** The state of the teams list that its URL contains: search and order. */
export interface TeamsPlace {
  readonly q?: string | undefined;
  /** If absent, the order that was used last. */
  readonly order?: TeamOrder | undefined;
}

/** The state of the users list that its URL contains: panel and tab, search, team filter and direction. */
export interface UsersPlace {
  readonly panel?: string | undefined;
  readonly tab?: UserTab | undefined;
  readonly q?: string | undefined;
  readonly team?: string | undefined;
  /** Newest first, or oldest; if absent, the direction that was used last. */
  readonly desc?: boolean | undefined;
  /** The text of a query that only an index answers. */
  readonly filter?: string | undefined;
  /** The text of an order that only an index has. */
  readonly sort?: string | undefined;
  /** The ID of the saved view that the list was opened with. */
  readonly view?: string | undefined;
}

const permissionTabs = ['team', 'project', 'defaults'] as const;
/** A tab of the permissions screen: definitions of one kind, or what users get by default. */
type PermissionTab = (typeof permissionTabs)[number];

/** The state of the permissions screen that its URL contains. */
export interface PermissionsPlace {
  readonly tab: PermissionTab;
  readonly view: 'table' | 'graph';
  /** The permission whose panel is open. */
  readonly panel?: string | undefined;
  /** What the table is filtered by. */
  readonly q?: string | undefined;
}

const emailTabs = ['server', 'templates', 'themes', 'drafts', 'outbox', 'sent'] as const;
/** A tab of the email screen. */
export type EmailTab = (typeof emailTabs)[number];

const keyStatuses = ['valid', 'expired', 'revoked'] as const;
const keyTypes = ['client', 'server', 'admin'] as const;

/** The state of the list of project keys that its URL contains: search, filters by status and type, and the open set. */
export interface ProjectKeysPlace {
  readonly q?: string | undefined;
  readonly status?: (typeof keyStatuses)[number] | undefined;
  readonly type?: (typeof keyTypes)[number] | undefined;
  /** The set whose details are open. */
  readonly key?: string | undefined;
}

/** The state of the journal that its URL contains: search, filters, and the open entry. */
export interface JournalPlace {
  readonly q?: string | undefined;
  /** ID of an account, or the access type of a key. */
  readonly actor?: string | undefined;
  /** ID of a connection, or `all`. If absent, the screen's own connection, or all. */
  readonly connection?: string | undefined;
  /** A kind of target. */
  readonly kind?: string | undefined;
  readonly result?: 'done' | 'failed' | 'unknown' | 'open' | undefined;
  /** Today, the last days with today, or those between two dates. */
  readonly time?: 'today' | '7d' | '30d' | 'range' | undefined;
  /** The first and the last day of a range, as `2026-11-19`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `only` leaves out what changes nothing that is stored, such as emails and sessions. */
  readonly changes?: 'only' | undefined;
  /** ID of a user or a team that entries are about. */
  readonly about?: string | undefined;
  readonly job?: string | undefined;
  /** Number of the open entry. */
  readonly entry?: string | undefined;
}

/** The state of the jobs that their URL contains: filters, and the open job with the rows that it shows. */
export interface JobsPlace {
  readonly state?: 'active' | 'finished' | undefined;
  /** Who started it: a user of this computer. */
  readonly by?: string | undefined;
  readonly time?: 'today' | '7d' | '30d' | undefined;
  /** ID of the open job. */
  readonly job?: string | undefined;
  readonly tab?: 'failed' | 'skipped' | 'done' | 'unknown' | 'pending' | undefined;
}

/** Returns the query of a screen with tabs; none for its first tab. */
export function tabSearch<T extends string>(tab: T | undefined, first: NoInfer<T>): string {
  return tab === undefined || tab === first ? '' : `?tab=${tab}`;
}

/** Returns the query with those of the values that aren't empty. */
export function searchOf(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the query of the users screen. */
export function usersSearch({ panel, tab, q, team, desc, filter, sort, view }: UsersPlace): string {
  const shownTab = panel && tab !== 'overview' ? tab : undefined;
  return searchOf({ view, q, team, filter, desc: desc?.toString(), sort, panel, tab: shownTab });
}

/** Parses the query of the users screen: the reverse of `paths.users`. */
export function usersPlace(search: URLSearchParams): UsersPlace {
  const desc = search.get('desc');
  return {
    panel: search.get('panel') ?? undefined,
    tab: userTabs.find((tab) => tab === search.get('tab')),
    q: search.get('q') ?? undefined,
    team: search.get('team') ?? undefined,
    desc: desc === 'true' || (desc === 'false' ? false : undefined),
    filter: search.get('filter') ?? undefined,
    sort: search.get('sort') ?? undefined,
    view: search.get('view') ?? undefined,
  };
}

/** Parses the query of the teams screen: the reverse of `paths.teams`. */
export function teamsPlace(search: URLSearchParams): TeamsPlace {
  return { q: search.get('q') ?? undefined, order: teamOrders.find((order) => order === search.get('order')) };
}

/** Returns whether a value is an order of the teams list. */
export function isTeamOrder(value: unknown): value is TeamOrder {
  return teamOrders.some((order) => order === value);
}

/** Returns the tab that the query of a project's team names, or the first one. */
export function adminTeamTabOf(search: URLSearchParams): AdminTeamTab {
  return adminTeamTabs.find((tab) => tab === search.get('tab')) ?? 'members';
}

/** Returns the query of the email screen. */
export function emailSearch(tab: EmailTab | undefined, template: string | undefined): string {
  if (tab === undefined || tab === 'server') return '';
  return `?tab=${tab}${template === undefined ? '' : `&template=${encodeURIComponent(template)}`}`;
}

/** Returns the query of the outbox on the email screen, filtered by a state or by how far emails got. */
export function outboxSearch(state: string | undefined): string {
  return searchOf({ tab: 'outbox', state: state === 'all' ? undefined : state });
}

/** Returns the tab that the query of the email screen names, or the first one. */
export function emailTabOf(search: URLSearchParams): EmailTab {
  return emailTabs.find((tab) => tab === search.get('tab')) ?? 'server';
}

/** Returns the query of the permissions screen. */
export function permissionsSearch({ tab, view, q, panel }: Partial<PermissionsPlace>): string {
  return searchOf({ tab: tab === 'team' ? undefined : tab, view: view === 'table' ? undefined : view, q, panel });
}

/** Parses the query of the permissions screen: the reverse of `paths.permissions`. */
export function permissionsPlace(search: URLSearchParams): PermissionsPlace {
  return {
    tab: permissionTabs.find((tab) => tab === search.get('tab')) ?? 'team',
    view: search.get('view') === 'graph' ? 'graph' : 'table',
    panel: search.get('panel') ?? undefined,
    q: search.get('q') ?? undefined,
  };
}

/** Parses the query of the screen of project keys: the reverse of `paths.projectKeys`. */
export function projectKeysPlace(search: URLSearchParams): ProjectKeysPlace {
  return {
    q: search.get('q') ?? undefined,
    status: keyStatuses.find((status) => status === search.get('status')),
    type: keyTypes.find((type) => type === search.get('type')),
    key: search.get('key') ?? undefined,
  };
}

/** Returns the tab that the query of a team's screen names, or the first one. */
export function teamTabOf(search: URLSearchParams): TeamTab {
  return teamTabs.find((tab) => tab === search.get('tab')) ?? 'general';
}
