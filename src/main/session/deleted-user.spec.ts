import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { long, setUp as setUpSession } from '#tests/support/main/session-scene.ts';
import { fresh, live, over, setUp } from '#tests/support/main/sessions-scene.ts';
import {
  type Answer,
  createScriptedTransport,
  knownError,
  refreshed,
  reportOf,
  response,
  seededRandom,
} from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { TransportRequest, TransportResponse } from '../ports/ports';
import { createSender, type Target } from '../remote/send';

const noUser = knownError('CANNOT_GET_OWN_USER_WITHOUT_USER', 400);
const isMe = ({ url }: TransportRequest) => url.endsWith('/users/me');

/** A service that refreshes tokens of users whom it no longer knows, as releases 2.8.20 to 2.8.41 do. */
const deleted: Answer = ({ url }) => (url.endsWith('/token') ? refreshed(fresh) : noUser);

/** Ada is signed in; `call` sends a row as her. */
async function signedIn(answer: Answer, access = live) {
  const scene = setUp(answer);
  const accountId = await scene.add('ada', 'c', access);
  const { transport, clock, sessions } = scene;
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
  const target = await scene.reached.target('c');
  const session = () => ({ session: sessions.source(accountId, 'c') });
  return {
    ...scene,
    accountId,
    me: () => sender.send(catalog.users.me, 'account', target, {}, session()),
    own: () => sender.send(catalog.auth.sessions, 'account', target, { query: { user_id: 'me' } }, session()),
  };
}

describe('a user who was deleted at the service', () => {
  test.each([live, over])('is signed out here, though their tokens are still renewed', async (access) => {
    const { me, list, secrets, pushed } = await signedIn(deleted, access);
    const before = pushed.length;
    expect(await reportOf(me())).toEqual({ code: 'session-ended' });
    expect([list(), pushed.length]).toEqual([[['a1', 'c', 'ada', 'invalid', true]], before + 1]);
    expect([await secrets.get('account/a1/refresh'), await secrets.get('account/a1/access')]).toEqual([null, null]);
  });

  test('is asked about once for calls that fail together', async () => {
    const { own, list, transport } = await signedIn(deleted);
    expect(await Promise.all([own(), own(), own()].map(reportOf))).toEqual(Array(3).fill({ code: 'session-ended' }));
    expect([list(), transport.requests.filter(isMe).length]).toEqual([[['a1', 'c', 'ada', 'invalid', true]], 1]);
  });
});

describe('an error that may mean that the user was deleted', () => {
  const schemaError = (text: string): TransportResponse => ({
    ...knownError('SCHEMA_ERROR', 400),
    bytes: Buffer.from(JSON.stringify({ code: 'SCHEMA_ERROR', error: text, details: { message: text } })),
  });
  const hints: [string, TransportResponse][] = [
    ['a missing own user', noUser],
    ['a missing user', knownError('USER_AUTHENTICATION_REQUIRED', 401)],
    ['a missing field of the request', schemaError('Request validation failed:\n  - auth.user must be defined')],
  ];

  test.each(hints)('ends the session where the service does not know them: %s', async (_what, hint) => {
    const { own, list } = await signedIn((request) => (isMe(request) ? noUser : hint));
    expect(await reportOf(own())).toEqual({ code: 'session-ended' });
    expect(list()).toMatchObject([['a1', 'c', 'ada', 'invalid', true]]);
  });

  test.each(hints)('is reported as it is where the service knows them: %s', async (_what, hint) => {
    const { own, list } = await signedIn((request) => (isMe(request) ? response(sampleUser) : hint));
    expect(await reportOf(own())).toMatchObject({ code: 'known-error' });
    expect(list()).toMatchObject([['a1', 'c', 'ada', 'signed-in', true]]);
  });

  test.each<[string, Answer]>([
    ['cannot be asked', () => Promise.reject(fail('unreachable'))],
    ['fails', () => response('x', { status: 500 })],
    ['responds with nonsense', () => response('nonsense')],
    ['has another error', () => knownError('PROJECT_NOT_FOUND', 404)],
  ])('keeps the session where the service %s', async (_what, answer) => {
    const { own, list, secrets } = await signedIn((request, number) => (isMe(request) ? answer(request, number) : noUser));
    expect(await reportOf(own())).toMatchObject({ known: 'CANNOT_GET_OWN_USER_WITHOUT_USER' });
    expect([list(), await secrets.get('account/a1/refresh')]).toMatchObject([[['a1', 'c', 'ada', 'signed-in', true]], expect.any(String)]);
  });

  test('without tokens sends no request', async () => {
    const { clock, transport } = await signedIn(() => noUser);
    const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
    const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: {} };
    expect(await reportOf(sender.send(catalog.projects.current, 'none', target, {}))).toMatchObject({
      known: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    });
    expect(transport.requests.filter(isMe)).toEqual([]);
  });
});

describe('a session', () => {
  test('whose refresh is refused while the user is looked for has ended, too', async () => {
    const { parts, session, onEnded } = await setUpSession(long);
    parts.hasUser.mockImplementation(async () => {
      session.end();
      throw fail('session-ended');
    });
    expect([await session.hasLostUser(), session.state, onEnded.mock.calls.length]).toEqual([true, 'invalid', 0]);
  });

  test('passes a bug of ours on', async () => {
    const { parts, session } = await setUpSession(long);
    parts.hasUser.mockRejectedValue(new TypeError('ours'));
    await expect(session.hasLostUser()).rejects.toThrow('ours');
    expect(session.state).toBe('signed-in');
  });
});

test('an owner who was deleted is signed out: the service refuses their token in plain text', async () => {
  const clock = setUp().clock;
  const transport = createScriptedTransport(() => response('Invalid admin access token', { status: 401 }));
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
  const send = (isLost: boolean) => {
    const owner = { tokens: async () => ({ access: 'own', refresh: null }), refuse: () => undefined, hasLostUser: async () => isLost };
    const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: {}, owner };
    return reportOf(sender.send(catalog.projects.read, 'project', target, {}));
  };
  expect(await send(true)).toEqual({ code: 'owner-signed-out' });
  expect(await send(false)).toMatchObject({ code: 'service-error', status: 401 });
});
