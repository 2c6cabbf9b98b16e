/** The paths of the screens: how to build one, and how to read one. */
import { matchPath } from 'react-router';

export const patterns = {
  start: '/',
  connect: '/connect',
  transfer: '/transfer',
  edit: '/c/:connection/edit',
  signIn: '/c/:connection/sign-in',
  signUp: '/c/:connection/sign-up',
  forgotPassword: '/c/:connection/forgot-password',
  welcome: '/c/:connection/welcome',
  upgrade: '/c/:connection/upgrade',
  linkProvider: '/c/:connection/link-provider',
  passkey: '/c/:connection/passkey',
  link: '/links/:link',
  projects: '/c/:connection/projects',
  profile: '/c/:connection/account/profile',
  signInSettings: '/c/:connection/account/sign-in',
  sessions: '/c/:connection/account/sessions',
  connectedAccounts: '/c/:connection/account/connected-accounts',
  apiKeys: '/c/:connection/account/api-keys',
  ownPermissions: '/c/:connection/account/permissions',
  invitationsForMe: '/c/:connection/account/invitations',
  notifications: '/c/:connection/account/notifications',
  ownTeam: '/c/:connection/account/teams/:team',
  createTeam: '/c/:connection/account/create-team',
  overview: '/c/:connection/overview',
  users: '/c/:connection/users',
  user: '/c/:connection/users/:user',
  teams: '/c/:connection/teams',
  team: '/c/:connection/teams/:team',
  permissions: '/c/:connection/permissions',
  signInMethods: '/c/:connection/sign-in-methods',
  domains: '/c/:connection/domains',
  email: '/c/:connection/email',
  projectKeys: '/c/:connection/project-keys',
  keyCheck: '/c/:connection/key-check',
  webhooks: '/c/:connection/webhooks',
  projectSettings: '/c/:connection/project-settings',
} as const;

export type ScreenName = keyof typeof patterns;

/** A screen whose path needs nothing but a connection. */
export type ConnectionScreen = {
  [S in ScreenName]: (typeof patterns)[S] extends `/c/:connection/${infer Rest}` ? (Rest extends `${string}:${string}` ? never : S) : never;
}[ScreenName];

/** Whether a screen's path needs nothing but a connection. */
export function isConnectionScreen(screen: ScreenName): screen is ConnectionScreen {
  return /^\/c\/:connection\/[^:]*$/.test(patterns[screen]);
}

const userTabs = ['overview', 'sign-in', 'sessions', 'permissions', 'metadata', 'json'] as const;
/** A tab of the user panel. */
export type UserTab = (typeof userTabs)[number];

export const teamTabs = ['general', 'members', 'invitations', 'profile', 'keys'] as const;
/** A tab of a team of the account. */
export type TeamTab = (typeof teamTabs)[number];

const adminTeamTabs = ['general', 'members', 'permissions', 'invitations', 'metadata', 'keys'] as const;
/** A tab of a team of the project. */
export type AdminTeamTab = (typeof adminTeamTabs)[number];

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
}

const permissionTabs = ['team', 'project', 'defaults'] as const;
/** A tab of the permissions screen: definitions of one kind, or what users get by default. */
export type PermissionTab = (typeof permissionTabs)[number];

/** The state of the permissions screen that its URL contains. */
export interface PermissionsPlace {
  readonly tab: PermissionTab;
  readonly view: 'table' | 'graph';
  /** The permission whose panel is open. */
  readonly panel?: string | undefined;
  /** What the table is filtered by. */
  readonly q?: string | undefined;
}

const emailTabs = ['server', 'templates', 'sent'] as const;
/** A tab of the email screen. */
export type EmailTab = (typeof emailTabs)[number];

const keyStatuses = ['valid', 'expired', 'revoked'] as const;
const keyTypes = ['client', 'server', 'admin'] as const;

/** The state of the list of project keys that its URL contains: search, and filters by status and type. */
export interface ProjectKeysPlace {
  readonly q?: string | undefined;
  readonly status?: (typeof keyStatuses)[number] | undefined;
  readonly type?: (typeof keyTypes)[number] | undefined;
}

const inConnection = (connectionId: string) => `/c/${encodeURIComponent(connectionId)}`;

/** Which provider to connect again, and with which scopes, separated by spaces. */
export interface Reconnection {
  readonly provider: string;
  readonly scope: string;
}

/** Builds the path of each screen. */
export const paths = {
  start: () => '/',
  connect: () => '/connect',
  transfer: () => '/transfer',
  edit: (connectionId: string) => `${inConnection(connectionId)}/edit`,
  /** `next` is the path to continue at, here and below. */
  signIn: (connectionId: string, next?: string) => `${inConnection(connectionId)}/sign-in${nextSearch(next)}`,
  signUp: (connectionId: string) => `${inConnection(connectionId)}/sign-up`,
  forgotPassword: (connectionId: string) => `${inConnection(connectionId)}/forgot-password`,
  /** First steps of a new user. */
  welcome: (connectionId: string, next?: string) => `${inConnection(connectionId)}/welcome${nextSearch(next)}`,
  /** Gives an anonymous account an email and a password. */
  upgrade: (connectionId: string) => `${inConnection(connectionId)}/upgrade`,
  /** Connects a provider to the current account, or one of its accounts again. */
  linkProvider: (connectionId: string, next?: string, again?: Reconnection) =>
    `${inConnection(connectionId)}/link-provider${nextSearch(next, again)}`,
  /** Creates a passkey for the current account. */
  passkey: (connectionId: string, next?: string) => `${inConnection(connectionId)}/passkey${nextSearch(next)}`,
  /** The projects that the current account of a connection to project `internal` owns. */
  projects: (connectionId: string) => `${inConnection(connectionId)}/projects`,
  /** A pending link. */
  link: (linkId: string) => `/links/${encodeURIComponent(linkId)}`,
  profile: (connectionId: string) => `${inConnection(connectionId)}/account/profile`,
  signInSettings: (connectionId: string) => `${inConnection(connectionId)}/account/sign-in`,
  sessions: (connectionId: string) => `${inConnection(connectionId)}/account/sessions`,
  connectedAccounts: (connectionId: string) => `${inConnection(connectionId)}/account/connected-accounts`,
  apiKeys: (connectionId: string) => `${inConnection(connectionId)}/account/api-keys`,
  ownPermissions: (connectionId: string) => `${inConnection(connectionId)}/account/permissions`,
  /** The invitations addressed to the current account. */
  invitationsForMe: (connectionId: string) => `${inConnection(connectionId)}/account/invitations`,
  notifications: (connectionId: string) => `${inConnection(connectionId)}/account/notifications`,
  ownTeam: (connectionId: string, teamId: string, tab?: TeamTab) =>
    `${inConnection(connectionId)}/account/teams/${encodeURIComponent(teamId)}${tab === undefined || tab === 'general' ? '' : `?tab=${tab}`}`,
  createTeam: (connectionId: string) => `${inConnection(connectionId)}/account/create-team`,
  overview: (connectionId: string) => `${inConnection(connectionId)}/overview`,
  users: (connectionId: string, place: UsersPlace = {}) => `${inConnection(connectionId)}/users${usersSearch(place)}`,
  user: (connectionId: string, userId: string, tab?: UserTab) =>
    `${inConnection(connectionId)}/users/${encodeURIComponent(userId)}${tabSearch(tab)}`,
  teams: (connectionId: string, place: TeamsPlace = {}) => `${inConnection(connectionId)}/teams${searchOf({ ...place })}`,
  team: (connectionId: string, teamId: string, tab?: AdminTeamTab) =>
    `${inConnection(connectionId)}/teams/${encodeURIComponent(teamId)}${tab === undefined || tab === 'general' ? '' : `?tab=${tab}`}`,
  permissions: (connectionId: string, place: Partial<PermissionsPlace> = {}) =>
    `${inConnection(connectionId)}/permissions${permissionsSearch(place)}`,
  signInMethods: (connectionId: string) => `${inConnection(connectionId)}/sign-in-methods`,
  domains: (connectionId: string) => `${inConnection(connectionId)}/domains`,
  /** `template` is the type or the ID of the open one. */
  email: (connectionId: string, tab?: EmailTab, template?: string) => `${inConnection(connectionId)}/email${emailSearch(tab, template)}`,
  projectKeys: (connectionId: string, place: ProjectKeysPlace = {}) =>
    `${inConnection(connectionId)}/project-keys${searchOf({ ...place })}`,
  keyCheck: (connectionId: string) => `${inConnection(connectionId)}/key-check`,
  webhooks: (connectionId: string) => `${inConnection(connectionId)}/webhooks`,
  projectSettings: (connectionId: string) => `${inConnection(connectionId)}/project-settings`,
} as const;

function nextSearch(next: string | undefined, again?: Reconnection): string {
  const parts = Object.entries({ next, provider: again?.provider, scope: again?.scope || undefined });
  const search = parts.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`)).join('&');
  return search === '' ? '' : `?${search}`;
}

function tabSearch(tab: UserTab | undefined): string {
  return tab === undefined || tab === 'overview' ? '' : `?tab=${tab}`;
}

/** Returns the query with those of the values that aren't empty. */
function searchOf(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function usersSearch({ panel, tab, q, team, desc }: UsersPlace): string {
  return searchOf({ q, team, desc: desc?.toString(), panel, tab: panel && tab !== 'overview' ? tab : undefined });
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
  return adminTeamTabs.find((tab) => tab === search.get('tab')) ?? 'general';
}

function emailSearch(tab: EmailTab | undefined, template: string | undefined): string {
  if (tab === undefined || tab === 'server') return '';
  return `?tab=${tab}${template === undefined ? '' : `&template=${encodeURIComponent(template)}`}`;
}

/** Returns the tab that the query of the email screen names, or the first one. */
export function emailTabOf(search: URLSearchParams): EmailTab {
  return emailTabs.find((tab) => tab === search.get('tab')) ?? 'server';
}

function permissionsSearch({ tab, view, q, panel }: Partial<PermissionsPlace>): string {
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
  };
}

/** Returns the tab that the query of a team's screen names, or the first one. */
export function teamTabOf(search: URLSearchParams): TeamTab {
  return teamTabs.find((tab) => tab === search.get('tab')) ?? 'general';
}

/** Returns the ID of the team that a path shows, or null if it shows none. The path has no query. */
export function teamIdOf(pathname: string): string | null {
  return matchPath(patterns.ownTeam, pathname)?.params.team ?? null;
}

/** Returns the ID of the user whose page a path shows, or null if it shows none. The path has no query. */
export function userIdOf(pathname: string): string | null {
  return matchPath(patterns.user, pathname)?.params.user ?? null;
}

/** Returns the ID of the project's team that a path shows, or null if it shows none. The path has no query. */
export function adminTeamIdOf(pathname: string): string | null {
  return matchPath(patterns.team, pathname)?.params.team ?? null;
}

export interface Place {
  readonly screen: ScreenName | null;
  readonly connectionId: string | undefined;
}

let lastPlace: { readonly pathname: string; readonly place: Place } | null = null;

/** Returns which screen of which connection a path shows. The path has no query. */
export function placeOf(pathname: string): Place {
  // Every part of the frame asks for the place of the same path, each time that it is rendered.
  if (lastPlace?.pathname !== pathname) lastPlace = { pathname, place: findPlace(pathname) };
  return lastPlace.place;
}

function findPlace(pathname: string): Place {
  for (const screen of Object.keys(patterns) as ScreenName[]) {
    const match = matchPath(patterns[screen], pathname);
    if (match !== null) return { screen, connectionId: (match.params as { connection?: string }).connection };
  }
  return { screen: null, connectionId: undefined };
}
