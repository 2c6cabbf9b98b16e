/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { GitCompareArrows } from 'lucide-react';

export const screens = {
  compare: {
    path: '/c/:connection/compare',
    section: 'tools',
    title: 'shell.screen.compare',
    access: 'project-admin',
    locked: 'compare.locked',
    listed: { icon: GitCompareArrows, in: ['navigation', 'palette'], order: 505 },
    load: () => import('./compare-screen').then((module) => module.CompareScreen),
  },
} as const;
