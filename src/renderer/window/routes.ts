/** The paths of the screens: how to build one, and how to read one. */
import { matchPath } from 'react-router';
import {
  type AdminTeamTab,
  type EmailTab,
  emailSearch,
  outboxSearch,
  type PermissionsPlace,
  type ProjectKeysPlace,
  permissionsSearch,
  type SettingsSectionId,
  searchOf,
  type TeamsPlace,
  type TeamTab,
  tabSearch,
  type UsersPlace,
  type UserTab,
  usersSearch,
} from './url-state';

export const patterns = {
  start: '/',
  connect: '/connect',
  transfer: '/transfer',
  settings: '/settings',
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
  keyCheck: '/c/:connection/project-keys/check',
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
  /** The settings of the app, at a section of them. */
  settings: (section?: SettingsSectionId) => `/settings${searchOf({ section })}`,
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
    `${inConnection(connectionId)}/teams/${encodeURIComponent(teamId)}${tab === undefined || tab === 'members' ? '' : `?tab=${tab}`}`,
  permissions: (connectionId: string, place: Partial<PermissionsPlace> = {}) =>
    `${inConnection(connectionId)}/permissions${permissionsSearch(place)}`,
  signInMethods: (connectionId: string) => `${inConnection(connectionId)}/sign-in-methods`,
  /** `fix` is a rule of production mode that the changes to be saved make pass. */
  domains: (connectionId: string, fix?: string) => `${inConnection(connectionId)}/domains${fix === undefined ? '' : `?fix=${fix}`}`,
  /** `template` is the type or the ID of the open one. */
  email: (connectionId: string, tab?: EmailTab, template?: string) => `${inConnection(connectionId)}/email${emailSearch(tab, template)}`,
  outbox: (connectionId: string, state?: string) => `${inConnection(connectionId)}/email${outboxSearch(state)}`,
  projectKeys: (connectionId: string, place: ProjectKeysPlace = {}) =>
    `${inConnection(connectionId)}/project-keys${searchOf({ ...place })}`,
  keyCheck: (connectionId: string) => `${inConnection(connectionId)}/project-keys/check`,
  webhooks: (connectionId: string) => `${inConnection(connectionId)}/webhooks`,
  projectSettings: (connectionId: string) => `${inConnection(connectionId)}/project-settings`,
} as const;

function nextSearch(next: string | undefined, again?: Reconnection): string {
  const parts = Object.entries({ next, provider: again?.provider, scope: again?.scope || undefined });
  const search = parts.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`)).join('&');
  return search === '' ? '' : `?${search}`;
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
