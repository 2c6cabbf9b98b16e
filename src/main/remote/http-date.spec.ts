import { expect, test } from 'vitest';
import { parseHttpDate } from './http-date';

const moment = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])('%s is a moment', (text) => {
  expect(parseHttpDate(text)).toBe(moment);
});

test.each([
  undefined,
  '',
  '0',
  '-5',
  '1.5',
  '5 seconds',
  'soon',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 PST',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 25:61:61 GMT',
  'Sun, 06 Nox 1994 08:49:37 GMT',
])('%j is none', (text) => {
  expect(parseHttpDate(text)).toBeNull();
});
