import { useState, useSyncExternalStore } from 'react';
import { atStart, exactTime, isoTime, relativeTime } from '#lib/intl/format.ts';
import { now } from '#lib/now.ts';
import { useAhead, useServiceNow } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';

interface TimeTextProps {
  millis: number;
  locale: string;
  /** The time as it is shown; on hover, it is exact. */
  text: string;
  className?: string | undefined;
}

/** A time, exact on hover. Of a time that no calendar has, the hover shows the number that the service sent. */
export function TimeText({ millis, locale, text, className }: TimeTextProps) {
  return (
    <time dateTime={isoTime(millis)} title={exactTime(millis, locale)} className={className}>
      {text}
    </time>
  );
}

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

/** Returns the current time by this computer's clock, to the minute while the component stays. */
export function useLocalNow(): number {
  const [mountedAt] = useState(now);
  const ticked = useSyncExternalStore(subscribe, () => minuteNow);
  return Math.max(ticked, mountedAt);
}

/** Returns the current time by the service's clock, to the minute while the component stays. */
export function useNow(): number {
  return useLocalNow() + useAhead();
}

/** Returns a time relative to now, which updates with the clock. */
function useRelativeTime(millis: number): string {
  const { locale } = useMessages();
  const serviceNow = useServiceNow();
  useSyncExternalStore(subscribe, () => minuteNow);
  return relativeTime(millis, serviceNow(), locale);
}

/** The texts with a relative time in them. */
type TimeMessageKey =
  | 'ui.session.created'
  | 'ui.session.last-used'
  | 'invitations.expires'
  | 'own-emails.sent'
  | 'users.signed-up'
  | 'users.active';

interface RelativeTimeProps {
  millis: number;
  className?: string | undefined;
}

/** A relative time, exact on hover: alone, or in the text of `of`. */
export function RelativeTime({ millis, className, of: key }: RelativeTimeProps & { of?: TimeMessageKey }) {
  const { t, locale } = useMessages();
  const relative = useRelativeTime(millis);
  // No line ends within the time.
  const time = relative.replaceAll(' ', '\u00A0');
  const text = key === undefined ? atStart(relative, locale) : t(key, { time });
  return <TimeText millis={millis} locale={locale} text={text} className={className} />;
}

/** A relative time for the rows of a list, which listen to no clock: the list draws them again when `useNow` changes. */
export function RowTime({ millis, now: listNow, locale, className }: RelativeTimeProps & { now: number; locale: string }) {
  const serviceNow = useServiceNow();
  const relative = relativeTime(millis, Math.max(listNow, serviceNow()), locale);
  return <TimeText millis={millis} locale={locale} text={atStart(relative, locale)} className={className} />;
}
