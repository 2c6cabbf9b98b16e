import { expect, test } from 'vitest';
import { seededRandom } from '#tests/support/main/test-ports.ts';
import { createPageTokens } from './page-tokens';

function setUp() {
  const time = { now: 0 };
  return { time, tokens: createPageTokens(seededRandom(), () => time.now) };
}

test('a one-time token is traded once for the session token', () => {
  const { tokens } = setUp();
  const [one, other] = [tokens.issue(), tokens.issue()];
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(one).not.toBe(other);
  const session = tokens.trade(one);
  expect(session).toMatch(/^[\w-]{43}$/);
  expect([tokens.trade(one), tokens.trade(other)]).toEqual([null, session]);
  expect(session !== null && tokens.isSession(session)).toBe(true);
});

test('a one-time token expires after five minutes', () => {
  const { tokens, time } = setUp();
  const [one, other] = [tokens.issue(), tokens.issue()];
  time.now = 300_000;
  expect(tokens.trade(one)).not.toBeNull();
  time.now = 300_001;
  expect(tokens.trade(other)).toBeNull();
  time.now = 0;
  expect(tokens.trade(other)).toBeNull();
});

test('keeps at most 64 one-time tokens, and removes the oldest', () => {
  const { tokens } = setUp();
  const issued = Array.from({ length: 66 }, () => tokens.issue());
  expect(issued.map((token) => tokens.trade(token) !== null)).toEqual([false, false, ...Array(64).fill(true)]);
});

test('does not accept a session token as a one-time token, nor the reverse', () => {
  const { tokens } = setUp();
  const one = tokens.issue();
  expect(tokens.isSession(one)).toBe(false);
  const session = tokens.trade(one) ?? '';
  expect(tokens.trade(session)).toBeNull();
});

test.each([
  '',
  'x',
  'x'.repeat(43),
  'é'.repeat(43),
  '\ud800'.repeat(43),
  `${'x'.repeat(42)}é`,
  'x'.repeat(86),
  '\0'.repeat(43),
  '__proto__',
  'constructor',
])('rejects %j', (text) => {
  const { tokens } = setUp();
  tokens.issue();
  expect([tokens.isSession(text), tokens.trade(text)]).toEqual([false, null]);
});

test('each process has a different session token', () => {
  const other = createPageTokens(seededRandom(2), () => 0);
  const { tokens } = setUp();
  expect(tokens.isSession(other.trade(other.issue()) ?? '')).toBe(false);
});
