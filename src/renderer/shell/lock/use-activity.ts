import { useEffect } from 'react';
import { api } from '../../api';
import { lockStore } from '../../stores/lock';
import { throttled } from './throttled';

/** How often (ms) the window reports at most that it is used. */
const reportMillis = 30_000;

/** Reports to the main process that the window is used, while a passphrase may lock it. */
export function useActivity(): void {
  const isWatched = lockStore(({ value }) => value?.hasPassphrase === true && !value.locked);
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
