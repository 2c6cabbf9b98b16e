import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { changedParts, diffLines } from './diff-lines';
import { changesOf } from './entry-changes';

const entry = (endpoint: string, personal: Partial<NonNullable<JournalEntry['personal']>> | null, made: unknown = null) =>
  ({ endpoint, personal: personal && { names: {}, before: null, request: {}, ...personal }, outcome: { made } }) as JournalEntry;

describe('the changes of an entry', () => {
  it('are the fields that were sent with another value, as the service made them', () => {
    const before = { display_name: 'Alan', server_metadata: { plan: 'free' }, primary_email: 'A@b.c' };
    const request = { body: { display_name: 'Alan', server_metadata: { plan: 'team' }, primary_email: 'B@b.c' } };
    expect(changesOf(entry('users.update', { before, request }, { primary_email: 'b@b.c' }))).toEqual({
      changes: [
        { field: 'server_metadata', before: { plan: 'free' }, after: { plan: 'team' } },
        { field: 'primary_email', before: 'A@b.c', after: 'b@b.c' },
      ],
      unchanged: 1,
      isOldKnown: true,
    });
  });

  it('are what was sent while the old value isn’t known, what was deleted, and nothing once erased', () => {
    expect(changesOf(entry('users.update', { request: { body: { display_name: 'x' } } })).changes).toEqual([
      { field: 'display_name', after: 'x' },
    ]);
    expect(changesOf(entry('users.delete', { before: { id: 'u' } })).changes).toEqual([{ field: null, before: { id: 'u' } }]);
    expect(changesOf(entry('users.delete', null)).changes).toEqual([]);
  });

  it('are none where the service made of an empty text what was there', () => {
    const [before, request] = [{ restricted_by_admin_reason: null }, { body: { restricted_by_admin_reason: '' } }];
    expect(changesOf(entry('users.update', { before, request }, { restricted_by_admin_reason: null }))).toEqual({
      changes: [],
      unchanged: 1,
      isOldKnown: true,
    });
  });

  it('of an email address that is added have no old values, which are those of other addresses', () => {
    const [before, request] = [{ items: [{ id: 'a', value: 'a@b.c' }] }, { body: { user_id: 'u', value: 'b@b.c' } }];
    expect(changesOf(entry('contactChannels.create', { before, request }))).toMatchObject({ isOldKnown: false, unchanged: 0 });
    const params = { user_id: 'u', id: 'a' };
    expect(changesOf(entry('contactChannels.delete', { before, request: { params } })).changes).toEqual([
      { field: null, before: { id: 'a', value: 'a@b.c' } },
    ]);
  });

  it('are those of a project’s settings, and of keys of its configuration', () => {
    const before = { config: { sign_up_enabled: true, domains: [] } };
    const request = { body: { config: { sign_up_enabled: false } } };
    expect(changesOf(entry('projects.update', { before, request })).changes).toEqual([
      { field: 'sign_up_enabled', before: true, after: false },
    ]);
    const text = { body: { config_override_string: '{"a.b":1}' } };
    expect(changesOf(entry('config.overrideLevel', { request: text })).changes).toEqual([{ field: 'a.b', after: 1 }]);
  });
});

describe('the lines of a change', () => {
  const shown = (lines: ReturnType<typeof diffLines>) =>
    lines.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+', gap: '~' }[kind]}${text}`);

  it('are removed before they are added, and commas are no difference', () => {
    const change = { before: { plan: 'free', seats: 5, crm: 1 }, after: { plan: 'team', seats: 12, crm: 1, more: true } };
    expect(shown(diffLines(change))).toEqual([
      ' {',
      '-  "plan": "free",',
      '-  "seats": 5,',
      '+  "plan": "team",',
      '+  "seats": 12,',
      '   "crm": 1,',
      '+  "more": true',
      ' }',
    ]);
  });

  it('are those of a value that is new, or gone', () => {
    expect(shown(diffLines({ after: 'x' }))).toEqual(['+"x"']);
    expect(shown(diffLines({ before: null }))).toEqual(['-null']);
  });

  it('leave out what is far from a change', () => {
    const list = Array.from({ length: 30 }, (_, at) => at);
    const lines = changedParts(diffLines({ before: list, after: list.map((each) => (each === 15 ? -1 : each)) }));
    expect(shown(lines)).toEqual(['~…', '   13,', '   14,', '-  15,', '+  -1,', '   16,', '   17,', '~…']);
  });
});
