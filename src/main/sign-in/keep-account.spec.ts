import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { fresh } from '#tests/support/main/sessions-scene.ts';
import { serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { completeSignIn, type SignInRequest } from './complete-sign-in';
import { submitTotp } from './two-factor-setup';

const spare = { ...signedInAnswer, access_token: fresh, refresh_token: 'spare' };
const attemptCode = 'a'.repeat(45);
const secondStep = new AppError({
  code: 'known-error',
  known: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  status: 400,
  details: { attempt_code: attemptCode },
});

/** A service with two-factor authentication on which an account is signed in. */
async function setUp() {
  const success = response({ success: true });
  const scene = signInScene(serviceOf({ '/mfa/sign-in': () => response(spare), 'DELETE /auth/sessions/current': () => success }));
  const accountId = await scene.add();
  const link: SignInRequest = { connectionId: 'c', windowId: 'w', linkedAccountId: accountId };
  const ended = () =>
    scene.transport.requests.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers['x-stack-refresh-token']);
  return { ...scene, accountId, link, ended };
}

const done = { step: 'signed-in', accountId: 'a1', isNewUser: false, upgraded: false, goTo: null };

describe('connecting a provider', () => {
  test('keeps the account’s session, and revokes the one that the service started', async () => {
    const { signInDeps, link, ended, accounts } = await setUp();
    expect(await completeSignIn(signInDeps, link, async () => spare)).toMatchObject(done);
    expect([ended(), accounts().length]).toEqual([['spare'], 1]);
    expect((await signInDeps.sessions.source('a1', 'c').tokens()).refresh).toBe(`refresh-${sampleUser.id}`);
  });

  test('does the same after two-factor authentication, so that one session is left', async () => {
    const { signInDeps, link, ended, accounts } = await setUp();
    const step = await completeSignIn(signInDeps, link, () => Promise.reject(secondStep));
    if (step.step !== 'totp') throw new Error(step.step);
    expect(ended()).toEqual([]);
    expect(await submitTotp(signInDeps, step.flowId, 'w', '123456')).toMatchObject(done);
    expect([ended(), accounts().length]).toEqual([['spare'], 1]);
    expect((await signInDeps.sessions.source('a1', 'c').tokens()).refresh).toBe(`refresh-${sampleUser.id}`);
  });

  test('revokes nothing when the service returned the account’s own session', async () => {
    const { signInDeps, link, ended } = await setUp();
    const own = { ...spare, refresh_token: `refresh-${sampleUser.id}` };
    expect(await completeSignIn(signInDeps, link, async () => own)).toMatchObject(done);
    expect(ended()).toEqual([]);
    expect((await signInDeps.sessions.source('a1', 'c').tokens()).refresh).toBe(own.refresh_token);
  });

  test('revokes nothing when the account’s own session can’t be renewed to compare them', async () => {
    const { signInDeps, link, ended, clock } = await setUp();
    await clock.advance(3_600_000);
    expect(await completeSignIn(signInDeps, link, async () => spare)).toMatchObject(done);
    expect(ended()).toEqual([]);
  });

  test('revokes the session that the service started when the account was removed in the meantime', async () => {
    const { signInDeps, link, ended } = await setUp();
    const exchange = async () => {
      await signInDeps.sessions.forget('a1');
      return spare;
    };
    await completeSignIn(signInDeps, link, exchange).catch(() => undefined);
    expect(ended()).toEqual(['spare']);
  });

  test('leaves a session that is shared with a program alone', async () => {
    const { signInDeps, link, ended } = await setUp();
    await signInDeps.sessions.share('a1', 'c', async () => undefined);
    const step = await completeSignIn(signInDeps, link, () => Promise.reject(secondStep));
    if (step.step !== 'totp') throw new Error(step.step);
    await submitTotp(signInDeps, step.flowId, 'w', '123456');
    expect(ended()).toEqual(['spare']);
  });

  test('keeps the details of an error from windows', async () => {
    const { signInDeps, link } = await setUp();
    const error = new AppError({ code: 'known-error', known: 'SCHEMA_ERROR', details: { code: 'secret' } });
    const thrown = await completeSignIn(signInDeps, link, () => Promise.reject(error)).catch((cause: unknown) => cause);
    expect((thrown as AppError).report).toEqual({ code: 'known-error', known: 'SCHEMA_ERROR' });
  });
});

test('signing in with two-factor authentication replaces the session and revokes it', async () => {
  const { signInDeps, ended, accounts } = await setUp();
  const step = await completeSignIn(signInDeps, { connectionId: 'c', windowId: 'w' }, () => Promise.reject(secondStep));
  if (step.step !== 'totp') throw new Error(step.step);
  expect(await submitTotp(signInDeps, step.flowId, 'w', '123456')).toMatchObject(done);
  expect([ended(), accounts().length]).toEqual([[`refresh-${sampleUser.id}`], 1]);
});
