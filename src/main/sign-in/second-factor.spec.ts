import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { submitTotp } from './two-factor-setup';

const attemptCode = 'a'.repeat(45);

function setUp(answer: () => ReturnType<typeof response>) {
  const scene = signInScene(serviceOf({ '/mfa/sign-in': answer }));
  const pending = { kind: 'totp', attemptCode, goTo: '/teams', linkedAccountId: null } as const;
  const flowId = scene.signInDeps.flows.begin({ connectionId: 'c', windowId: 'w' }, pending, 300_000);
  const isOver = async () => {
    try {
      scene.signInDeps.flows.find(flowId, 'w', 'totp');
      return false;
    } catch {
      return true;
    }
  };
  return { ...scene, flowId, isOver, submit: (typed: string) => submitTotp(scene.signInDeps, flowId, 'w', typed) };
}

describe('the authentication code', () => {
  test.each(['123456', ' 123 456 ', '1 2 3 4 5 6', '１２３　４５６'])('can be typed as %j and completes the sign-in', async (typed) => {
    const { submit, asked, isOver } = setUp(() => response({ ...signedInAnswer, is_new_user: true }));
    const user = expect.objectContaining({ id: sampleUser.id });
    expect(await submit(typed)).toEqual({ step: 'signed-in', accountId: 'a1', user, isNewUser: true, upgraded: false, goTo: '/teams' });
    expect(asked()[0]).toBe(`POST /auth/mfa/sign-in {"code":"${attemptCode}","type":"totp","totp":"123456"}`);
    expect(await isOver()).toBe(true);
  });

  test.each(['', '12345', '1234567', 'abcdef', '12345a', '-12345', '1.2345', '123\u0000456'])(
    'rejects %j without a request',
    async (typed) => {
      const { submit, asked, isOver } = setUp(() => response(signedInAnswer));
      expect(await reportOf(submit(typed))).toEqual({ code: 'bad-input', path: 'totp' });
      expect([asked(), await isOver()]).toEqual([[], false]);
    },
  );

  test.each([
    ['INVALID_TOTP_CODE', false],
    ['VERIFICATION_CODE_NOT_FOUND', true],
    ['VERIFICATION_CODE_EXPIRED', true],
    ['VERIFICATION_CODE_ALREADY_USED', true],
    ['VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', true],
    ['SOMETHING_NEW', false],
  ])('%s: whether the attempt has ended: %s', async (known, over) => {
    const { submit, isOver, accounts } = setUp(() => knownError(known, 400, { attempt_code: attemptCode }));
    const report = await reportOf(submit('123456'));
    expect(report).toMatchObject({ code: 'known-error', known });
    expect(JSON.stringify(report)).not.toContain(attemptCode.slice(0, 8));
    expect([await isOver(), accounts()]).toEqual([over, []]);
  });

  test.each(['connection-lost', 'timed-out'] as const)('%s leaves the attempt as it is', async (code) => {
    const { submit, isOver } = setUp(() => {
      throw fail(code);
    });
    expect(await reportOf(submit('123456'))).toMatchObject({ code });
    expect(await isOver()).toBe(false);
  });

  test('uses no attempt while the keychain is locked', async () => {
    const { submit, secrets, asked, isOver } = setUp(() => response(signedInAnswer));
    secrets.locked = true;
    expect(await reportOf(submit('123456'))).toEqual({ code: 'keychain-locked' });
    expect([asked(), await isOver()]).toEqual([[], false]);
  });
});
