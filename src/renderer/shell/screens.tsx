import { type ComponentType, lazy } from 'react';
import type { ScreenName } from '../routes';

/** The screens, each loaded when it is first visited. */
export const screens: Readonly<Record<ScreenName, ComponentType>> = {
  start: lazy(() => import('../features/first-run/first-run-screen').then((module) => ({ default: module.FirstRunScreen }))),
  signIn: lazy(() => import('../features/sign-in/sign-in-screen').then((module) => ({ default: module.SignInScreen }))),
  signUp: lazy(() => import('../features/sign-in/sign-up-screen').then((module) => ({ default: module.SignUpScreen }))),
  profile: lazy(() => import('../features/profile/profile-screen').then((module) => ({ default: module.ProfileScreen }))),
  sessions: lazy(() => import('../features/sessions/sessions-screen').then((module) => ({ default: module.SessionsScreen }))),
  users: lazy(() => import('../features/users/users-screen').then((module) => ({ default: module.UsersScreen }))),
  user: lazy(() => import('../features/users/user-screen').then((module) => ({ default: module.UserScreen }))),
};
