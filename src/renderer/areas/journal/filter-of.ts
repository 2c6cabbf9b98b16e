/** The filter of the list that the address of the screen says. */
import type { JournalFilter } from '#contract/journal/journal-entry.ts';
import { startOfDay } from '#lib/intl/format.ts';
import type { JournalPlace } from '#window/url-state.ts';
import { unstoredWrites } from './written-call';

/** Days that a choice of time has, with today. */
const days = { today: 1, '7d': 7, '30d': 30 } as const;

/** Returns the first moment of a day such as `2026-11-19`, or of one some days after it; undefined if it is none. */
export function dayStart(text: string | undefined, after = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const millis = new Date(Number(year), Number(month) - 1, Number(day) + after).getTime();
  return millis >= 0 ? millis : undefined;
}

function timesOf({ time, from, to }: JournalPlace, now: number): Pick<JournalFilter, 'fromMillis' | 'toMillis'> {
  if (time === undefined) return {};
  if (time !== 'range') {
    const date = new Date(startOfDay(now));
    date.setDate(date.getDate() - days[time] + 1);
    return { fromMillis: date.getTime() };
  }
  const [fromMillis, toMillis] = [dayStart(from), dayStart(to, 1)];
  return { ...(fromMillis === undefined ? {} : { fromMillis }), ...(toMillis === undefined ? {} : { toMillis }) };
}

/** Returns the filter. `own` is the connection whose journal is shown; undefined for all of them. */
export function filterOf(place: JournalPlace, own: string | undefined, now: number): JournalFilter {
  const { q, actor, connection = own, kind, result, changes, about, job } = place;
  const text = q?.trim() ?? '';
  return {
    ...(text === '' ? {} : { text }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(connection === undefined || connection === 'all' ? {} : { connectionId: connection }),
    ...(kind === undefined ? {} : { targetKind: kind }),
    ...(result === undefined ? {} : { result }),
    ...(changes === undefined ? {} : { exceptEndpoints: unstoredWrites }),
    ...(about === undefined ? {} : { about }),
    ...(job === undefined ? {} : { job }),
    ...timesOf(place, now),
  };
}

/** Whether the list leaves out more than other connections. */
export function isFiltered({ actor, kind, result, time, changes, about, job, connection }: JournalPlace): boolean {
  return [actor, kind, result, time, changes, about, job].some((value) => value !== undefined) || (connection ?? 'all') !== 'all';
}
