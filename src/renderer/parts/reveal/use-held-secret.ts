import { useEffect } from 'react';
import { api } from '#data/api.ts';

/** Keeps the reference to a secret from expiring while the component is shown. */
export function useHeldSecret(ref: string): void {
  useEffect(() => {
    // If it can't be held, it expires after 15 minutes.
    void api.secrets.hold({ ref }).catch(() => undefined);
    return () => void api.secrets.release({ ref }).catch(() => undefined);
  }, [ref]);
}
