import { describe, expect, test } from 'vitest';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { TransportRequest } from '../ports/ports';
import { createCodeSignIn } from './one-time-code';

const nonce = (number: number) => String(number).padStart(39, 'n');
const entry = { connectionId: 'c', windowId: 'w', email: 'ada@x.io' };
const notFound = () => knownError('VERIFICATION_CODE_NOT_FOUND', 404);
const codeIn = ({ body }: TransportRequest): unknown => JSON.parse(body ?? '').code;

function setUp(redeem: (code: unknown) => ReturnType<typeof response> = () => response(signedInAnswer)) {
  let mails = 0;
  const answer = serviceOf({
    '/send-sign-in-code': () => response({ nonce: nonce(++mails) }),
    '/otp/sign-in': (request) => redeem(codeIn(request)),
  });
  const scene = signInScene(answer, { clock: createFakeClock() });
  return { ...scene, codes: createCodeSignIn(scene.signInDeps) };
}

/** The submitted codes. */
const redeemed = ({ asked }: ReturnType<typeof setUp>) =>
  asked()
    .filter((text) => text.startsWith('POST /auth/otp/sign-in '))
    .map((text) => /"code":"(\w+)"/.exec(text)?.[1]);

describe('a one-time code', () => {
  test('is requested with a redirect URL that contains the connection', async () => {
    const { codes, asked } = setUp();
    expect(await codes.send(entry)).toEqual({ step: 'code-sent', flowId: 'flow1', email: 'ada@x.io', canResendAt: someDay + 30_000 });
    expect(asked()).toEqual([
      'POST /auth/otp/send-sign-in-code {"email":"ada@x.io","callback_url":"http://localhost:47810/handler/magic-link-callback?connection=c"}',
    ]);
  });

  test.each(['abc123', 'ABC123', ' a b c 1 2 3 ', 'abc\t123\n', 'AbC 123', 'ａｂｃ１２３'])('can be typed as %j', async (typed) => {
    const scene = setUp();
    await scene.codes.send(entry);
    expect(await scene.codes.submit('flow1', 'w', typed)).toMatchObject({ step: 'signed-in', accountId: 'a1', isNewUser: false });
    expect(redeemed(scene)).toEqual([`abc123${nonce(1)}`]);
  });

  test.each(['', ' ', 'abc12', 'abc1234', 'abc-12', 'abc12ä', 'abc12\u0000', 'x'.repeat(45)])(
    'rejects %j without a request',
    async (typed) => {
      const scene = setUp();
      await scene.codes.send(entry);
      expect(await reportOf(scene.codes.submit('flow1', 'w', typed))).toEqual({ code: 'bad-input', path: 'code' });
      expect(redeemed(scene)).toEqual([]);
    },
  );

  test('can be from an earlier email; the newest is tried first, and at most three', async () => {
    const scene = setUp((code) => (code === `abc123${nonce(2)}` ? response(signedInAnswer) : notFound()));
    await scene.codes.send(entry);
    for (let round = 0; round < 3; round += 1) {
      await scene.clock.advance(30_000);
      await scene.codes.resend('flow1', 'w');
    }
    expect(await scene.codes.submit('flow1', 'w', 'abc123')).toMatchObject({ step: 'signed-in' });
    expect(redeemed(scene)).toEqual([4, 3, 2].map((number) => `abc123${nonce(number)}`));
  });

  test('that is incorrect keeps the flow and its pause', async () => {
    const { codes } = setUp(notFound);
    await codes.send(entry);
    expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toMatchObject({ known: 'VERIFICATION_CODE_NOT_FOUND' });
    expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toMatchObject({ known: 'VERIFICATION_CODE_NOT_FOUND' });
    expect(await reportOf(codes.resend('flow1', 'w'))).toEqual({ code: 'too-soon' });
  });

  test.each(['VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_ALREADY_USED', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'])(
    '%s keeps the flow, and allows another email immediately',
    async (known) => {
      const { codes } = setUp(() => knownError(known, 400));
      await codes.send(entry);
      expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toMatchObject({ known });
      expect(await codes.resend('flow1', 'w')).toMatchObject({ step: 'code-sent', flowId: 'flow1' });
    },
  );

  test.each(['USER_EMAIL_ALREADY_EXISTS', 'SIGN_UP_NOT_ENABLED'])('%s is reported, and the flow goes on', async (known) => {
    const { codes } = setUp(() => knownError(known, 400));
    await codes.send(entry);
    expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toMatchObject({ known });
    expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toMatchObject({ known });
  });

  test('that requires two-factor authentication is used up and continues with that step', async () => {
    const attempt = { attempt_code: 'a'.repeat(45) };
    const { codes, signInDeps } = setUp(() => knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, attempt));
    await codes.send(entry);
    expect(await codes.submit('flow1', 'w', 'abc123')).toEqual({ step: 'totp', flowId: 'flow2', until: someDay + 300_000 });
    expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toEqual({ code: 'flow-over' });
    expect(signInDeps.flows.find('flow2', 'w', 'totp').pending.attemptCode).toBe(attempt.attempt_code);
  });

  test('works in the requesting window only', async () => {
    const { codes } = setUp();
    await codes.send(entry);
    expect(await reportOf(codes.submit('flow1', 'x', 'abc123'))).toEqual({ code: 'flow-over' });
    expect(await reportOf(codes.resend('flow1', 'x'))).toEqual({ code: 'flow-over' });
  });

  test('is canceled together with its requests', async () => {
    const { codes, transport, signInDeps, accounts } = setUp();
    await codes.send(entry);
    transport.answer = async ({ signal }) => {
      signInDeps.flows.cancel('flow1', 'w');
      expect(signal?.aborted).toBe(true);
      throw new Error('canceled');
    };
    await expect(codes.submit('flow1', 'w', 'abc123')).rejects.toThrow();
    expect(accounts()).toEqual([]);
  });
});

describe('another email', () => {
  test('is sent once for two that request it at the same time', async () => {
    const { codes, clock, asked } = setUp();
    await codes.send(entry);
    await clock.advance(30_000);
    const outcomes = await Promise.all([codes.resend('flow1', 'w'), reportOf(codes.resend('flow1', 'w'))]);
    expect(outcomes).toMatchObject([{ step: 'code-sent' }, { code: 'too-soon' }]);
    expect(asked()).toHaveLength(2);
  });

  test('may be requested again at once when it could not be sent', async () => {
    const { codes, clock, transport } = setUp();
    await codes.send(entry);
    await clock.advance(30_000);
    const { answer } = transport;
    transport.answer = () => knownError('REDIRECT_URL_NOT_WHITELISTED', 400);
    expect(await reportOf(codes.resend('flow1', 'w'))).toMatchObject({ known: 'REDIRECT_URL_NOT_WHITELISTED' });
    transport.answer = answer;
    expect(await codes.resend('flow1', 'w')).toMatchObject({ step: 'code-sent' });
  });

  test('that is sent while an expired code is being checked keeps its pause', async () => {
    const scene = setUp((code) => (code === `abc123${nonce(2)}` ? response(signedInAnswer) : knownError('VERIFICATION_CODE_EXPIRED', 400)));
    const { codes, clock, transport } = scene;
    await codes.send(entry);
    await clock.advance(30_000);
    const { answer } = transport;
    transport.answer = async (request, number) => {
      transport.answer = answer;
      await codes.resend('flow1', 'w');
      return answer(request, number);
    };
    expect(await reportOf(codes.submit('flow1', 'w', 'abc123'))).toMatchObject({ known: 'VERIFICATION_CODE_EXPIRED' });
    expect(await codes.submit('flow1', 'w', 'abc123')).toMatchObject({ step: 'signed-in' });
    expect(redeemed(scene).at(-1)).toBe(`abc123${nonce(2)}`);
  });
});

test('a locked keychain uses up no code', async () => {
  const scene = setUp();
  await scene.codes.send(entry);
  scene.secrets.locked = true;
  expect(await reportOf(scene.codes.submit('flow1', 'w', 'abc123'))).toEqual({ code: 'keychain-locked' });
  expect(await reportOf(scene.codes.withLink(entry, 'k'.repeat(45)))).toEqual({ code: 'keychain-locked' });
  expect(redeemed(scene)).toEqual([]);
  scene.secrets.locked = false;
  expect(await scene.codes.submit('flow1', 'w', 'abc123')).toMatchObject({ step: 'signed-in' });
});

describe('a link', () => {
  test('contains the whole code and a redirect target', async () => {
    const scene = setUp();
    const step = await scene.codes.withLink({ connectionId: 'c', windowId: 'w', goTo: '/teams' }, 'k'.repeat(45));
    const user = expect.objectContaining({ id: sampleUser.id });
    expect(step).toEqual({ step: 'signed-in', accountId: 'a1', user, isNewUser: false, upgraded: false, goTo: '/teams' });
    expect(redeemed(scene)).toEqual(['k'.repeat(45)]);
  });
});
