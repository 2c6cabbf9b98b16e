import { useCallback } from 'react';
import { dayHeading, nearDay, shortDate } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';

/** Returns a function that names the day of a time, as a heading: "Today, Nov 19", "Tuesday, Nov 17". */
export function useDayText(): (millis: number, now: number) => string {
  const { t, locale } = useMessages();
  return useCallback(
    (millis, now) => {
      const day = nearDay(millis, now, locale);
      return day === null ? dayHeading(millis, now, locale) : t('journal.day', { day, date: shortDate(millis, locale) });
    },
    [t, locale],
  );
}
