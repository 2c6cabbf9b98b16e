import { type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { api } from '#data/api.ts';
import { isLocked, topicStores } from '#data/topics.ts';
import { runWhenLocked } from '#lib/when-locked.ts';
import { surroundings } from '../startup/later-code';
import { lockScreen } from '../startup/parts';
import { createLockLayer } from './hidden-page';

/** Returns a function that runs a task at once, then at most once in so many milliseconds, and not earlier than the last call was made. */
export function throttled(task: () => void, millis: number): { readonly run: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const wait = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!isAsked) return;
      isAsked = false;
      task();
      wait();
    }, millis);
  };
  return {
    run() {
      isAsked = timer !== undefined;
      if (isAsked) return;
      task();
      wait();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      isAsked = false;
    },
  };
}

const LockScreen = lockScreen.component((module) => module.LockScreen);
const never = new Promise<never>(() => undefined);

/**
 * Shows the lock screen instead of everything else while the app is locked. What is mounted stays so, because it may have unsaved input, but
 * it is taken out of the document and isn't rendered until the app is unlocked.
 */
export function LockGate({ children }: { children: ReactNode }) {
  const [isFrozen, setFrozen] = useState(isLocked);
  const wasLocked = useRef(isFrozen);
  const [layer] = useState(createLockLayer);
  useActivity();
  useLayoutEffect(() => {
    const follow = () => {
      if (isLocked()) {
        // Before the rest is kept as it is.
        flushSync(runWhenLocked);
        if (surroundings.isLoaded()) void surroundings.load().then(({ forgetUnusedData }) => forgetUnusedData());
        flushSync(() => setFrozen(true));
      } else {
        layer.show();
        setFrozen(false);
        if (surroundings.isLoaded()) void surroundings.load().then(({ readAgain }) => readAgain());
      }
    };
    const followChanges = () => {
      if (isLocked() === wasLocked.current) return;
      wasLocked.current = isLocked();
      // Not while React renders.
      queueMicrotask(follow);
    };
    followChanges();
    return topicStores['lock.state'].subscribe(followChanges);
  }, [layer]);
  useLayoutEffect(() => {
    if (isFrozen) layer.hide();
  }, [isFrozen, layer]);
  return (
    <>
      <Suspense fallback={null}>
        <Frozen when={isFrozen}>{children}</Frozen>
      </Suspense>
      {isFrozen && createPortal(<LockPlace />, layer.place)}
    </>
  );
}

function LockPlace() {
  return (
    <Suspense fallback={null}>
      <LockScreen />
    </Suspense>
  );
}

/** Keeps its content as it was, without rendering it. */
function Frozen({ when, children }: { when: boolean; children: ReactNode }) {
  if (when) use(never);
  return children;
}

/** Minimum time (ms) between two reports that the window is used. */
const reportMillis = 30_000;

/** Reports to the main process that the window is used, while a passphrase may lock it. */
function useActivity(): void {
  const isWatched = topicStores['lock.state'](({ value }) => value?.hasPassphrase === true && !value.locked);
  useEffect(() => {
    if (!isWatched) return undefined;
    const { run, cancel } = throttled(() => void api.lock.activity({}).catch(() => undefined), reportMillis);
    // While a word is composed, keys go to the input method alone.
    const events = ['keydown', 'compositionupdate', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const name of events) window.addEventListener(name, run, { capture: true, passive: true });
    return () => {
      cancel();
      for (const name of events) window.removeEventListener(name, run, { capture: true });
    };
  }, [isWatched]);
}
