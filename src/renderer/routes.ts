/** Every address of the window: how to build one, and what one means. */
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
  sessions: '/c/:connection/account/sessions',
  users: '/c/:connection/users',
  user: '/c/:connection/users/:user',
} as const;

export type ScreenName = keyof typeof patterns;

export const userTabs = ['overview', 'sessions', 'raw'] as const;
/** What of a user is shown. */
export type UserTab = (typeof userTabs)[number];

/** The users list's panel with its tab, search, team filter and direction, as its address carries them. */
export interface UsersPlace {
  readonly panel?: string | undefined;
  readonly tab?: UserTab | undefined;
  readonly q?: string | undefined;
  readonly team?: string | undefined;
  /** Newest first, or oldest; an address without it means the order that the list was left in. */
  readonly desc?: boolean | undefined;
}

const inConnection = (connectionId: string) => `/c/${encodeURIComponent(connectionId)}`;

/** Addresses by screen. */
export const paths = {
  start: () => '/',
  connect: () => '/connect',
  transfer: () => '/transfer',
  edit: (connectionId: string) => `${inConnection(connectionId)}/edit`,
  /** `next` is the address to continue at, here and below. */
  signIn: (connectionId: string, next?: string) => `${inConnection(connectionId)}/sign-in${nextSearch(next)}`,
  signUp: (connectionId: string) => `${inConnection(connectionId)}/sign-up`,
  forgotPassword: (connectionId: string) => `${inConnection(connectionId)}/forgot-password`,
  /** Where a new user starts. */
  welcome: (connectionId: string, next?: string) => `${inConnection(connectionId)}/welcome${nextSearch(next)}`,
  /** Where an anonymous account gets an address and a password. */
  upgrade: (connectionId: string) => `${inConnection(connectionId)}/upgrade`,
  /** Where a provider is connected to the current account. */
  linkProvider: (connectionId: string, next?: string) => `${inConnection(connectionId)}/link-provider${nextSearch(next)}`,
  /** Where the current account gets a passkey. */
  passkey: (connectionId: string, next?: string) => `${inConnection(connectionId)}/passkey${nextSearch(next)}`,
  /** The projects that the current account of a connection to project `internal` owns. */
  projects: (connectionId: string) => `${inConnection(connectionId)}/projects`,
  /** A link that waits for a decision. */
  link: (linkId: string) => `/links/${encodeURIComponent(linkId)}`,
  profile: (connectionId: string) => `${inConnection(connectionId)}/account/profile`,
  sessions: (connectionId: string) => `${inConnection(connectionId)}/account/sessions`,
  users: (connectionId: string, place: UsersPlace = {}) => `${inConnection(connectionId)}/users${usersSearch(place)}`,
  user: (connectionId: string, userId: string, tab?: UserTab) =>
    `${inConnection(connectionId)}/users/${encodeURIComponent(userId)}${tabSearch(tab)}`,
} as const;

function nextSearch(next: string | undefined): string {
  return next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
}

function tabSearch(tab: UserTab | undefined): string {
  return tab === undefined || tab === 'overview' ? '' : `?tab=${tab}`;
}

function usersSearch({ panel, tab, q, team, desc }: UsersPlace): string {
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  if (team) search.set('team', team);
  if (desc !== undefined) search.set('desc', String(desc));
  if (panel) search.set('panel', panel);
  if (panel && tab && tab !== 'overview') search.set('tab', tab);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** What a users address says; the reverse of `paths.users`. */
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

export type Section = 'account' | 'admin';

/** The section of the navigation that a screen belongs to. */
export const sections: Readonly<Record<ScreenName, Section | null>> = {
  start: null,
  connect: null,
  transfer: null,
  edit: null,
  signIn: 'account',
  signUp: 'account',
  forgotPassword: 'account',
  welcome: 'account',
  upgrade: 'account',
  linkProvider: 'account',
  passkey: 'account',
  link: null,
  projects: 'account',
  profile: 'account',
  sessions: 'account',
  users: 'admin',
  user: 'admin',
};

const cards: readonly ScreenName[] = [
  ...(['start', 'signIn', 'signUp', 'forgotPassword', 'welcome', 'upgrade', 'linkProvider', 'passkey', 'link'] as const),
];

/** Whether a screen is one card in the middle of the window, which is left for good. */
export function isCard(screen: ScreenName): boolean {
  return cards.includes(screen);
}

export interface Place {
  readonly screen: ScreenName | null;
  readonly connectionId: string | undefined;
}

/** Returns which screen of which connection an address without its query means. */
export function placeOf(pathname: string): Place {
  for (const screen of Object.keys(patterns) as ScreenName[]) {
    const match = matchPath(patterns[screen], pathname);
    if (match !== null) return { screen, connectionId: (match.params as { connection?: string }).connection };
  }
  return { screen: null, connectionId: undefined };
}
