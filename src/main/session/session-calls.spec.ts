import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { live } from '#tests/support/main/sessions-scene.ts';
import { type Answer, createScriptedTransport, knownError, response, seededRandom } from '#tests/support/main/test-ports.ts';
import type { TransportRequest } from '../ports/ports';
import { createSender, type Target, type TokenSource } from '../remote/send';
import { revokeRemoteSession } from './session-calls';

const where: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: {} };
const session = (tokens = { access: live, refresh: 'r' as string | null }): TokenSource => ({
  tokens: async () => tokens,
  refuse: () => undefined,
});
const isRefresh = ({ url }: TransportRequest) => url.endsWith('/auth/sessions/current/refresh');

/** Ends a session at a service that responds to the sign-out and then to the refresh. */
function revoke(signOut: Answer, refresh: Answer, own: { source?: TokenSource; target?: () => Promise<Target> } = {}) {
  const { source = session(), target = async () => where } = own;
  const clock = createFakeClock();
  const transport = createScriptedTransport((request, number) => (isRefresh(request) ? refresh : signOut)(request, number));
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
  const outcome: { value?: boolean } = {};
  const done = revokeRemoteSession(sender, clock, target, source).then((value) => {
    outcome.value = value;
  });
  return { clock, outcome, done, sent: () => transport.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`) };
}

const out = 'DELETE /api/v1/auth/sessions/current';
const refresh = 'POST /api/v1/auth/sessions/current/refresh';

const failed =
  (status: number): Answer =>
  () =>
    response('Something went wrong.', { status });
const gone: Answer = () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401);
const refreshed: Answer = () => response({ access_token: live });
const broken: Answer = () => {
  throw fail('unreachable');
};
const nonsense: Answer = () => response('nonsense');
const never: Answer = ({ signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(fail('cancelled'))));

describe('signing out at the service', () => {
  test.each<[string, Answer, Answer, boolean, readonly string[]]>([
    ['succeeds', () => response({ success: true }), broken, true, [out]],
    ['finds no session', gone, broken, true, [out]],
    ['fails with 500, and the session is gone', failed(500), gone, true, [out, refresh]],
    ['fails with 500, and the session is alive', failed(500), refreshed, false, [out, refresh]],
    ['fails with 500, as the refresh does', failed(500), failed(500), false, [out, refresh]],
    ['fails with 500, and the refresh with 502', failed(500), failed(502), false, [out, refresh]],
    [
      'fails with 500, and the refresh with another known error',
      failed(500),
      () => knownError('PROJECT_NOT_FOUND', 404),
      false,
      [out, refresh],
    ],
    ['fails with 500, and the refresh makes no sense', failed(500), nonsense, false, [out, refresh]],
    ['fails with 500, and the service is unreachable then', failed(500), broken, false, [out, refresh]],
    ['fails with 502, which says nothing about the session', failed(502), gone, false, [out]],
    ['fails with 503, which says nothing about the session', failed(503), gone, false, [out]],
    ['fails with another known error', () => knownError('PROJECT_NOT_FOUND', 404), gone, false, [out]],
    ['makes no sense', nonsense, gone, false, [out]],
  ])('%s', async (_what, signOut, onRefresh, expected, requests) => {
    const { clock, outcome, done, sent } = revoke(signOut, onRefresh);
    await done;
    expect([outcome.value, sent(), clock.waiting]).toEqual([expected, requests, 0]);
  });

  test('asks nothing more after status 500 without a refresh token', async () => {
    const { outcome, done, sent } = revoke(failed(500), gone, { source: session({ access: live, refresh: null }) });
    await done;
    expect([outcome.value, sent()]).toEqual([false, [out]]);
  });

  test('sends nothing for a session that has ended here', async () => {
    const ended: TokenSource = { ...session(), tokens: () => Promise.reject(fail('session-ended')) };
    const { outcome, done, sent } = revoke(failed(500), gone, { source: ended });
    await done;
    expect([outcome.value, sent()]).toEqual([true, []]);
  });
});

describe('takes five seconds at most', () => {
  const slowly =
    (delay: number, answer: Answer, clock: () => ReturnType<typeof createFakeClock>): Answer =>
    (request, number) =>
      new Promise((resolve, reject) => {
        const cancel = clock().after(delay, () => resolve(answer(request, number)));
        request.signal?.addEventListener('abort', () => {
          cancel();
          reject(fail('cancelled'));
        });
      });

  test.each<[string, Answer, Answer, { source?: TokenSource; target?: () => Promise<Target> }]>([
    ['a sign-out without a response', never, gone, {}],
    ['a refresh without a response', failed(500), never, {}],
    ['tokens that are not read', failed(500), gone, { source: { ...session(), tokens: () => new Promise(() => undefined) } }],
    ['keys that are not read', failed(500), gone, { target: () => new Promise(() => undefined) }],
  ])('%s', async (_what, signOut, onRefresh, own) => {
    const { clock, outcome, done } = revoke(signOut, onRefresh, own);
    await settle();
    await clock.advance(4_999);
    expect(outcome.value).toBeUndefined();
    await clock.advance(1);
    expect(outcome.value).toBe(false);
    await done;
    expect(clock.waiting).toBe(0);
  });

  test.each([
    [2_000, 2_999, true],
    [2_000, 3_001, false],
    [4_000, 4_000, false],
  ])('the sign-out and the refresh together: %i ms and %i ms', async (signOutMillis, refreshMillis, expected) => {
    const own: { clock?: ReturnType<typeof createFakeClock> } = {};
    const clock = () => own.clock as ReturnType<typeof createFakeClock>;
    const { outcome, done, clock: created } = revoke(slowly(signOutMillis, failed(500), clock), slowly(refreshMillis, gone, clock));
    own.clock = created;
    await settle();
    await created.advance(5_000);
    expect(outcome.value).toBe(expected);
    await done;
  });
});
