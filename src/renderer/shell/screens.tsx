import { type ComponentType, lazy, useState } from 'react';
import { FirstRunScreen } from '../features/first-run/first-run-screen';
import type { ScreenName } from '../routes';

interface LoadedLater {
  readonly Screen: ComponentType;
  readonly load: () => Promise<unknown>;
}

/** A screen whose code comes when it is first visited, or when it is asked for. Once there, it shows without a moment of waiting. */
function later(read: () => Promise<ComponentType>): LoadedLater {
  let loaded: ComponentType | null = null;
  const load = async () => {
    loaded ??= await read();
    return { default: loaded };
  };
  const Waiting = lazy(load);
  function Screen() {
    const [Shown] = useState(() => loaded ?? Waiting);
    return <Shown />;
  }
  return { Screen, load };
}

export const screens: Readonly<Record<ScreenName, LoadedLater>> = {
  // Small, and what the very first start waits for.
  start: { Screen: FirstRunScreen, load: () => Promise.resolve() },
  connect: later(() => import('../features/connect/connect-screen').then((module) => module.ConnectScreen)),
  transfer: later(() => import('../features/connect/transfer/transfer-screen').then((module) => module.TransferScreen)),
  edit: later(() => import('../features/connect/edit-screen').then((module) => module.EditScreen)),
  signIn: later(() => import('../features/sign-in/sign-in-screen').then((module) => module.SignInScreen)),
  signUp: later(() => import('../features/sign-in/sign-up-screen').then((module) => module.SignUpScreen)),
  forgotPassword: later(() => import('../features/sign-in/forgot-password-screen').then((module) => module.ForgotPasswordScreen)),
  welcome: later(() => import('../features/sign-in/welcome/welcome-screen').then((module) => module.WelcomeScreen)),
  upgrade: later(() => import('../features/sign-in/upgrade-screen').then((module) => module.UpgradeScreen)),
  linkProvider: later(() => import('../features/sign-in/link-provider-screen').then((module) => module.LinkProviderScreen)),
  passkey: later(() => import('../features/sign-in/passkey-screen').then((module) => module.PasskeyScreen)),
  projects: later(() => import('../features/projects/projects-screen').then((module) => module.ProjectsScreen)),
  link: later(() => import('../features/sign-in/links/link-screen').then((module) => module.LinkScreen)),
  profile: later(() => import('../features/profile/profile-screen').then((module) => module.ProfileScreen)),
  sessions: later(() => import('../features/sessions/sessions-screen').then((module) => module.SessionsScreen)),
  users: later(() => import('../features/users/users-screen').then((module) => module.UsersScreen)),
  user: later(() => import('../features/users/user-screen').then((module) => module.UserScreen)),
};

/** Loads the code of the screen that an address means. Never fails: the screen itself says so when its code cannot be had. */
export async function loadScreen(screen: ScreenName | null): Promise<void> {
  if (screen !== null) await screens[screen].load().catch(() => undefined);
}
