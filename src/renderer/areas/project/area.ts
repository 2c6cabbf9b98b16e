/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { Globe, LayoutDashboard, LogIn, SlidersHorizontal, Webhook } from 'lucide-react';

export const screens = {
  overview: {
    path: '/c/:connection/overview',
    section: 'admin',
    title: 'shell.screen.overview',
    access: 'project',
    listed: { icon: LayoutDashboard, in: ['navigation', 'palette'], order: 10 },
    load: () => import('./overview/overview-screen').then((module) => module.OverviewScreen),
  },
  signInMethods: {
    path: '/c/:connection/sign-in-methods',
    section: 'admin',
    title: 'shell.screen.sign-in-methods',
    access: 'project-admin',
    locked: 'sign-in-methods.locked',
    listed: { icon: LogIn, in: ['navigation', 'palette'], order: 50 },
    load: () => import('./sign-in-methods/sign-in-methods-screen').then((module) => module.SignInMethodsScreen),
  },
  domains: {
    path: '/c/:connection/domains',
    section: 'admin',
    title: 'shell.screen.domains',
    access: 'project-admin',
    locked: 'domains.locked',
    listed: { icon: Globe, in: ['navigation', 'palette'], order: 60 },
    load: () => import('./domains/domains-screen').then((module) => module.DomainsScreen),
  },
  webhooks: {
    path: '/c/:connection/webhooks',
    section: 'admin',
    title: 'shell.screen.webhooks',
    access: 'project-admin',
    locked: 'webhooks.locked',
    listed: { icon: Webhook, in: ['navigation', 'palette'], order: 100 },
    load: () => import('./webhooks-screen').then((module) => module.WebhooksScreen),
  },
  projectSettings: {
    path: '/c/:connection/project-settings',
    section: 'admin',
    title: 'shell.screen.project-settings',
    access: 'project-admin',
    locked: 'project-settings.locked',
    listed: { icon: SlidersHorizontal, in: ['navigation', 'palette'], order: 110 },
    load: () => import('./settings/project-settings-screen').then((module) => module.ProjectSettingsScreen),
  },
  publicKeys: {
    path: '/c/:connection/project-settings/public-keys',
    section: 'admin',
    title: 'shell.screen.public-keys',
    parent: 'projectSettings',
    access: 'project-admin',
    locked: 'project-settings.locked',
    load: () => import('./settings/public-keys-screen').then((module) => module.PublicKeysScreen),
  },
} as const;
