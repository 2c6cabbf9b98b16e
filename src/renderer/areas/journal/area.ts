/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { History } from 'lucide-react';

const load = () => import('./journal-screen').then((module) => module.JournalScreen);

export const screens = {
  journal: {
    path: '/c/:connection/journal',
    section: 'tools',
    title: 'shell.screen.journal',
    listed: { icon: History, in: ['navigation', 'palette'], order: 520 },
    load,
  },
  /** The journal of all connections, which needs none. */
  allJournals: {
    path: '/journal',
    section: null,
    title: 'shell.screen.journal',
    load,
  },
} as const;
