import { useState, useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../../lib/intl/format';
import { now } from '../../lib/now';
import { useMessages } from '../../lib/use-messages';

const minute = 60_000;
const listeners = new Set<() => void>();
let minuteNow = now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all moments on the page: a list has hundreds. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minuteNow = now();
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
  const [mountedAt] = useState(now);
  const ticked = useSyncExternalStore(subscribe, () => minuteNow);
  return Math.max(ticked, mountedAt);
}

/** Returns a time as texts: relative to now, exact, and for machines. Updates with the clock. */
export function useRelativeTime(millis: number): RelativeTexts {
  const { locale } = useMessages();
  const ticked = useSyncExternalStore(subscribe, () => minuteNow);
  return textsOf(millis, Math.max(ticked, now()), locale);
}

interface RelativeTexts {
  readonly relative: string;
  readonly exact: string;
  readonly iso: string;
}

function textsOf(millis: number, at: number, locale: string): RelativeTexts {
  return { relative: relativeTime(millis, at, locale), exact: exactTime(millis, locale), iso: new Date(millis).toISOString() };
}

interface RelativeTimeProps {
  millis: number;
  className?: string | undefined;
}

/** A relative time, exact on hover. */
export function RelativeTime({ millis, className }: RelativeTimeProps) {
  return <TimeText {...useRelativeTime(millis)} className={className} />;
}

/** A relative time for the rows of a list, which listen to no clock: the list draws them again when `useNow` changes. */
export function RowTime({ millis, now: listNow, locale, className }: RelativeTimeProps & { now: number; locale: string }) {
  return <TimeText {...textsOf(millis, Math.max(listNow, now()), locale)} className={className} />;
}

function TimeText({ relative, exact, iso, className }: RelativeTexts & { className: string | undefined }) {
  return (
    <time dateTime={iso} title={exact} className={className}>
      {relative}
    </time>
  );
}
