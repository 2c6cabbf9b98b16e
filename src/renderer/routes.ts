/** Every address of the window, and how to build one. */

export const patterns = {
  start: '/',
  signIn: '/c/:connection/sign-in',
  signUp: '/c/:connection/sign-up',
  profile: '/c/:connection/account/profile',
  sessions: '/c/:connection/account/sessions',
  users: '/c/:connection/users',
  user: '/c/:connection/users/:user',
} as const;

export type ScreenName = keyof typeof patterns;

/** The users list's panel, search, team filter and direction, as its address carries them. */
export interface UsersPlace {
  readonly panel?: string | undefined;
  readonly q?: string | undefined;
  readonly team?: string | undefined;
  /** Newest first, which is what an address without it means. */
  readonly desc?: boolean | undefined;
}

const inConnection = (connectionId: string) => `/c/${encodeURIComponent(connectionId)}`;

/** Addresses by screen. */
export const paths = {
  start: () => '/',
  signIn: (connectionId: string) => `${inConnection(connectionId)}/sign-in`,
  signUp: (connectionId: string) => `${inConnection(connectionId)}/sign-up`,
  profile: (connectionId: string) => `${inConnection(connectionId)}/account/profile`,
  sessions: (connectionId: string) => `${inConnection(connectionId)}/account/sessions`,
  users: (connectionId: string, place: UsersPlace = {}) => `${inConnection(connectionId)}/users${usersSearch(place)}`,
  user: (connectionId: string, userId: string) => `${inConnection(connectionId)}/users/${encodeURIComponent(userId)}`,
} as const;

function usersSearch({ panel, q, team, desc }: UsersPlace): string {
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  if (team) search.set('team', team);
  if (desc === false) search.set('desc', 'false');
  if (panel) search.set('panel', panel);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** What a users address says; the reverse of `paths.users`. */
export function usersPlace(search: URLSearchParams): UsersPlace & { readonly desc: boolean } {
  return {
    panel: search.get('panel') ?? undefined,
    q: search.get('q') ?? undefined,
    team: search.get('team') ?? undefined,
    desc: search.get('desc') !== 'false',
  };
}
