/** A picture of every screen that no other scene shows, so that a new screen is in the gallery from its first day. */
import { placeOf, type ScreenName } from '../../src/renderer/routes';
import { go, type Scene } from './stage';

/** A path of each screen. */
const examples: Readonly<Record<ScreenName, string>> = {
  start: '/',
  connect: '/connect',
  transfer: '/transfer',
  edit: '/c/sandbox/edit',
  signIn: '/c/sandbox/sign-in',
  signUp: '/c/sandbox/sign-up',
  forgotPassword: '/c/sandbox/forgot-password',
  welcome: '/c/sandbox/welcome',
  upgrade: '/c/sandbox/upgrade',
  linkProvider: '/c/sandbox/link-provider',
  passkey: '/c/sandbox/passkey',
  link: '/links/a',
  projects: '/c/internal/projects',
  profile: '/c/sandbox/account/profile',
  sessions: '/c/sandbox/account/sessions',
  users: '/c/sandbox/users',
  user: '/c/sandbox/users/00000000-0000-4000-8000-000000000000',
};

/** Returns the screen that a page of the app shows, by its URL. */
export function screenAt(url: string): ScreenName | null {
  const path = url.split('#')[1]?.split('?')[0];
  return placeOf(path || '/').screen;
}

/** Returns a scene for every screen that is not among those shown. */
export function plainScenes(shown: ReadonlySet<ScreenName | null>): readonly Scene[] {
  return Object.entries(examples)
    .filter(([screen]) => !shown.has(screen as ScreenName))
    .map(([screen, path]) => ({
      name: screen.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      show: async (stage) => {
        await go(stage, path);
        await stage.screens.page.getByRole('heading', { level: 1 }).first().waitFor();
      },
    }));
}
