/** Confirmations as native message boxes, which pages can't read or control. */
import { type BrowserWindow, dialog } from 'electron';
import type { HostConfirmation } from '../../ports';

/** Shows a confirmation over a window. Resolves to false if there is no such window or `signal` is aborted. */
export async function confirmOver(
  window: BrowserWindow | undefined,
  confirmation: HostConfirmation,
  signal: AbortSignal,
): Promise<boolean> {
  if (window === undefined || window.isDestroyed() || signal.aborted) return false;
  const { title, facts, consequences, confirmLabel, cancelLabel } = confirmation;
  const lines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (window.isMinimized()) window.restore();
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: title,
    detail: [lines, ...consequences].join('\n\n'),
    buttons: [cancelLabel, confirmLabel],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1;
}
