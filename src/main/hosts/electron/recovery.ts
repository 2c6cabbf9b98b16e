/** Recovery from crashed and unresponsive pages. */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Translator } from '#messages/translator.ts';
import type { App } from '../../app/app';
import type { Clock } from '../../ports/ports';
import { createCrashCounter } from '../../runtime/fault-guard';
import { crashAddress, pageAddress } from './security';

export interface RecoveryDeps {
  readonly log: App['log'];
  readonly translator: () => Translator;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Runs before a window is closed because its page crashed again and again. */
  readonly onLost: () => void;
}

/** Number of crashes within a period (ms) after which a page is no longer reloaded automatically. */
const reloadLimit = { times: 2, millis: 60_000 };
/** The same for the graphics process, after which a message says how to do without. */
const graphicsLimit = { times: 3, millis: 600_000 };

/** Delay (ms) until a page counts as unresponsive, because Chromium may report the end of that right after it, such as after sleep. */
const hangDelay = 50;

/** Reloads the window's page after a crash; after repeated crashes, loads the crash page. Asks about an unresponsive page. */
export function watchWindow(window: BrowserWindow, deps: RecoveryDeps): void {
  const { log, translator, clock, onLost } = deps;
  const countEnd = createCrashCounter(reloadLimit.millis, clock.monotonic);
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log('error', 'page-ended', { reason, exitCode });
    const ends = countEnd();
    // Chromium is still taking the process down while it reports that: a page that is loaded at once can crash the whole program.
    if (ends <= reloadLimit.times) return void setImmediate(() => loadAgain(window, ends < reloadLimit.times));
    const { t } = translator();
    dialog.showErrorBox(t('host.crash.title'), t('host.crash.text'));
    onLost();
    window.destroy();
  });
  window.webContents.on('did-fail-load', (_event, exitCode, _description, _url, isMainFrame) => {
    if (isMainFrame) log('error', 'page-not-loaded', { exitCode });
  });
  watchHangs(window, deps);
}

/**
 * Asks about a page that doesn't respond, until it does again. Follows the page, not its window, which also counts as unresponsive when the
 * user has taken back closing it.
 */
function watchHangs(window: BrowserWindow, { log, translator, clock }: RecoveryDeps): void {
  let stopWaiting = () => {};
  let asking: AbortController | null = null;
  const ask = () => {
    if (window.isDestroyed()) return;
    log('warn', 'page-unresponsive');
    asking = new AbortController();
    void askToReload(window, translator(), asking.signal).finally(() => {
      asking = null;
    });
  };
  const stop = () => {
    stopWaiting();
    asking?.abort();
  };
  window.webContents.on('unresponsive', () => {
    stopWaiting();
    if (asking === null) stopWaiting = clock.after(hangDelay, ask);
  });
  window.webContents.on('responsive', stop);
  window.webContents.on('render-process-gone', stop);
  window.once('closed', stop);
}

function loadAgain(window: BrowserWindow, isFirst: boolean): void {
  if (window.isDestroyed()) return;
  if (isFirst) window.webContents.reload();
  else window.loadURL(crashAddress).catch(() => undefined);
}

/** Logs crashes of the app's other processes, which Chromium restarts automatically. Adds a notice if it is the graphics process again. */
export function watchProcesses({ log, addNotice }: Pick<App, 'log' | 'addNotice'>, monotonic: Clock['monotonic']): void {
  const countGraphics = createCrashCounter(graphicsLimit.millis, monotonic);
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason === 'clean-exit' || reason === 'killed') return;
    log('warn', 'process-ended', { type, reason, exitCode, serviceName });
    if (type === 'GPU' && countGraphics() === graphicsLimit.times) addNotice({ kind: 'graphics-crashed' });
  });
}

async function askToReload(window: BrowserWindow, { t }: Translator, signal: AbortSignal): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: t('host.stuck.title'),
    detail: t('host.stuck.text'),
    buttons: [t('host.stuck.wait'), t('host.stuck.reload')],
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  if (response !== 1 || window.isDestroyed()) return;
  // An unresponsive page can't be reloaded. `watchWindow` reloads it after the crash.
  window.webContents.forcefullyCrashRenderer();
}

/** Returns the HTML of the crash page. It has no scripts, so that it can't fail. */
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
