import { useState, useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';

const minute = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all moments on the page: a list has hundreds. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const hear of listeners) hear();
  }, minute);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time, to the minute while the component stays. */
export function useNow(): number {
  const [mountedAt] = useState(Date.now);
  const ticked = useSyncExternalStore(subscribe, () => now);
  return Math.max(ticked, mountedAt);
}

/** Returns a time as texts: relative to now, exact, and for machines. Updates with the clock. */
export function useRelativeTime(millis: number): { readonly relative: string; readonly exact: string; readonly iso: string } {
  const { locale } = useMessages();
  const ticked = useSyncExternalStore(subscribe, () => now);
  return {
    relative: relativeTime(millis, Math.max(ticked, Date.now()), locale),
    exact: exactTime(millis, locale),
    iso: new Date(millis).toISOString(),
  };
}

/** A relative time, exact on hover. */
export function RelativeTime({ millis, className }: { millis: number; className?: string }) {
  const { relative, exact, iso } = useRelativeTime(millis);
  return (
    <time dateTime={iso} title={exact} className={className}>
      {relative}
    </time>
  );
}
