/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { LogIn } from 'lucide-react';

export const screens = {
  signIn: {
    path: '/c/:connection/sign-in',
    section: 'account',
    title: 'shell.screen.sign-in',
    card: true,
    listed: { icon: LogIn, in: ['palette'], order: 310, titleSignedIn: 'shell.account.add' },
    load: () => import('./sign-in-screen').then((module) => module.SignInScreen),
  },
  signUp: {
    path: '/c/:connection/sign-up',
    section: 'account',
    title: 'shell.screen.sign-up',
    card: true,
    load: () => import('./sign-up-screen').then((module) => module.SignUpScreen),
  },
  forgotPassword: {
    path: '/c/:connection/forgot-password',
    section: 'account',
    title: 'shell.screen.forgot-password',
    card: true,
    load: () => import('./forgot-password-screen').then((module) => module.ForgotPasswordScreen),
  },
  welcome: {
    path: '/c/:connection/welcome',
    section: 'account',
    title: 'shell.screen.welcome',
    card: true,
    load: () => import('./welcome/welcome-screen').then((module) => module.WelcomeScreen),
  },
  upgrade: {
    path: '/c/:connection/upgrade',
    section: 'account',
    title: 'shell.screen.upgrade',
    card: true,
    load: () => import('./upgrade-screen').then((module) => module.UpgradeScreen),
  },
  linkProvider: {
    path: '/c/:connection/link-provider',
    section: 'account',
    title: 'shell.screen.link-provider',
    card: true,
    load: () => import('./link-provider-screen').then((module) => module.LinkProviderScreen),
  },
  passkey: {
    path: '/c/:connection/passkey',
    section: 'account',
    title: 'shell.screen.passkey',
    card: true,
    load: () => import('./passkey-screen').then((module) => module.PasskeyScreen),
  },
  link: {
    path: '/links/:link',
    section: null,
    title: 'shell.screen.link',
    card: true,
    load: () => import('./links/link-screen').then((module) => module.LinkScreen),
  },
} as const;
