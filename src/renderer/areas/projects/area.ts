/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { LayoutGrid } from 'lucide-react';

export const screens = {
  projects: {
    path: '/c/:connection/projects',
    section: 'account',
    title: 'shell.screen.projects',
    access: 'project-owner',
    listed: { icon: LayoutGrid, in: ['navigation'], order: 300 },
    load: () => import('./projects-screen').then((module) => module.ProjectsScreen),
  },
} as const;
