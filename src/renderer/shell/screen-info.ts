/** What the frame says about each screen. */
import type { MessageKey } from '../../messages/translator';
import type { ScreenName } from '../routes';

export interface ScreenInfo {
  readonly title: MessageKey;
  /** The screen that this one lies below, for the breadcrumb. */
  readonly parent?: 'users';
}

export const screenInfo: Readonly<Record<ScreenName, ScreenInfo>> = {
  start: { title: 'shell.screen.start' },
  connect: { title: 'first-run.connect.title' },
  transfer: { title: 'transfer.title' },
  edit: { title: 'connect.edit' },
  signIn: { title: 'shell.screen.sign-in' },
  signUp: { title: 'shell.screen.sign-up' },
  forgotPassword: { title: 'shell.screen.forgot-password' },
  welcome: { title: 'shell.screen.welcome' },
  upgrade: { title: 'shell.screen.upgrade' },
  linkProvider: { title: 'shell.screen.link-provider' },
  passkey: { title: 'shell.screen.passkey' },
  link: { title: 'shell.screen.link' },
  projects: { title: 'shell.screen.projects' },
  profile: { title: 'shell.screen.profile' },
  sessions: { title: 'shell.screen.sessions' },
  users: { title: 'shell.screen.users' },
  user: { title: 'shell.screen.user', parent: 'users' },
};
