import { exactTime, isoTime } from '#lib/intl/format.ts';

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
