import { expect, test } from 'vitest';
import type { JournalState } from '#contract/bridge/journal.ts';
import { topicInitials } from '#contract/bridge/topic-initials.ts';
import { createNotices } from '../runtime/notices';
import { createTopics } from '../runtime/topics';
import { createJournalNotices } from './journal-notices';

const closed = topicInitials['journal.state'];
const open = { ...closed, state: 'open' } as const;
const missed = { state: 'unavailable', unrecorded: 1 } as const;

/** Returns the notices after states one after the other. */
const after = (...states: readonly Partial<JournalState>[]) => afterWith({}, states);

/** `dismissedAt` is the number of states after which all notices are dismissed. */
function afterWith({ isRequired = false, dismissedAt = -1 }, states: readonly Partial<JournalState>[]) {
  const topic = createTopics(() => undefined)['app.notices'];
  const notices = createJournalNotices(
    createNotices(topic, () => 'n'),
    () => isRequired,
  );
  let before: JournalState = closed;
  for (const [at, part] of states.entries()) {
    if (at === dismissedAt) topic.set([]);
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
  [
    'a disk that is full at the start',
    [{ state: 'unavailable', fault: 'disk-full', verification: 'failed' }],
    [{ kind: 'journal-disk-full' }],
  ],
  [
    'a disk that was full at the start, without a write',
    [
      { state: 'unavailable', fault: 'disk-full' },
      { state: 'open', fault: null },
    ],
    [],
  ],
  ['a keychain that is locked at the start', [{ state: 'unavailable', fault: 'other', verification: 'failed' }], []],
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

test('where the policy requires the journal, each refused write says it itself', () => {
  const states = [open, { state: 'unavailable', fault: 'disk-full' }, { state: 'open', fault: null }] as const;
  for (const length of [2, 3]) expect(afterWith({ isRequired: true }, states.slice(0, length))).toEqual([]);
});

test('a notice that was dismissed comes back with another cause only', () => {
  const full = { ...missed, fault: 'disk-full' } as const;
  expect(afterWith({ dismissedAt: 1 }, [full, { unrecorded: 2 }])).toEqual([]);
  expect(afterWith({ dismissedAt: 1 }, [full, { unrecorded: 2, fault: 'newer' }])).toEqual([{ kind: 'journal-newer' }]);
  const again = [
    full,
    { state: 'open', fault: null },
    { state: 'unavailable', fault: 'disk-full' },
    { state: 'open', fault: null },
  ] as const;
  expect(afterWith({ dismissedAt: 2 }, again)).toEqual([]);
});
