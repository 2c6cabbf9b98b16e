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

/** Creates the notices. Where the policy requires the journal, a write that is refused without an entry has its own error. */
export function createJournalNotices(notices: Pick<Notices, 'add' | 'withdraw'>, isRequired: () => boolean): JournalNotices {
  /** The fault that was reported, until it is gone. */
  let said: JournalState['fault'] = null;
  /** Number of unrecorded writes that were reported to be missing. */
  let missing = 0;
  const withdrawFault = () => {
    said = null;
    for (const kind of Object.values(unavailable)) notices.withdraw(kind);
  };
  const sayFault = (fault: keyof typeof unavailable) => {
    if (said === fault) return;
    withdrawFault();
    notices.withdraw('journal-incomplete');
    said = fault;
    notices.add({ kind: unavailable[fault] });
  };
  return {
    follow(before, now) {
      if (now.state === 'unavailable') {
        const fault = now.fault ?? 'other';
        // Without a write, other reasons may be ones that have a message already, such as a locked keychain.
        if (!isRequired() && (fault !== 'other' || now.unrecorded > before.unrecorded)) sayFault(fault);
      } else if (before.state === 'unavailable') {
        withdrawFault();
        if (now.state === 'open' && now.unrecorded > missing) notices.add({ kind: 'journal-incomplete' });
        missing = now.unrecorded;
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
      withdrawFault();
      for (const kind of ['journal-incomplete', 'journal-broken', 'journal-created'] as const) notices.withdraw(kind);
      notices.add({ kind: 'journal-forbidden' });
    },
  };
}

/** Returns the notices of faults that this check found. Those of earlier checks were reported then, and another file is reported by what replaced it. */
function brokenNotice({ faults, setAside }: JournalState): JournalNotice | null {
  const found = faults.filter(({ foundAtMillis, kind }) => foundAtMillis === null && !(kind === 'replaced' && setAside !== null));
  const [first] = found.toSorted((one, other) => one.seq - other.seq);
  return first === undefined ? null : { kind: 'journal-broken', entry: first.seq };
}
