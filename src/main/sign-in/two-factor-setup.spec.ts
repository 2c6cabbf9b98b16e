import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { totpSetupMillis } from '#contract/limits.ts';
import { someDay } from '#tests/support/fake-clock.ts';
import { type SceneOptions, serviceOf, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { Gateway } from '../gateway/create-gateway';
import type { TransportResponse } from '../ports/ports';
import { createTwoFactorHandlers, type TwoFactorDeps } from './two-factor-setup';

const project = { ...sampleProject, display_name: 'Analytical: Engines' };
const window = { windowId: 'w' };
const ok = () => response(sampleUser);

async function setUp(patch: () => TransportResponse = ok, options: SceneOptions = {}, own: Partial<TwoFactorDeps> = {}) {
  const state = { isOn: false, copied: '', opened: '', clockOffset: 0 };
  const scene = signInScene(
    serviceOf({
      'GET /users/me': () =>
        response(
          { ...sampleUser, primary_email: 'ada@x.io', requires_totp_mfa: state.isOn },
          { headers: { date: new Date(someDay + state.clockOffset).toUTCString() } },
        ),
      'PATCH /users/me': patch,
      'GET /projects/current': () => response(project),
    }),
    options,
  );
  const accountId = await scene.add();
  const deps = {
    ...scene.signInDeps,
    copier: { copy: async (text: string) => void Object.assign(state, { copied: text }), close: async () => undefined },
    openUrl: async (url: string) => void Object.assign(state, { opened: url }),
    random: (bytes: number) => Uint8Array.from({ length: bytes }, (_, at) => at),
    ...own,
  };
  const handlers = createTwoFactorHandlers(deps);
  const codeOf = (key: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: scene.clock.now() + state.clockOffset + steps * 30_000 });
  const changes = () => scene.asked().filter((line) => line.startsWith('PATCH'));
  return { ...scene, handlers, accountId, state, codeOf, changes };
}

describe('a setup', () => {
  test('returns the key and its URL, and sends nothing that changes', async () => {
    const { handlers, accountId, asked } = await setUp();
    const { key, uri } = await handlers.begin({ accountId }, window);
    expect(Secret.fromBase32(key).bytes).toHaveLength(20);
    expect(uri).toBe(
      `otpauth://totp/Analytical%3A%20Engines:ada%40x.io?issuer=Analytical%3A%20Engines&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(asked().toSorted()).toEqual(['GET /projects/current', 'GET /users/me']);
  });

  test('is refused where two-factor authentication is on, and on a read-only connection', async () => {
    const { handlers, accountId, state } = await setUp();
    state.isOn = true;
    expect(await reportOf(handlers.begin({ accountId }, window))).toEqual({ code: 'two-factor-on' });
    const other = await setUp(ok, { isReadOnly: true });
    expect(await reportOf(other.handlers.begin({ accountId: other.accountId }, window))).toEqual({ code: 'read-only-connection' });
    expect(other.asked()).toEqual([]);
  });

  test('copies its key and opens its URL, for its own window only', async () => {
    const { handlers, accountId, state } = await setUp();
    const { setupId, key, uri } = await handlers.begin({ accountId }, window);
    await handlers.copyKey({ setupId }, window);
    await handlers.openApp({ setupId }, window);
    expect(state).toMatchObject({ copied: key, opened: uri });
    expect(await reportOf(handlers.copyKey({ setupId }, { windowId: 'other' }))).toEqual({ code: 'flow-over' });
    expect(await reportOf(handlers.enable({ setupId, totp: '000000' }, { windowId: 'other' }))).toEqual({ code: 'flow-over' });
  });

  test('requires presence for a right code only, and sends nothing before', async () => {
    const checked: unknown[] = [];
    let isPresent = false;
    const checkChange: Gateway['checkChange'] = ({ name, input }) => {
      checked.push([name, Object.keys(input.body as object)]);
      if (!isPresent) throw fail('confirmation-required');
      return () => undefined;
    };
    const { handlers, accountId, codeOf, changes } = await setUp(ok, {}, { checkChange });
    const { setupId, key } = await handlers.begin({ accountId }, window);
    expect(await reportOf(handlers.enable({ setupId, totp: '000000' }, window))).toMatchObject({ code: 'bad-input' });
    expect(checked).toEqual([]);
    const totp = codeOf(key);
    expect(await reportOf(handlers.enable({ setupId, totp }, window))).toEqual({ code: 'confirmation-required' });
    expect([checked, changes()]).toEqual([[['users.updateMe', ['totp_secret_base64']]], []]);
    isPresent = true;
    await handlers.enable({ setupId, totp }, window);
    expect(changes()).toHaveLength(1);
  });

  test('ends when it is canceled, and after 15 minutes', async () => {
    const { handlers, accountId, clock, codeOf, changes } = await setUp();
    const first = await handlers.begin({ accountId }, window);
    await handlers.cancel({ setupId: first.setupId }, window);
    expect(await reportOf(handlers.copyKey({ setupId: first.setupId }, window))).toEqual({ code: 'flow-over' });
    const second = await handlers.begin({ accountId }, window);
    await clock.advance(totpSetupMillis + 1);
    expect(await reportOf(handlers.enable({ setupId: second.setupId, totp: codeOf(second.key) }, window))).toEqual({ code: 'flow-over' });
    expect(changes()).toEqual([]);
  });
});

describe('the first code', () => {
  test('stores the secret, tells the windows, and ends the setup', async () => {
    const { handlers, accountId, codeOf, changes, writes } = await setUp();
    const { setupId, key } = await handlers.begin({ accountId }, window);
    await handlers.enable({ setupId, totp: codeOf(key).replace(/^.../, '$& ') }, window);
    const secret = Buffer.from(Secret.fromBase32(key).bytes).toString('base64');
    expect(changes()).toEqual([`PATCH /users/me {"totp_secret_base64":"${secret}"}`]);
    expect(writes).toEqual([{ endpoint: 'users.updateMe', connectionId: 'c' }]);
    expect(await reportOf(handlers.copyKey({ setupId }, window))).toEqual({ code: 'flow-over' });
  });

  test.each([-1, 1])('may be %s step from the current one', async (steps) => {
    const { handlers, accountId, codeOf, changes } = await setUp();
    const { setupId, key } = await handlers.begin({ accountId }, window);
    await handlers.enable({ setupId, totp: codeOf(key, steps) }, window);
    expect(changes()).toHaveLength(1);
  });

  test.each([
    ['an incorrect code', (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')],
    ['too few digits', () => '12345'],
    ['letters', () => 'abcdef'],
  ])('sends nothing for %s, after which the right one is accepted', async (_title, wrong) => {
    const { handlers, accountId, codeOf, changes } = await setUp();
    const { setupId, key } = await handlers.begin({ accountId }, window);
    expect(await reportOf(handlers.enable({ setupId, totp: wrong(codeOf(key)) }, window))).toEqual({ code: 'bad-input', path: 'totp' });
    expect(changes()).toEqual([]);
    await handlers.enable({ setupId, totp: codeOf(key) }, window);
    expect(changes()).toHaveLength(1);
  });

  test('is verified by the clock of the service', async () => {
    const { handlers, accountId, codeOf, changes, state } = await setUp();
    state.clockOffset = 5 * 60_000;
    const { setupId, key } = await handlers.begin({ accountId }, window);
    await handlers.enable({ setupId, totp: codeOf(key) }, window);
    expect(changes()).toHaveLength(1);
  });

  test('is not sent when two-factor authentication was turned on elsewhere in the meantime', async () => {
    const { handlers, accountId, codeOf, changes, state } = await setUp();
    const { setupId, key } = await handlers.begin({ accountId }, window);
    state.isOn = true;
    expect(await reportOf(handlers.enable({ setupId, totp: codeOf(key) }, window))).toEqual({ code: 'two-factor-on' });
    expect(changes()).toEqual([]);
  });

  test('can be sent again after a lost response, also after its time', async () => {
    const replies = [() => response({}, { status: 500 }), ok];
    const { handlers, accountId, codeOf, changes, state, clock, writes } = await setUp(() => (replies.shift() ?? ok)());
    const { setupId, key } = await handlers.begin({ accountId }, window);
    const totp = codeOf(key);
    expect(await reportOf(handlers.enable({ setupId, totp }, window))).toMatchObject({ code: 'service-error' });
    expect(writes).toHaveLength(1);
    state.isOn = true;
    await clock.advance(120_000);
    await handlers.enable({ setupId, totp }, window);
    const [first, second] = changes();
    expect(second).toBe(first);
  });

  test('that the service refuses changes nothing for the windows', async () => {
    const { handlers, accountId, codeOf, writes } = await setUp(() => knownError('SCHEMA_ERROR', 400));
    const { setupId, key } = await handlers.begin({ accountId }, window);
    expect(await reportOf(handlers.enable({ setupId, totp: codeOf(key) }, window))).toMatchObject({ known: 'SCHEMA_ERROR' });
    expect(writes).toEqual([]);
  });
});
