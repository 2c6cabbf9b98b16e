import { expect, test } from 'vitest';
import { passphraseProblem } from './new-passphrase';

test.each([
  ['', '', 'short'],
  ['elevenchars', 'elevenchars', 'short'],
  ['🔑'.repeat(11), '🔑'.repeat(11), 'short'],
  ['twelve chars', '', 'different'],
  ['twelve chars', 'twelve Chars', 'different'],
  ['twelve chars', 'twelve chars ', 'different'],
  ['twelve chars', 'twelve chars', null],
  ['🔑'.repeat(12), '🔑'.repeat(12), null],
  ['x'.repeat(1000), 'x'.repeat(1000), null],
])('%j, repeated as %j: %s', (passphrase, repeated, problem) => {
  expect(passphraseProblem(passphrase, repeated)).toBe(problem);
});
