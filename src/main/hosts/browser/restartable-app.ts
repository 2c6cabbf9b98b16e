/** The app of the browser host, which is created again by a restart while its server and its pages stay. */
import type { App } from '../../app/app';
import type { Clock } from '../../ports/ports';
import { withinLimit } from '../../runtime/pending';

/** The part of the app that the server uses. */
export type PageApp = Pick<App, 'dispatch' | 'onPush' | 'settings' | 'preview' | 'windowClosed'>;

export type RestartableApp = PageApp & Pick<App, 'openLink' | 'log' | 'settled' | 'close'>;

export interface RestartableDeps {
  /** Creates the app, with the function that restarts it. */
  readonly create: (restart: () => void) => Promise<App>;
  /** Maximum duration (ms) of closing before a restart. */
  readonly closeLimitMillis: number;
  readonly clock: Pick<Clock, 'after'>;
  readonly onRestarted: () => void;
  /** Runs when the app couldn't be created again. */
  readonly onFailed: (thrown: unknown) => void;
}

/**
 * Creates the app. During a restart, calls are never responded to: the pages that made them are loaded again, and a call of the app that
 * closes could write what is being deleted.
 */
export async function createRestartableApp(deps: RestartableDeps): Promise<RestartableApp> {
  let restarting: Promise<void> | null = null;
  let isClosing = false;
  const restart = () => {
    if (restarting === null && !isClosing) restarting = run().catch(deps.onFailed);
  };
  const close = (one: App) => withinLimit(one.close(), deps.closeLimitMillis, deps.clock);
  const create = async (): Promise<App> => {
    let created: App | null = null;
    let isRequested = false;
    // Another process may request to clear the data while the app is created.
    const onRequest = () => {
      if (created === null) isRequested = true;
      else restart();
    };
    created = await deps.create(onRequest);
    if (!isRequested || isClosing) return created;
    await close(created);
    return create();
  };
  let app = await create();
  const run = async () => {
    await close(app);
    app = await create();
    restarting = null;
    deps.onRestarted();
  };
  return {
    dispatch: (...call) => (restarting === null ? app.dispatch(...call) : new Promise(() => undefined)),
    onPush: (listener) => app.onPush(listener),
    settings: () => app.settings(),
    preview: (path) => app.preview(path),
    windowClosed: (caller) => app.windowClosed(caller),
    openLink: (text) => app.openLink(text),
    log: (...line) => app.log(...line),
    settled: () => app.settled(),
    async close() {
      isClosing = true;
      await restarting;
      await app.close();
    },
  };
}
