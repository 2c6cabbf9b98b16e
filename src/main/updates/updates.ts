/** Looks for newer versions of Latchkey, and downloads them. */
import type { UpdateState } from '#contract/bridge/app.ts';
import { fail } from '#contract/errors.ts';
import type { Settings } from '#contract/setting-rows.ts';
import type { Clock, Ports } from '../ports/ports';
import type { Log } from '../runtime/log';
import type { Topic } from '../runtime/topics';

/** Starting has priority. */
const firstCheckMillis = 60_000;
const checkEveryMillis = 6 * 3_600_000;
/** Maximum random addition to each wait, so that the server isn't asked by all at once. */
const spreadMillis = 600_000;

export interface UpdatesDeps {
  readonly ports: Pick<Ports, 'updater' | 'random'> & { readonly clock: Pick<Clock, 'now' | 'after'> };
  readonly state: Topic<UpdateState>;
  readonly settings: () => Settings;
  /** Whether a policy decides whether updates are on. */
  readonly isLocked: () => boolean;
  readonly log: Log['write'];
}

export interface Updates {
  /** Starts to look for updates, first in a minute and then every six hours. Does nothing if this build doesn't update itself. */
  start(): void;
  /** Looks for an update now. Resolves when it is downloaded, or there is none; a failure is the state's. */
  check(): Promise<void>;
  /** Adopts changed settings: the state is `off` while updates are turned off. */
  settingsChanged(): void;
  /** Quits and installs the update that is ready. Throws `not-allowed` if none is. */
  install(): void;
  close(): void;
}

/** Creates the updates. The state is `off` from the start if this build doesn't update itself. */
export function createUpdates({ ports: { updater, clock, random }, state, settings, isLocked, log }: UpdatesDeps): Updates {
  if ('off' in updater) {
    state.set({ state: 'off', reason: updater.off });
    return {
      start: () => undefined,
      check: async () => undefined,
      settingsChanged: () => undefined,
      install: refuse,
      close: () => undefined,
    };
  }
  let stopWaiting = () => {};
  let lastCheck: number | null = null;
  const isBusy = () => ['checking', 'downloading', 'ready'].includes(state.get().value.state);
  const off = (): UpdateState => ({ state: 'off', reason: isLocked() ? 'policy' : 'setting' });
  const wait = (millis: number) => {
    stopWaiting = clock.after(millis + spread(random), () => {
      wait(checkEveryMillis);
      void check();
    });
  };

  async function check(): Promise<void> {
    if (!settings().updates || isBusy() || 'off' in updater) return;
    state.set({ state: 'checking' });
    try {
      const version = await updater.find(settings().updateChannel);
      lastCheck = clock.now();
      // They may have been turned off in the meantime.
      if (!settings().updates) return state.set(off());
      if (version === null) return state.set({ state: 'current', checkedAtMillis: lastCheck });
      state.set({ state: 'downloading', version });
      await updater.download();
      state.set({ state: 'ready', version });
      log('info', 'update-ready', { version });
    } catch {
      // A signature that isn't valid is among the causes: nothing of the update is kept then.
      state.set(settings().updates ? { state: 'failed', atMillis: clock.now() } : off());
      log('warn', 'update-failed', {});
    }
  }

  return {
    start() {
      this.settingsChanged();
      wait(firstCheckMillis);
    },
    check,
    settingsChanged() {
      const { state: name } = state.get().value;
      if (!settings().updates && !isBusy()) state.set(off());
      else if (settings().updates && name === 'off') state.set({ state: 'current', checkedAtMillis: lastCheck });
    },
    install() {
      if (state.get().value.state !== 'ready') refuse();
      updater.install();
    },
    close: () => stopWaiting(),
  };
}

function refuse(): never {
  throw fail('not-allowed');
}

/** Returns a random wait of up to `spreadMillis`. */
function spread(random: Ports['random']): number {
  const [high = 0, low = 0] = random(2);
  return Math.round(((high * 256 + low) / 65_535) * spreadMillis);
}
