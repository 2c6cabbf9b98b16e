/** The question before the program quits: if quitting ends something, or the settings say so. */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Translator } from '#messages/translator.ts';
import type { Windows } from './windows/windows';

/** Whether quitting no longer needs a question, until a window stays open. */
let isAnswered = false;

/** Quits without the question, because the system or the program itself ends it. Windows with unsaved changes still ask. */
export function quitUnasked(): void {
  isAnswered = true;
  app.quit();
}

/** Asks again before the next end: a window stayed open, or a new one was opened. */
export function stayOpen(): void {
  isAnswered = false;
}

export interface QuitQuestionDeps {
  /** Whether the settings want the question also when nothing ends. */
  readonly isWanted: () => boolean;
  /** Number of impersonations that end with the program. */
  readonly impersonations: () => number;
  /** Number of jobs that run. The next start continues them, unless secrets are in memory only. */
  readonly jobs: () => number;
  readonly isMemoryOnly: () => boolean;
  readonly translator: () => Translator;
  readonly windows: Pick<Windows, 'all' | 'focused' | 'openLeft'>;
  /** Whether the program may go on without a window. */
  readonly outlivesWindows: () => boolean;
}

/** Asks before the program quits. Returns what also asks before a window closes, if that is the last one and would end the program. */
export function askBeforeQuit(deps: QuitQuestionDeps): (window: BrowserWindow) => void {
  const { windows, outlivesWindows } = deps;
  app.on('before-quit', (event) => {
    if (isAnswered || mayQuit(deps, windows.focused() ?? [...windows.all].at(-1))) return;
    event.preventDefault();
    // Without a window, it would go on unseen.
    if (windows.all.size === 0) windows.openLeft();
  });
  // The windows are closed by then.
  app.on('will-quit', () => {
    isAnswered = true;
  });
  return (window) => {
    stayOpen();
    window.on('close', (event) => {
      const isLast = windows.all.size === 1 && windows.all.has(window);
      if (!isLast || isAnswered || outlivesWindows() || mayQuit(deps, window)) return;
      event.preventDefault();
    });
  };
}

/** Shows the question if there is a reason for it. Returns false if the user stays. */
function mayQuit(
  { isWanted, impersonations, jobs, isMemoryOnly, translator }: QuitQuestionDeps,
  window: BrowserWindow | undefined,
): boolean {
  const [ending, running] = [impersonations(), jobs()];
  if (ending === 0 && running === 0 && !isWanted()) return true;
  const { t } = translator();
  const reasons = [
    ...(ending === 0 ? [] : [t('host.quit.impersonations', { count: ending })]),
    ...(running === 0 ? [] : [t(isMemoryOnly() ? 'host.quit.jobs.memory' : 'host.quit.jobs', { count: running })]),
  ];
  const options = {
    type: 'question' as const,
    message: t('host.quit.title'),
    detail: reasons.length === 0 ? t('host.quit.text') : reasons.join('\n'),
    buttons: [t('host.quit.stay'), t('host.quit.confirm')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  if (window?.isMinimized() === true) window.restore();
  window?.show();
  // Synchronous, because the event must be handled before its listener returns.
  isAnswered = (window === undefined ? dialog.showMessageBoxSync(options) : dialog.showMessageBoxSync(window, options)) === 1;
  return isAnswered;
}
