/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { Key, ScanSearch } from 'lucide-react';

export const screens = {
  projectKeys: {
    path: '/c/:connection/project-keys',
    section: 'admin',
    title: 'shell.screen.project-keys',
    access: 'project-admin',
    locked: 'project-keys.locked',
    listed: { icon: Key, in: ['navigation', 'palette'], order: 80 },
    load: () => import('./project-keys-screen').then((module) => module.ProjectKeysScreen),
  },
  keyCheck: {
    path: '/c/:connection/project-keys/check',
    section: 'admin',
    title: 'shell.screen.key-check',
    parent: 'projectKeys',
    access: 'project',
    locked: 'key-check.locked',
    listed: { icon: ScanSearch, in: ['palette'], order: 90 },
    load: () => import('./check/key-check-screen').then((module) => module.KeyCheckScreen),
  },
} as const;
