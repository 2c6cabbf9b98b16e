import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { jobSummary, journalRows } from './entry-rows';

const noon = new Date(2026, 10, 29, 12).getTime();
let lastSeq = 100;

/** A grant of a permission, as a job makes it. */
function grant(
  own: { user?: string; permission?: string; result?: string | null; job?: string | null; timeMillis?: number } = {},
): JournalEntry {
  const { user = 'u1', permission = 'reports:read', result = 'done', job = 'j1', timeMillis = noon } = own;
  lastSeq -= 1;
  return {
    seq: lastSeq,
    timeMillis,
    endpoint: 'permissions.grantInProject',
    target: { kind: 'permission', id: permission },
    people: [user],
    source: 'job',
    actor: { kind: 'key', id: 'server', lastFour: 'v5xr' },
    impersonation: null,
    job,
    outcome: result === null ? null : { result, createdId: null },
    personal: { names: {}, before: null, request: { params: { user_id: user, permission_id: permission } } },
  } as unknown as JournalEntry;
}

const created = (id: string | null) =>
  ({
    ...grant(),
    endpoint: 'users.create',
    target: { kind: 'user', id: null },
    people: [],
    outcome: { result: 'done', createdId: id },
  }) as unknown as JournalEntry;

test('entries of one job on one day are one row, also around others', () => {
  const entries = [grant(), grant({ job: null }), grant({ user: 'u2' }), grant({ user: 'u3', timeMillis: noon - 86_400_000 })];
  const rows = journalRows(entries).map((row) => (row.kind === 'day' ? row.count : 1 + row.others.length));
  expect(rows).toEqual([2, 2, 1, 1, 1]);
});

describe('the summary of a job', () => {
  test('has the title of its entries, and the number of their users', () => {
    const entries = [grant({ user: 'u1' }), grant({ user: 'u2' }), grant({ user: 'u2' })];
    expect(jobSummary(entries)).toEqual({ like: entries[0], users: 2, worst: null });
  });

  test.each([
    ['another permission', [grant(), grant({ permission: 'reports:export' })]],
    ['another write', [grant(), created('u9')]],
    ['another write after many', [...Array.from({ length: 200 }, () => grant()), created('u9')]],
  ])('has no title with %s', (_name, entries) => {
    expect(jobSummary(entries).like).toBeNull();
  });

  test('has the title of what was done, and marks the newest that failed before those that are unknown or under way', () => {
    const entries = [grant({ result: null }), grant({ result: 'unknown' }), grant({ result: 'failed' }), grant({ result: 'done' })];
    expect(jobSummary(entries)).toMatchObject({ like: entries[3], worst: entries[2] });
    expect(jobSummary(entries.slice(0, 2))).toMatchObject({ like: entries[0], worst: entries[0] });
  });

  test('counts users who were created, and none if one isn’t known', () => {
    expect(jobSummary([created('u1'), created('u2')]).users).toBe(2);
    expect(jobSummary([created('u1'), created(null)]).users).toBeNull();
    expect(jobSummary([grant(), { ...grant(), people: [] }]).users).toBeNull();
  });
});
