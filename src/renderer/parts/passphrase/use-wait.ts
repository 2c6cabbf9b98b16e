import { useEffect, useState } from 'react';
import { api } from '#data/api.ts';
import { now } from '#lib/now.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';

export interface Wait {
  /** Seconds until the next passphrase is compared; 0 if it can be entered now. */
  readonly seconds: number;
  readonly begin: (millis: number) => void;
}

/** Counts down the wait after wrong passphrases, which may have begun before the window was opened. */
export function useWait(): Wait {
  const [until, setUntil] = useState(0);
  const begin = (millis: number) => setUntil(now() + millis);
  useEffect(() => {
    api.lock.wait({}).then(
      ({ waitMillis }) => setUntil(now() + waitMillis),
      () => undefined,
    );
  }, []);
  return { seconds: useSecondsUntil(until), begin };
}
