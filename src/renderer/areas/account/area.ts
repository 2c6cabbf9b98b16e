/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { Bell, KeyRound, Mail, MonitorSmartphone, Plug, Shield, User } from 'lucide-react';

export const screens = {
  profile: {
    path: '/c/:connection/account/profile',
    section: 'account',
    title: 'shell.screen.profile',
    access: 'account',
    listed: { icon: User, in: ['navigation', 'palette'], order: 210 },
    load: () => import('./profile/profile-screen').then((module) => module.ProfileScreen),
  },
  signInSettings: {
    path: '/c/:connection/account/sign-in',
    section: 'account',
    title: 'shell.screen.sign-in-settings',
    access: 'account',
    listed: { icon: Mail, in: ['navigation', 'palette'], order: 220 },
    load: () => import('./sign-in/sign-in-settings-screen').then((module) => module.SignInSettingsScreen),
  },
  sessions: {
    path: '/c/:connection/account/sessions',
    section: 'account',
    title: 'shell.screen.sessions',
    access: 'account',
    listed: { icon: MonitorSmartphone, in: ['navigation', 'palette'], order: 230 },
    load: () => import('./sessions-screen').then((module) => module.SessionsScreen),
  },
  connectedAccounts: {
    path: '/c/:connection/account/connected-accounts',
    section: 'account',
    title: 'shell.screen.connected-accounts',
    access: 'account',
    listed: { icon: Plug, in: ['navigation', 'palette'], order: 240 },
    load: () => import('./connected-accounts-screen').then((module) => module.ConnectedAccountsScreen),
  },
  apiKeys: {
    path: '/c/:connection/account/api-keys',
    section: 'account',
    title: 'shell.screen.api-keys',
    access: 'account',
    listed: { icon: KeyRound, in: ['navigation', 'palette'], order: 250 },
    load: () => import('./api-keys-screen').then((module) => module.ApiKeysScreen),
  },
  ownPermissions: {
    path: '/c/:connection/account/permissions',
    section: 'account',
    title: 'shell.screen.own-permissions',
    access: 'account',
    listed: { icon: Shield, in: ['navigation', 'palette'], order: 260 },
    load: () => import('./permissions/own-permissions-screen').then((module) => module.OwnPermissionsScreen),
  },
  notifications: {
    path: '/c/:connection/account/notifications',
    section: 'account',
    title: 'shell.screen.notifications',
    access: 'account',
    feature: 'notification-preferences',
    listed: { icon: Bell, in: ['navigation', 'palette'], order: 280 },
    load: () => import('./notifications-screen').then((module) => module.NotificationsScreen),
  },
} as const;
