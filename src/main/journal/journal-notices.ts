/** What the app says about the journal: one notice for each cause, until it is dismissed or the cause no longer exists. */
import type { Notice } from '#contract/bridge/app.ts';
import type { JournalState } from '#contract/bridge/journal.ts';
import type { Notices } from '../runtime/notices';

type JournalNotice = Omit<Notice, 'id'>;

export interface JournalNotices {
  /** Adds and withdraws what follows from a change of the state. */
  follow(before: JournalState, now: JournalState): void;
  /** Says once what the journal keeps, when its first entry was stored. */
  created(): void;
  /** Says that the policy has the journal deleted. */
  forbidden(): void;
}

const unavailable = { 'disk-full': 'journal-disk-full', newer: 'journal-newer', other: 'journal-unavailable' } as const;

/** Creates the notices. A write that is refused without an entry has its own error. */
export function createJournalNotices(notices: Pick<Notices, 'add' | 'withdraw'>): JournalNotices {
  return {
    follow(before, now) {
      const hasMissed = now.unrecorded > before.unrecorded;
      if (now.state !== 'unavailable' && before.state === 'unavailable') {
        for (const kind of Object.values(unavailable)) notices.withdraw(kind);
        if (now.state === 'open' && now.unrecorded > 0) notices.add({ kind: 'journal-incomplete' });
      }
      if (now.state === 'unavailable' && hasMissed) {
        const kind = unavailable[now.fault ?? 'other'];
        for (const other of Object.values(unavailable)) if (other !== kind) notices.withdraw(other);
        notices.withdraw('journal-incomplete');
        notices.add({ kind });
      }
      if (now.setAside !== null && now.setAside !== before.setAside)
        notices.add({ kind: 'file-unreadable', file: 'records.db', copy: now.setAside });
      if (now.verification === 'broken' && before.verification !== 'broken') {
        const notice = brokenNotice(now);
        if (notice !== null) notices.add(notice);
      }
      if (now.verification === 'whole') notices.withdraw('journal-broken');
    },
    created: () => notices.add({ kind: 'journal-created' }),
    forbidden() {
      for (const kind of [...Object.values(unavailable), 'journal-incomplete', 'journal-broken', 'journal-created'] as const)
        notices.withdraw(kind);
      notices.add({ kind: 'journal-forbidden' });
    },
  };
}

/** Returns what is said of faults that this check found. Those of earlier checks were said then, and another file is said by what replaced it. */
function brokenNotice({ faults, setAside }: JournalState): JournalNotice | null {
  const found = faults.filter(({ foundAtMillis, kind }) => foundAtMillis === null && !(kind === 'replaced' && setAside !== null));
  const [first] = found.toSorted((one, other) => one.seq - other.seq);
  return first === undefined ? null : { kind: 'journal-broken', entry: first.seq };
}
