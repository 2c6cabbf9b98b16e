import { expect, test } from 'vitest';
import { textToType } from './revoke-dialog';

test.each([
  ['Web application', 'Web application'],
  ['  Web  ', 'Web'],
  ['', 'k3vx'],
  ['   ', 'k3vx'],
  ['مفتاح', 'k3vx'],
  ['Reports 🔑', 'k3vx'],
  ['x'.repeat(41), 'k3vx'],
  ['two\nlines', 'two lines'],
  ['Web\u200b  application', 'Web application'],
  ['\u200b', 'k3vx'],
])('%j is confirmed with %j', (description, expected) => {
  expect(textToType(description, 'k3vx')).toBe(expected);
});
