import { expect, it } from 'vitest';
import { contestedFields, followBase } from './use-guarded-form';

const fields = { name: { label: 'Name' }, email: { label: 'Email', isSame: (a: string, b: string) => a.trim() === b.trim() } };
const started = { name: 'Ada', email: 'ada@example.com' };

it.each([
  ['nothing is edited', { name: 'Ada L.', email: 'x@example.com' }, { name: 'Ada L.', email: 'x@example.com' }, []],
  ['other fields are changed elsewhere', { name: 'Ada', email: 'x@example.com' }, { name: 'Ada L.', email: 'x@example.com' }, []],
  ['the same field is changed elsewhere', { name: 'Countess', email: started.email }, { name: 'Ada L.', email: started.email }, ['name']],
  ['both changes are the same', { name: 'Ada L.', email: started.email }, { name: 'Ada L.', email: started.email }, []],
  [
    'the values differ by what saving would not change',
    { name: 'Ada', email: 'x@example.com ' },
    { name: 'Ada', email: 'x@example.com' },
    [],
  ],
])('finds the contested fields when %s', (_, stored, values, expected) => {
  const base = followBase(started, fields, stored, values);
  expect(contestedFields(base, fields, stored, values)).toEqual(expected);
});

it('keeps what an edit started from until the edit is taken back', () => {
  const edited = followBase(started, fields, started, { ...started, name: 'Mine' });
  const theirs = { ...started, name: 'Theirs' };
  const later = followBase(edited, fields, theirs, { ...theirs, name: 'Mine' });
  expect(later.name).toBe('Ada');
  expect(contestedFields(later, fields, theirs, { ...theirs, name: 'Mine' })).toEqual(['name']);
  expect(followBase(later, fields, theirs, theirs).name).toBe('Theirs');
});

it('returns the same object when nothing changed', () => {
  expect(followBase(started, fields, started, { ...started, name: 'Mine' })).toBe(started);
});
