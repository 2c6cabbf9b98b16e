import { expect, test } from 'vitest';
import { createRedactor, type Redact } from '../redact';
import { cutText, readKnownError } from './error-body';

const noSecrets: Redact = (value) => value;

test('returns the code, the text and the details', () => {
  expect(readKnownError({ code: 'X', error: 'No.', details: { a: [1] }, later: true }, noSecrets, 'X')).toEqual({
    known: 'X',
    text: 'No.',
    details: { a: [1] },
  });
});

test.each([null, [], 'X', {}, { code: 1 }, { code: 'Y' }, { code: 'X', error: 1 }, { code: 'X', error: null }])(
  'returns null for %j when X is announced',
  (body) => {
    expect(readKnownError(body, noSecrets, 'X')).toBeNull();
  },
);

test('returns any code when none is announced', () => {
  expect(readKnownError({ code: 'Y' }, noSecrets)).toEqual({ known: 'Y' });
});

test('cuts a text of a megabyte to 500 characters, and a code to 100', () => {
  const found = readKnownError({ code: 'C'.repeat(5000), error: '🔑'.repeat(500_000) }, noSecrets);
  expect(found).toEqual({ known: `${'C'.repeat(99)}…`, text: `${'🔑'.repeat(249)}…` });
});

test('leaves out details of more than 20 000 characters', () => {
  const withDetails = (length: number) => readKnownError({ code: 'X', details: 'x'.repeat(length - 2) }, noSecrets);
  expect(withDetails(20_000)).toHaveProperty('details');
  expect(withDetails(20_001)).toEqual({ known: 'X' });
});

test('removes secrets before it cuts the text, so that no part of one remains', () => {
  const secret = 'ssk_abcdefghijkl';
  const redact = createRedactor(() => [secret]);
  const found = readKnownError({ code: `C_${secret}`, error: `${'x'.repeat(492)}${secret}${'x'.repeat(20)}`, details: [secret] }, redact);
  expect(JSON.stringify(found)).not.toContain('ssk_a');
  expect(found).toMatchObject({ known: 'C_***', details: ['***'] });
});

test.each([
  { text: '', max: 4, cut: '' },
  { text: 'four', max: 4, cut: 'four' },
  { text: 'fives', max: 4, cut: 'fiv…' },
  { text: 'ab🔑d', max: 5, cut: 'ab🔑d' },
  { text: 'ab🔑de', max: 5, cut: 'ab🔑…' },
  { text: 'abc🔑e', max: 5, cut: 'abc…' },
  { text: '🔑🔑🔑', max: 1, cut: '…' },
])('cuts "$text" to at most $max units: "$cut"', ({ text, max, cut }) => {
  expect(cutText(text, max)).toBe(cut);
});

test('never ends with half a character, wherever the cut falls', () => {
  for (let max = 1; max < 20; max += 1) expect(cutText('🔑'.repeat(10), max)).toMatch(/^(🔑)*…$/u);
});
