/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { Pencil, Stethoscope } from 'lucide-react';

export const screens = {
  edit: {
    path: '/c/:connection/edit',
    section: null,
    title: 'connect.edit',
    listed: { icon: Pencil, in: ['palette'], order: 410 },
    load: () => import('./edit-screen').then((module) => module.EditScreen),
  },
  diagnostics: {
    path: '/c/:connection/diagnostics',
    section: null,
    title: 'shell.screen.diagnostics',
    listed: { icon: Stethoscope, in: ['palette'], order: 415 },
    load: () => import('./diagnostics/diagnostics-screen').then((module) => module.DiagnosticsScreen),
  },
  start: {
    path: '/',
    section: null,
    title: 'shell.screen.start',
    card: true,
    load: () => import('./first-run-screen').then((module) => module.FirstRunScreen),
  },
  connect: {
    path: '/connect',
    section: null,
    title: 'first-run.connect.title',
    load: () => import('./connect-screen').then((module) => module.ConnectScreen),
  },
  transfer: {
    path: '/transfer',
    section: null,
    title: 'transfer.title',
    load: () => import('./transfer/transfer-screen').then((module) => module.TransferScreen),
  },
} as const;
