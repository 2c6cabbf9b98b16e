/** The parts of the window that are loaded after its first screen. */
import { create } from 'zustand';
import { onDemand } from './on-demand';
import { withTexts } from './texts';

export const frameParts = onDemand(withTexts(() => import('../window/frame-parts')));
export const toastArea = onDemand(withTexts(() => import('../../ui/feedback/toast-area')));
export const palette = onDemand(withTexts(() => import('../palette/palette')));
export const settingsDialog = onDemand(withTexts(() => import('../dialogs/settings-dialog')));
export const safetyDialog = onDemand(withTexts(() => import('../dialogs/safety-dialog')));
export const leaveDialog = onDemand(withTexts(() => import('../dialogs/leave-dialog')));
export const connectionDialogs = onDemand(withTexts(() => import('../dialogs/connection-dialogs')));
export const signOutDialog = onDemand(withTexts(() => import('../dialogs/sign-out-dialog')));
export const revealDialog = onDemand(withTexts(() => import('../../blocks/api-keys/reveal/reveal-dialog')));
export const shortcutSheet = onDemand(withTexts(() => import('../commands/shortcut-sheet')));

const dialogs = [settingsDialog, safetyDialog, leaveDialog, connectionDialogs, signOutDialog, revealDialog, shortcutSheet];
const parts = [frameParts, toastArea, palette, ...dialogs];

/** Whether `loadParts` has ended. */
export const usePartsLoaded = create<boolean>()(() => false);

/**
 * Loads the parts that open without a connection to the app or are needed soon. What can't be loaded now is loaded when it is needed.
 */
export async function loadParts(): Promise<void> {
  await Promise.allSettled(parts.map((part) => part.load()));
  usePartsLoaded.setState(true);
}
