/** The parts of the window that are loaded after its first screen. */
import { create } from 'zustand';
import { laterCode } from './later-code';

export const frameParts = laterCode(() => import('../window/frame-parts'));
export const toastArea = laterCode(() => import('#ui/feedback/toast-area.tsx'));
export const palette = laterCode(() => import('../palette/palette'));
export const licensesDialog = laterCode(() => import('../dialogs/licenses-dialog'));
export const aboutDialog = laterCode(() => import('../dialogs/about-dialog'));
export const reportDialog = laterCode(() => import('../dialogs/report-dialog'));
export const importSettingsDialog = laterCode(() => import('../dialogs/import-settings-dialog'));
export const storeSecretsDialog = laterCode(() => import('../dialogs/store-secrets-dialog'));
export const safetyDialog = laterCode(() => import('../dialogs/safety-dialog'));
export const leaveDialog = laterCode(() => import('../dialogs/leave-dialog'));
export const connectionDialogs = laterCode(() => import('../dialogs/connection-dialogs'));
export const signOutDialog = laterCode(() => import('../dialogs/sign-out-dialog'));
export const revealDialog = laterCode(() => import('#parts/reveal/reveal-dialog.tsx'));
export const lockScreen = laterCode(() => import('../lock/lock-screen'));
export const shortcutSheet = laterCode(() => import('../commands/shortcut-sheet'));
export const undoHost = laterCode(() => import('#parts/journal/undo/undo-host.tsx'));
export const jobPreview = laterCode(() => import('#parts/jobs/preview/job-preview-dialog.tsx'));
export const jobEndToasts = laterCode(() => import('#parts/jobs/job-end-toasts.tsx'));
export const findBar = laterCode(() => import('../find/find-bar'));

/** Guards of keys, clicks, and drops, which matter once there are menus and dialogs. */
const guards = laterCode(() => import('./later-guards'));

const dialogs = [
  safetyDialog,
  leaveDialog,
  connectionDialogs,
  signOutDialog,
  revealDialog,
  shortcutSheet,
  findBar,
  undoHost,
  jobPreview,
  jobEndToasts,
  reportDialog,
  importSettingsDialog,
];
const parts = [frameParts, toastArea, palette, ...dialogs];

/** Whether `loadParts` has ended. */
export const usePartsLoaded = create<boolean>()(() => false);

/**
 * Loads the parts that open without a connection to the app or are needed soon. What can't be loaded now is loaded when it is needed.
 */
export async function loadParts(): Promise<void> {
  await Promise.allSettled([guards.load(), ...parts.map((part) => part.load())]);
  usePartsLoaded.setState(true);
}
