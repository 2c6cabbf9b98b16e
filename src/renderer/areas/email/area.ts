/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { Send } from 'lucide-react';

export const screens = {
  email: {
    path: '/c/:connection/email',
    section: 'admin',
    title: 'shell.screen.email',
    access: 'project-admin',
    locked: 'email.locked',
    listed: { icon: Send, in: ['navigation', 'palette'], order: 70 },
    load: () => import('./email-screen').then((module) => module.EmailScreen),
  },
} as const;
