/** What the frame says about each screen. */
import { matchPath } from 'react-router';
import type { MessageKey } from '../../messages/translator';
import { paths, patterns, type ScreenName } from '../routes';

export interface ScreenInfo {
  readonly title: MessageKey;
  readonly section: 'account' | 'admin' | null;
  /** The screen that this one lies below, for the breadcrumb. */
  readonly parent?: 'users';
}

export const screenInfo: Readonly<Record<ScreenName, ScreenInfo>> = {
  start: { title: 'shell.screen.start', section: null },
  connect: { title: 'first-run.connect.title', section: null },
  transfer: { title: 'transfer.title', section: null },
  edit: { title: 'connect.edit', section: null },
  signIn: { title: 'shell.screen.sign-in', section: 'account' },
  signUp: { title: 'shell.screen.sign-up', section: 'account' },
  forgotPassword: { title: 'shell.screen.forgot-password', section: 'account' },
  upgrade: { title: 'shell.screen.upgrade', section: 'account' },
  linkProvider: { title: 'shell.screen.link-provider', section: 'account' },
  passkey: { title: 'shell.screen.passkey', section: 'account' },
  link: { title: 'shell.screen.link', section: null },
  projects: { title: 'shell.screen.projects', section: 'account' },
  profile: { title: 'shell.screen.profile', section: 'account' },
  sessions: { title: 'shell.screen.sessions', section: 'account' },
  users: { title: 'shell.screen.users', section: 'admin' },
  user: { title: 'shell.screen.user', section: 'admin', parent: 'users' },
};

export interface Place {
  readonly screen: ScreenName | null;
  readonly connectionId: string | undefined;
}

/** Which screen of which connection an address means. */
export function placeOf(pathname: string): Place {
  for (const screen of Object.keys(patterns) as ScreenName[]) {
    const match = matchPath(patterns[screen], pathname);
    if (match !== null) return { screen, connectionId: (match.params as { connection?: string }).connection };
  }
  return { screen: null, connectionId: undefined };
}

const cards: readonly ScreenName[] = ['start', 'signIn', 'signUp', 'forgotPassword', 'upgrade', 'linkProvider', 'passkey', 'link'];

/** Whether a screen is one card in the middle of the window, which nobody comes back to. */
export function isCard(screen: ScreenName): boolean {
  return cards.includes(screen);
}

/** Whether a remembered address still makes sense for a connection in its present state. */
export function homeOf(connectionId: string, signedIn: boolean, projectAccess: boolean, last: string | undefined): string {
  const section = last === undefined ? null : sectionOf(last);
  if (last !== undefined && section === 'account' && signedIn) return last;
  if (last !== undefined && section === 'admin' && projectAccess) return last;
  if (projectAccess) return paths.users(connectionId);
  return signedIn ? paths.profile(connectionId) : paths.signIn(connectionId);
}

function sectionOf(path: string): ScreenInfo['section'] {
  const { screen } = placeOf(path.split('?')[0] ?? '');
  return screen === null || isCard(screen) ? null : screenInfo[screen].section;
}
