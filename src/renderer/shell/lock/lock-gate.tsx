import { type ReactNode, Suspense, use, useLayoutEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { runWhenLocked } from '../../lib/lock/when-locked';
import { isLocked, lockStore } from '../../stores/lock';
import { surroundings } from '../startup/later-code';
import { lockScreen } from '../startup/parts';
import { createLockLayer } from './hidden-page';
import { useActivity } from './use-activity';

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
    return lockStore.subscribe(followChanges);
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
