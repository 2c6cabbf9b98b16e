import { describe, expect, test } from 'vitest';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { accessToken, reportOf } from '#tests/support/main/test-ports.ts';
import { claimsOf, tokenOf, tokenReleases } from '#tests/support/samples/access-token.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { createSystemClock } from '../runtime/system-clock';
import { assertRefreshToken, createLifeCheck, createServerClock, expiryOf, hasLife, hasMinimumLifetime } from './token-life';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (payload: unknown) => `${part({ alg: 'ES256' })}.${typeof payload === 'string' ? payload : part(payload)}.c2ln`;

test.each([
  '',
  ' ',
  'undefined',
  'null',
  'x',
  'a.b',
  'a.b.c',
  'a.b.c.d.e',
  '..',
  jwt({}),
  jwt({ exp: null }),
  jwt({ exp: '1744193400' }),
  jwt({ exp: {} }),
  jwt([]),
  jwt(7),
  jwt(part('text').slice(0, 3)),
  jwt(Buffer.from('{"exp":1e999}').toString('base64url')),
  jwt({ exp: 1e308 }),
  jwt({ exp: true }),
  jwt(Buffer.from('{"exp":174').toString('base64url')),
  jwt(`${'['.repeat(10)}`),
  `Bearer ${accessToken(someDay)}`.replaceAll('.', ' '),
])('%j is no access token', async (text) => {
  expect(await reportOf((async () => expiryOf(text))())).toEqual({ code: 'bad-token' });
});

test('the end of a token is its `exp`, in milliseconds, whatever else it says', () => {
  expect(expiryOf(jwt({ exp: 1744193400 }))).toBe(1744193400000);
  expect(expiryOf(jwt({ exp: 1744193400, iss: 7, nbf: 'never', aud: null }))).toBe(1744193400000);
  expect(expiryOf(jwt({ exp: -1 }))).toBe(-1000);
});

test.each(tokenReleases)('a token of %s ends when its `exp` says, of whichever user it is', (release) => {
  const facts = { origin: 'https://x.test', projectId: 'p', sessionId: 's', issuedAt: 1744192800, expiresAt: 1744193400 };
  const named = { ...sampleUser, display_name: 'Ada 💡 Łovelace' };
  for (const [user, restricted] of [
    [named, null],
    [{ id: sampleUser.id, is_anonymous: true }, 'anonymous'],
    [named, 'email_not_verified'],
  ] as const) {
    const token = tokenOf(claimsOf(release, { ...facts, user, restricted }));
    expect(expiryOf(token)).toBe(1744193400000);
    expect([hasLife(token, 1744193400000 - 20_000), hasLife(token, 1744193400000 - 19_999)]).toEqual([true, false]);
  }
});

test.each(['', ' ', '\n', 'undefined', 'null', 'two words', 'line\nbreak', 'tökèn', 'x\0'])('%j is no refresh token', async (text) => {
  expect(await reportOf((async () => assertRefreshToken(text))())).toEqual({ code: 'bad-token' });
});

test('a refresh token is anything else', () => {
  for (const text of ['0123456789abcdefghjkmnpqrstvwxyz0123456789abc', 'x', 'undefined1'])
    expect(() => assertRefreshToken(text)).not.toThrow();
});

test('a life check reads each token once, and follows the time and the token', () => {
  const hasLife = createLifeCheck();
  const tokens = { access: accessToken(someDay) };
  const checked = [20_000, 19_999, 20_000].map((left) => hasLife(tokens, someDay - left));
  expect(checked).toEqual([true, false, true]);
  expect(hasLife({ access: accessToken(someDay - 60_000) }, someDay - 20_000)).toBe(false);
  expect([hasLife({ access: 'damaged' }, 0), hasLife({ access: null }, 0)]).toEqual([false, false]);
  let reads = 0;
  const counted = {
    get access() {
      reads += 1;
      return accessToken(someDay);
    },
  };
  for (let time = 0; time < 3; time += 1) hasLife(counted, 0);
  expect(reads).toBe(1);
});

describe('life enough', () => {
  test.each([
    { left: 19_999, enough: false },
    { left: 20_000, enough: true },
    { left: -1, enough: false },
    { left: 600_000, enough: true },
  ])('$left ms left: $enough', ({ left, enough }) => {
    expect(hasMinimumLifetime(accessToken(someDay), someDay - left)).toBe(enough);
  });

  test.each([60, 61, 3600])('asking for %d seconds is a programming error', (seconds) => {
    expect(() => hasMinimumLifetime(accessToken(someDay), 0, seconds)).toThrow(RangeError);
  });
});

describe('the server’s clock', () => {
  const date = (moment: number) => new Date(moment).toUTCString();

  test('is the machine’s until the server has spoken', async () => {
    const clock = createFakeClock();
    const server = createServerClock(clock);
    await clock.advance(5_000);
    expect(server.now()).toBe(someDay + 5_000);
  });

  test('is the server’s from then on, however the machine’s date is moved', async () => {
    const clock = createFakeClock();
    const server = createServerClock(clock);
    server.observe(date(someDay + 3_600_000));
    expect(server.now()).toBe(someDay + 3_600_000);
    clock.setDate(0);
    await clock.advance(7_000);
    expect(server.now()).toBe(someDay + 3_607_000);
    server.observe(date(someDay));
    expect(server.now()).toBe(someDay);
    await clock.advance(400);
    server.observe(date(someDay));
    expect(server.now()).toBe(someDay);
  });

  test('continues while the machine sleeps, so that a token that has ended in the meantime is not treated as a valid one', () => {
    let up = 0;
    const server = createServerClock(createSystemClock({ date: () => someDay + up, awake: () => 0, up: () => up }));
    server.observe(date(someDay));
    expect(hasMinimumLifetime(accessToken(someDay + 600_000), server.now())).toBe(true);
    up = 3_600_000;
    expect(server.now()).toBe(someDay + 3_600_000);
    expect(hasMinimumLifetime(accessToken(someDay + 600_000), server.now())).toBe(false);
  });

  test.each(['', 'yesterday', '7', '-1', '2026-11-20', 'Fri, 99 Nov 2026 12:00:00 GMT'])('does not believe "%s"', (text) => {
    const server = createServerClock(createFakeClock());
    server.observe(date(someDay + 60_000));
    server.observe(text);
    expect(server.now()).toBe(someDay + 60_000);
  });
});
