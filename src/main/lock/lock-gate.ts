/** What windows get while the app is locked: nothing but the lock screen's own calls and the settings that it is shown with. */
import type { Reply } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Runtime } from '../runtime/create-runtime';
import type { BridgePush } from '../runtime/topics';
import type { Lock } from './lock';

/** Calls that the lock screen needs. Clearing the data reveals nothing, and is all that a user without the passphrase can do. */
const openCalls: ReadonlySet<unknown> = new Set([
  'lock.state',
  'lock.wait',
  'lock.unlock',
  'lock.now',
  'settings.state',
  'localData.clear',
]);
/** The lock itself, and the theme and the language of its screen. */
const openPushes: ReadonlySet<string> = new Set(['lock.state', 'settings.state']);
/** Pushes that aren't whole values, so that each is kept. A command is for a screen that isn't shown. */
const events: ReadonlySet<string> = new Set(['data.written', 'viewState.sharedWritten', 'externalEdits.changed']);
const maxEvents = 1000;

type Dispatch = (name: unknown, input: unknown, caller: Caller) => Promise<Reply>;

/**
 * Returns a dispatcher that refuses calls with `app-locked` while the app is locked. Replies to calls that were in progress wait until it is
 * unlocked. `check` runs before each call.
 */
export function lockDispatch(lock: Pick<Lock, 'isLocked' | 'whenUnlocked'>, check: () => void, dispatch: Dispatch): Dispatch {
  return async (name, input, caller) => {
    if (openCalls.has(name)) return dispatch(name, input, caller);
    check();
    if (lock.isLocked()) return { ok: false, error: { code: 'app-locked' } };
    const reply = await dispatch(name, input, caller);
    await lock.whenUnlocked();
    return reply;
  };
}

/** Returns pushes that are withheld while the app is locked, and sent when it is unlocked: of each topic the last value. */
export function lockPushes(lock: Pick<Lock, 'isLocked'>, source: Runtime['onPush']): Runtime['onPush'] {
  const listeners = new Set<(push: BridgePush) => void>();
  const values = new Map<string, BridgePush>();
  let kept: BridgePush[] = [];
  const send = (push: BridgePush) => {
    for (const listener of listeners) listener(push);
  };
  const withhold = (push: BridgePush) => {
    if (events.has(push.name)) kept = [...kept, push].slice(-maxEvents);
    else if (push.name !== 'app.command') values.set(push.name, push);
  };
  source((push) => {
    if (lock.isLocked() && !openPushes.has(push.name)) return withhold(push);
    send(push);
    if (lock.isLocked()) return;
    const late = [...values.values(), ...kept];
    values.clear();
    kept = [];
    for (const one of late) send(one);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}
