import { expect, test } from 'vitest';
import type { JournalState } from '#contract/bridge/journal.ts';
import { createNotices } from '../runtime/notices';
import { createTopics } from '../runtime/topics';
import { createJournalNotices } from './journal-notices';

const closed: JournalState = {
  state: 'closed',
  fault: null,
  unrecorded: 0,
  isTemporary: false,
  setAside: null,
  verification: 'pending',
  verifiedAtMillis: null,
  faults: [],
  entries: null,
};
const open = { ...closed, state: 'open' } as const;
const missed = { state: 'unavailable', unrecorded: 1 } as const;

/** Returns the notices after states one after the other. */
function after(...states: readonly Partial<JournalState>[]) {
  const topic = createTopics(() => undefined)['app.notices'];
  const notices = createJournalNotices(createNotices(topic, () => 'n'));
  let before: JournalState = closed;
  for (const part of states) {
    const now = { ...before, ...part };
    notices.follow(before, now);
    before = now;
  }
  return topic.get().value.map(({ id: _id, ...notice }) => notice);
}

const found = (seq: number, kind: 'altered' | 'replaced' | 'gap' = 'altered', foundAtMillis: number | null = null) => ({
  kind,
  seq,
  foundAtMillis,
});
const broken = { verification: 'broken', faults: [found(9), found(4)] } as const;

test.each<[string, readonly Partial<JournalState>[], object[]]>([
  ['an open journal', [open, { verification: 'running' }, { verification: 'whole', entries: 3 }], []],
  ['writes that a full disk didn’t take', [open, { ...missed, fault: 'disk-full' }, { unrecorded: 2 }], [{ kind: 'journal-disk-full' }]],
  ['a file of a newer version', [{ ...missed, fault: 'newer' }], [{ kind: 'journal-newer' }]],
  ['another failure', [{ ...missed, fault: 'other' }], [{ kind: 'journal-unavailable' }]],
  [
    'a failure of another kind after that',
    [
      { ...missed, fault: 'other' },
      { fault: 'disk-full', unrecorded: 2 },
    ],
    [{ kind: 'journal-disk-full' }],
  ],
  [
    'a journal that works again',
    [
      { ...missed, fault: 'disk-full' },
      { state: 'open', fault: null },
    ],
    [{ kind: 'journal-incomplete' }],
  ],
  [
    'one that fails again',
    [
      { ...missed, fault: 'disk-full' },
      { state: 'open', fault: null },
      { state: 'unavailable', fault: 'disk-full', unrecorded: 2 },
    ],
    [{ kind: 'journal-disk-full' }],
  ],
  ['a write that was refused', [{ state: 'unavailable', fault: 'disk-full' }], []],
  [
    'a refused write, and a journal that works again',
    [
      { state: 'unavailable', fault: 'disk-full' },
      { state: 'open', fault: null },
    ],
    [],
  ],
  ['a journal that couldn’t be verified', [{ state: 'unavailable', fault: 'other', verification: 'failed' }], []],
  ['a broken chain', [open, broken], [{ kind: 'journal-broken', entry: 4 }]],
  ['a broken chain that an earlier check found', [open, { ...broken, faults: [found(4, 'altered', 1)] }], []],
  [
    'a broken chain that is verified twice',
    [open, broken, { verification: 'running' }, { ...broken, faults: [found(4, 'altered', 1)] }],
    [{ kind: 'journal-broken', entry: 4 }],
  ],
  [
    'a file that was set aside',
    [{ ...open, setAside: 'records.broken-1.db' }],
    [{ kind: 'file-unreadable', file: 'records.db', copy: 'records.broken-1.db' }],
  ],
  [
    'a file that was set aside, and its checkpoint',
    [
      { ...open, setAside: 'records.broken-1.db' },
      { verification: 'broken', faults: [found(1, 'replaced')] },
    ],
    [{ kind: 'file-unreadable', file: 'records.db', copy: 'records.broken-1.db' }],
  ],
  [
    'a file that was set aside, whose successor is altered',
    [
      { ...open, setAside: 'records.broken-1.db' },
      { verification: 'broken', faults: [found(1, 'replaced'), found(7, 'gap')] },
    ],
    [
      { kind: 'file-unreadable', file: 'records.db', copy: 'records.broken-1.db' },
      { kind: 'journal-broken', entry: 7 },
    ],
  ],
])('%s', (_what, states, expected) => {
  expect(after(...states)).toEqual(expected);
});
