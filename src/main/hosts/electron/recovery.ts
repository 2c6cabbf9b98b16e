/** What happens when a page's process ends or stops answering. */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Translator } from '../../../messages/translator';
import type { App } from '../../app';
import { crashAddress, pageAddress } from './security';

export interface RecoveryDeps {
  readonly log: App['log'];
  readonly translator: () => Translator;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonic: () => number;
}

/** A page that ended so often within this many milliseconds is not tried again by itself. */
const reloadLimit = { times: 2, millis: 60_000 };

/** Looks after a window: loads its page again, or, when that does not help, a plain one that says so. */
export function watchWindow(window: BrowserWindow, { log, translator, monotonic }: RecoveryDeps): void {
  let ends: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log('error', 'page-ended', { reason, exitCode });
    const now = monotonic();
    ends = [...ends.filter((end) => now - end < reloadLimit.millis), now];
    if (ends.length < reloadLimit.times) return window.webContents.reload();
    if (ends.length === reloadLimit.times) return void window.loadURL(crashAddress).catch(() => undefined);
    const { t } = translator();
    dialog.showErrorBox(t('host.crash.title'), t('host.crash.text'));
    window.destroy();
  });
  let isAsking = false;
  window.on('unresponsive', () => {
    if (isAsking) return;
    isAsking = true;
    log('warn', 'page-unresponsive');
    void askToReload(window, translator()).finally(() => {
      isAsking = false;
    });
  });
}

/** Notes the end of every other process of the program, which Chromium starts again by itself. */
export function watchProcesses(log: App['log']): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit' && reason !== 'killed') log('warn', 'process-ended', { type, reason, exitCode, serviceName });
  });
}

async function askToReload(window: BrowserWindow, { t }: Translator): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: t('host.stuck.title'),
    detail: t('host.stuck.text'),
    buttons: [t('host.stuck.wait'), t('host.stuck.reload')],
    defaultId: 0,
    cancelId: 0,
  });
  if (response !== 1 || window.isDestroyed()) return;
  // A page that does not answer would not hear of a reload: its end is what `watchWindow` recovers from.
  window.webContents.forcefullyCrashRenderer();
}

/** The plain page: no script, so that there is nothing in it that could fail. */
export function crashPage({ t, language }: Translator): string {
  return `<!doctype html>
<html lang="${language === 'pseudo' ? 'en-x-pseudo' : language}">
<head><meta charset="utf-8"><title>${inHtml(t('app.name'))}</title><style nonce="__CSP_NONCE__">
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 20vh auto; padding: 0 1.5rem; }
</style></head>
<body><main><h1>${inHtml(t('host.crash.title'))}</h1><p>${inHtml(t('host.crash.text'))}</p>
<p><a href="${pageAddress}">${inHtml(t('host.crash.again'))}</a></p></main></body>
</html>
`;
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
