/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { ShieldCheck } from 'lucide-react';

export const screens = {
  permissions: {
    path: '/c/:connection/permissions',
    section: 'admin',
    title: 'shell.screen.permissions',
    access: 'project-admin',
    locked: 'permissions.locked',
    listed: { icon: ShieldCheck, in: ['navigation', 'palette'], order: 40, paletteTitle: 'shell.screen.permission-definitions' },
    load: () => import('./permissions-screen').then((module) => module.PermissionsScreen),
  },
} as const;
