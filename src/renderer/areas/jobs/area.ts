/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { ListChecks } from 'lucide-react';

const load = () => import('./jobs-screen').then((module) => module.JobsScreen);

export const screens = {
  jobs: {
    path: '/c/:connection/jobs',
    section: 'tools',
    title: 'shell.screen.jobs',
    listed: { icon: ListChecks, in: ['navigation', 'palette'], order: 515 },
    load,
  },
  /** The jobs of all connections, which need none. */
  allJobs: {
    path: '/jobs',
    section: null,
    title: 'shell.screen.jobs',
    load,
  },
} as const;
