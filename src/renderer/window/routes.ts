/** The paths of the screens, each defined once: the functions that build one, and those that read one, follow from its pattern. */
import { generatePath, matchPath } from 'react-router';
import { screenRows } from '#areas/screens.ts';
import type { ImportKind } from '#contract/imports/source.ts';
import type { SettingsSectionId } from '#contract/setting-rows.ts';
import {
  type AdminTeamTab,
  type EmailTab,
  emailSearch,
  type JobsPlace,
  type JournalPlace,
  outboxSearch,
  type PermissionsPlace,
  type ProjectKeysPlace,
  permissionsSearch,
  searchOf,
  type TeamsPlace,
  type TeamTab,
  tabSearch,
  type UsersPlace,
  type UserTab,
  usersSearch,
} from './url-state';

type Rows = typeof screenRows;
export type ScreenName = keyof Rows;

const screenNames = Object.keys(screenRows) as ScreenName[];

/** The pattern of each path, as the screen's row has it. */
export const patterns = Object.fromEntries(screenNames.map((screen) => [screen, screenRows[screen].path])) as {
  readonly [S in ScreenName]: Rows[S]['path'];
};

/** A screen whose path needs nothing but a connection. */
export type ConnectionScreen = {
  [S in ScreenName]: Rows[S]['path'] extends `/c/:connection/${infer Rest}` ? (Rest extends `${string}:${string}` ? never : S) : never;
}[ScreenName];

/** Whether a screen's path needs nothing but a connection. */
export function isConnectionScreen(screen: ScreenName): screen is ConnectionScreen {
  return /^\/c\/:connection\/[^:]*$/.test(patterns[screen]);
}

/** Which provider to connect again, and with which scopes, separated by spaces. */
interface Reconnection {
  readonly provider: string;
  readonly scope: string;
}

const jobsSearch = (place: JobsPlace = {}) => searchOf({ ...place });
const journalSearch = (place: JournalPlace = {}) => searchOf({ ...place });

/** What a path can’t say: the query of a screen, of the arguments that follow the parameters of its path. */
const searches = {
  /** `as` is `owner` for the project whose users own projects. */
  connect: (as?: 'owner') => searchOf({ as }),
  /** A section of the settings of the app. */
  settings: (section?: SettingsSectionId) => searchOf({ section }),
  /** `next` is the path to continue at, here and below. */
  signIn: (next?: string) => nextSearch(next),
  welcome: (next?: string) => nextSearch(next),
  /** `again` is one of the provider’s accounts, to be connected again. */
  linkProvider: (next?: string, again?: Reconnection) => nextSearch(next, again),
  passkey: (next?: string) => nextSearch(next),
  ownTeam: (tab?: TeamTab) => tabSearch(tab, 'general'),
  users: (place: UsersPlace = {}) => usersSearch(place),
  user: (tab?: UserTab) => tabSearch(tab, 'overview'),
  teams: (place: TeamsPlace = {}) => searchOf({ ...place }),
  team: (tab?: AdminTeamTab) => tabSearch(tab, 'members'),
  permissions: (place: Partial<PermissionsPlace> = {}) => permissionsSearch(place),
  /** `source` chooses the file that the connection follows as the source, and its project as the target. */
  compare: (source?: 'followed') => searchOf({ source }),
  /** `fix` is a rule of production mode that the changes to be saved make pass. */
  domains: (fix?: string) => searchOf({ fix }),
  /** `template` is the type or the ID of the open one. */
  email: (tab?: EmailTab, template?: string) => emailSearch(tab, template),
  imports: (kind?: ImportKind) => searchOf({ kind: kind === 'users' ? undefined : kind }),
  jobs: jobsSearch,
  allJobs: jobsSearch,
  journal: journalSearch,
  allJournals: journalSearch,
  projectKeys: (place: ProjectKeysPlace = {}) => searchOf({ ...place }),
} as const satisfies { readonly [S in ScreenName]?: (...values: never[]) => string };

/** The parameters of a pattern, in their order. */
type ParametersOf<P extends string> = P extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...ParametersOf<Rest>]
  : P extends `${string}:${string}`
    ? [id: string]
    : [];

type SearchValuesOf<S extends ScreenName> = S extends keyof typeof searches ? Parameters<(typeof searches)[S]> : [];

/** Of each screen, the function that builds its path: of the parameters of its pattern, and of what its query contains. */
type Paths = { readonly [S in ScreenName]: (...values: [...ParametersOf<Rows[S]['path']>, ...SearchValuesOf<S>]) => string };

type Search = (...values: never[]) => string;

/** Returns the function that builds a screen’s path. */
function pathBuilder(screen: ScreenName): (...values: string[]) => string {
  const pattern = patterns[screen];
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const search = (searches as { readonly [S in ScreenName]?: Search })[screen];
  return (...values) => {
    const path = generatePath<string>(pattern, Object.fromEntries(names.map((name, at) => [name, values[at]])));
    return search === undefined ? path : path + search(...(values.slice(names.length) as never[]));
  };
}

const screenPaths = Object.fromEntries(screenNames.map((screen) => [screen, pathBuilder(screen)])) as unknown as Paths;

/** Builds the path of each screen, and of the outbox, a tab of the email screen that has its own filters. */
export const paths = {
  ...screenPaths,
  outbox: (connectionId: string, state?: string) => screenPaths.email(connectionId) + outboxSearch(state),
};

function nextSearch(next: string | undefined, again?: Reconnection): string {
  const parts = Object.entries({ next, provider: again?.provider, scope: again?.scope || undefined });
  const search = parts.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`)).join('&');
  return search === '' ? '' : `?${search}`;
}

/** Returns the ID of the team that a path shows, or null if it shows none. The path has no query. */
export function teamIdOf(pathname: string): string | null {
  return matchPath(patterns.ownTeam, pathname)?.params.team ?? null;
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
  for (const screen of screenNames) {
    const match = matchPath(patterns[screen], pathname);
    if (match !== null) return { screen, connectionId: (match.params as { connection?: string }).connection };
  }
  return { screen: null, connectionId: undefined };
}
