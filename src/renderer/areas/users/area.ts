/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { UsersRound } from 'lucide-react';

export const screens = {
  users: {
    path: '/c/:connection/users',
    section: 'admin',
    title: 'shell.screen.users',
    access: 'project',
    locked: 'users.locked',
    listed: { icon: UsersRound, in: ['navigation', 'palette'], order: 20 },
    load: () => import('./users-screen').then((module) => module.UsersScreen),
    prefetch: () => import('#data/user-pages.ts').then((module) => module.prefetchUsers),
  },
  user: {
    path: '/c/:connection/users/:user',
    section: 'admin',
    title: 'shell.screen.user',
    parent: 'users',
    access: 'project',
    locked: 'users.locked',
    load: () => import('./user-screen').then((module) => module.UserScreen),
  },
} as const;
