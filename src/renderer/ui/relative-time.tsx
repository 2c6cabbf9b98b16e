import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from '../lib/format';
import { useMessages } from '../lib/use-messages';

const minute = 60_000;

/** A moment as people say it, exact on hover. Keeps up with the clock. */
export function RelativeTime({ millis, className }: { millis: number; className?: string }) {
  const { locale } = useMessages();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(millis).toISOString()} title={exactTime(millis, locale)} className={className}>
      {relativeTime(millis, Math.max(now, Date.now()), locale)}
    </time>
  );
}
