import { expect, it } from 'vitest';
import { journalPlace, journalSearch } from '#window/url-state.ts';
import { dayStart, filterOf } from './filter-of';
import { callOf, unstoredWrites } from './written-call';

const now = new Date(2026, 10, 19, 14, 2).getTime();
const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();

it('shows the journal of its own connection unless the address names another one, or all', () => {
  expect(filterOf({}, 'c1', now)).toEqual({ connectionId: 'c1' });
  expect(filterOf({ connection: 'c2' }, 'c1', now)).toEqual({ connectionId: 'c2' });
  expect(filterOf({ connection: 'all' }, 'c1', now)).toEqual({});
  expect(filterOf({}, undefined, now)).toEqual({});
});

it('counts whole days, with today', () => {
  expect(filterOf({ time: 'today' }, undefined, now)).toEqual({ fromMillis: day(11, 19) });
  expect(filterOf({ time: '7d' }, undefined, now)).toEqual({ fromMillis: day(11, 13) });
  expect(filterOf({ time: '30d' }, undefined, now)).toEqual({ fromMillis: day(10, 21) });
  expect(filterOf({ time: 'range', from: '2026-11-01', to: '2026-11-02' }, undefined, now)).toEqual({
    fromMillis: day(11, 1),
    toMillis: day(11, 3),
  });
  expect(filterOf({ time: 'range', from: '2026-13', to: '' }, undefined, now)).toEqual({});
  expect(dayStart('1960-01-01')).toBeUndefined();
});

it('leaves out emails and sessions for changes only', () => {
  expect(unstoredWrites).toEqual(expect.arrayContaining(['auth.signOut', 'auth.createSession', 'emails.sendEmail']));
  expect(unstoredWrites).not.toContain('users.update');
  expect(filterOf({ changes: 'only' }, undefined, now)).toEqual({ exceptEndpoints: unstoredWrites });
});

it('parses what it writes', () => {
  const place = {
    q: 'a b',
    actor: 'server',
    connection: 'all',
    kind: 'user',
    result: 'failed',
    time: 'range',
    from: '2026-11-01',
  } as const;
  expect(journalPlace(new URLSearchParams(journalSearch({ ...place, changes: 'only', job: 'j', entry: '4' })))).toEqual({
    ...place,
    to: undefined,
    about: undefined,
    changes: 'only',
    job: 'j',
    entry: '4',
  });
});

it('names the request, and what was erased of it by an ellipsis', () => {
  const personal = { names: {}, before: null, request: { params: { user_id: '3241a285-0000-4000-8000-00000000140c' } } };
  expect(callOf({ endpoint: 'users.update', personal })).toEqual({
    method: 'PATCH',
    path: '/users/3241a285-0000-4000-8000-00000000140c',
    shownPath: '/users/3241…140c',
  });
  expect(callOf({ endpoint: 'users.update', personal: null })?.path).toBe('/users/…');
  expect(callOf({ endpoint: 'constructor.name', personal: null })).toBeNull();
});
