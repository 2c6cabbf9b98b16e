/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { FileInput } from 'lucide-react';

export const screens = {
  imports: {
    path: '/c/:connection/imports',
    section: 'tools',
    title: 'shell.screen.imports',
    access: 'project',
    locked: 'imports.locked',
    listed: { icon: FileInput, in: ['navigation', 'palette'], order: 512 },
    load: () => import('./imports-screen').then((module) => module.ImportsScreen),
  },
} as const;
