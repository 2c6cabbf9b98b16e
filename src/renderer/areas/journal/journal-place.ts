/** What the address of the journal says. Not with the other screens' addresses, which the first script has. */
import type { JournalPlace } from '#window/url-state.ts';

const journalResults = ['done', 'failed', 'unknown', 'open'] as const;
/** Times by which the journal is filtered. */
export const journalTimes = ['today', '7d', '30d', 'range'] as const;

/** Parses the query of the journal: the reverse of `paths.journal`. */
export function journalPlace(search: URLSearchParams): JournalPlace {
  const text = (name: keyof JournalPlace) => search.get(name) ?? undefined;
  return {
    q: text('q'),
    actor: text('actor'),
    connection: text('connection'),
    kind: text('kind'),
    result: journalResults.find((result) => result === search.get('result')),
    time: journalTimes.find((time) => time === search.get('time')),
    from: text('from'),
    to: text('to'),
    changes: search.get('changes') === 'only' ? 'only' : undefined,
    about: text('about'),
    job: text('job'),
    entry: text('entry'),
  };
}
