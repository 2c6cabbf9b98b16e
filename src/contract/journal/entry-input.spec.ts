import { expect, test } from 'vitest';
import { catalog } from '../service/index';
import { sentenceEntryOf, undoEntryOf } from './entry-input';
import type { JournalEntry } from './journal-entry';

const entry: JournalEntry = {
  seq: 4,
  timeMillis: 0,
  osUser: 'ada',
  actor: { kind: 'key', id: 'server', lastFour: '9xyz' },
  connectionId: 'c',
  destination: 'd',
  endpoint: 'users.create',
  target: { kind: 'user', id: null },
  people: [],
  source: 'window',
  job: null,
  impersonation: null,
  undoes: null,
  outcome: {
    timeMillis: 1,
    result: 'done',
    status: 201,
    requestId: null,
    code: null,
    known: null,
    createdId: 'u1',
    made: { display_name: 'Ada' },
  },
  undoneBy: null,
  personal: { names: { user: 'Ada' }, before: null, request: { body: { display_name: 'Ada' } } },
  erasedAtMillis: null,
  note: null,
  hash: '',
};

test('a sentence follows from the request, the names, and the outcome', () => {
  expect(sentenceEntryOf(entry)).toEqual({
    endpoint: 'users.create',
    input: { params: undefined, query: undefined, body: { display_name: 'Ada' } },
    result: 'done',
    byAccount: false,
    names: { user: 'Ada' },
  });
  expect(sentenceEntryOf({ ...entry, outcome: null, actor: { kind: 'account', id: 'a', lastFour: null } })).toMatchObject({
    result: 'unknown',
    byAccount: true,
  });
});

test('an undo is planned with the ID of what was created and what was made of the fields', () => {
  expect(undoEntryOf(entry, catalog.users.create)).toMatchObject({ response: { id: 'u1', display_name: 'Ada' } });
  expect(undoEntryOf(entry, catalog.users.create)).not.toHaveProperty('before');
});

test('what is erased, or has no rule, has no undo; its sentence has no names', () => {
  const erased = { ...entry, personal: null };
  expect(undoEntryOf(erased, catalog.users.create)).toBeNull();
  expect(sentenceEntryOf(erased)).toMatchObject({ input: {}, names: {} });
  expect(undoEntryOf(entry, catalog.auth.passwordSignIn)).toBeNull();
});
