/** Links to what the screens of a connection show, such as `latchkey://c/PROJECT/users/USER?tab=sessions`. They contain no secrets. */
import { linkableQuery } from './query/link-query';
import { parseOrderText } from './query/order-text';
import { isProblem, parseQueryText } from './query/query-parser';
import { toQueryText } from './query/query-text';
import { parseUrl } from './urls';

export interface ScreenLink {
  readonly projectId: string;
  /** The path of the screen below that of its connection, such as `/users/USER?tab=sessions`. */
  readonly path: string;
}

/** What identifies a user, a team, a permission, a template, or a key set, and the names of tabs and filters. */
const value = /^(?!\.+$)[\w$:.~-]{1,128}$/;
/** A part of a path, of which no character is ever encoded. */
const part = /^[\w-]{1,64}$/;

/**
 * The parameters that a link may contain, by the path of the screen, in which `*` is an ID. Searches are left out, because they may be names,
 * emails, or pasted secrets; of a filter of users, only what can't be one is there. So are the cards for signing in, which have links of their own, and everything that fills in a form.
 */
export const linkedScreens: Readonly<Record<string, readonly string[]>> = {
  overview: [],
  users: ['panel', 'tab', 'team', 'desc', 'filter', 'sort'],
  'users/*': ['tab'],
  teams: ['order'],
  'teams/*': ['tab'],
  permissions: ['tab', 'view', 'panel'],
  'sign-in-methods': [],
  domains: [],
  email: ['tab', 'template', 'state'],
  'project-keys': ['status', 'type', 'key'],
  'project-keys/check': [],
  webhooks: [],
  jobs: ['state', 'time'],
  compare: [],
  imports: ['kind'],
  journal: ['kind', 'result', 'time', 'changes'],
  'project-settings': [],
  'project-settings/public-keys': [],
  projects: [],
  diagnostics: [],
  'account/profile': [],
  'account/sign-in': [],
  'account/sessions': [],
  'account/connected-accounts': [],
  'account/api-keys': [],
  'account/permissions': [],
  'account/invitations': [],
  'account/notifications': [],
  'account/teams/*': ['tab'],
  'account/create-team': [],
};

/** Returns the link to a screen; null if it has none. `path` is its path below that of its connection, with its query. */
export function screenLink({ projectId, path }: ScreenLink): string | null {
  const linked = linkedPath(path);
  return linked === null || !part.test(projectId) ? null : `${linkStart}${projectId}${linked}`;
}

const linkStart = 'latchkey://c/';

/** Whether a text is a link to a screen, readable or not. */
export function isScreenLink(text: string): boolean {
  return text.startsWith(linkStart);
}

/**
 * Parses a link to a screen. Parameters that this version doesn't know are dropped. Returns null for an unknown screen, an ID or a parameter
 * of another form, and a parameter that is there twice.
 */
export function parseScreenLink(text: string): ScreenLink | null {
  if (!isScreenLink(text)) return null;
  const url = parseUrl(text);
  if (url === null || url.host !== 'c' || url.username !== '' || url.password !== '') return null;
  const [, projectId = '', ...rest] = url.pathname.split('/');
  const path = linkedPath(`/${rest.join('/')}${url.search}`);
  return part.test(projectId) && path !== null ? { projectId, path } : null;
}

/** Returns a path below that of a connection with the parameters that links contain; null if no link opens it, or one of them isn't valid. */
export function linkedPath(path: string): string | null {
  const [pathname = '', query = ''] = path.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const screen = Object.keys(linkedScreens).find((known) => isScreen(known, pathname));
  if (screen === undefined) return null;
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of linkedScreens[screen] ?? []) {
    const [first, ...others] = given.getAll(name);
    const text = first === undefined ? '' : linkedValue(name, first);
    if (others.length > 0 || text === null) return null;
    if (text !== '') kept.set(name, text);
  }
  const search = kept.toString();
  return search === '' ? pathname : `${pathname}?${search}`;
}

/** Returns what a link has of a parameter, '' for nothing; null if it isn't valid. */
function linkedValue(name: string, text: string): string | null {
  if (name === 'sort') return parseOrderText(text) === null ? null : value.test(text) ? text : '';
  if (name !== 'filter') return value.test(text) ? text : null;
  const query = parseQueryText(text);
  return isProblem(query) ? null : toQueryText(linkableQuery(query));
}

/** What a link to a path leaves out, as it may be personal: the search, or filters of users; null for nothing of both. */
export function leftOutOfLink(path: string): 'search' | 'filter' | 'both' | null {
  const given = new URLSearchParams(path.split('?').slice(1).join('?'));
  const linked = new URLSearchParams(linkedPath(path)?.split('?')[1]);
  const hasSearch = (given.get('q') ?? '').trim() !== '';
  const query = parseQueryText(given.get('filter') ?? '');
  const hasFilter = !isProblem(query) && toQueryText(query) !== (linked.get('filter') ?? '');
  if (hasSearch) return hasFilter ? 'both' : 'search';
  return hasFilter ? 'filter' : null;
}

function isScreen(screen: string, pathname: string): boolean {
  const [start, ...parts] = pathname.split('/');
  const names = screen.split('/');
  return (
    start === '' &&
    parts.length === names.length &&
    names.every((name, at) => (name === '*' ? part.test(parts[at] ?? '') : name === parts[at]))
  );
}
