import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { settle } from '#tests/support/fake-clock.ts';
import { serviceOf, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { reportOf, response } from '#tests/support/main/test-ports.ts';
import { registeredPasskey as credential, passkeyOptions as options } from '#tests/support/samples/sample-passkey.ts';
import type { PasskeyRequest } from '../callback/passkey-pages';
import { createBrowserFlows } from './browser-flows';
import { createPasskeys } from './passkey';

const endpoint = '/passkey/initiate-passkey-registration';

/** A signed-in account whose service offers a registration with these options. */
function setUp(optionsJson: typeof options) {
  const scene = signInScene(serviceOf({ [endpoint]: () => response({ options_json: optionsJson, code: 'c'.repeat(45) }) }));
  let isReadOnly = false;
  const offered: PasskeyRequest[] = [];
  const flows = scene.signInDeps.flows;
  const copier = { copy: async () => undefined, close: async () => undefined };
  const browser = createBrowserFlows({ goAddress: async (url) => url, flows, clock: scene.clock, openUrl: async () => undefined, copier });
  const passkeys = createPasskeys({
    ...scene.signInDeps,
    assertWritable() {
      if (isReadOnly) throw fail('read-only-connection');
    },
    callbackServer: { listenFor: async () => 'http://localhost:47810' },
    pages: { offer: (request) => `/latchkey/passkey/${offered.push(request)}` },
    browser,
    readTrustSettings: async () => null,
    environmentOf: () => 'development',
  });
  const register = async () => passkeys.register({ connectionId: 'c', windowId: 'w' }, await scene.add(), false);
  const makeReadOnly = () => {
    isReadOnly = true;
  };
  return { ...scene, browser, offered, register, makeReadOnly };
}

test('does not register a passkey on a connection that became read-only while the browser was open', async () => {
  const { transport, browser, offered, register, makeReadOnly } = setUp(options);
  const { flowId } = await register();
  const sent = transport.requests.length;
  makeReadOnly();
  expect(offered[0]?.accept(credential)).toBe(true);
  expect(await reportOf(browser.wait(flowId, 'w'))).toEqual({ code: 'read-only-connection' });
  await settle();
  expect(transport.requests).toHaveLength(sent);
});

describe('the user ID that a service gives a passkey', () => {
  const withUserId = (id: string) => setUp({ ...options, user: { ...options.user, id } });
  const encoded = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString('base64url');

  test.each([1, 63, 64])('can have %i bytes', async (bytes) => {
    const { offered, register } = withUserId(encoded(bytes));
    await register();
    expect(offered.map(({ options: shown }) => shown)).toMatchObject([{ user: { id: encoded(bytes) } }]);
  });

  test.each([
    ['is empty', ''],
    ['has 65 bytes', encoded(65)],
    ['has 64 characters outside of base64url', '+'.repeat(64)],
    ['is padded', 'dXNlcg=='],
  ])('is refused, and no page is offered, when it %s', async (_what, id) => {
    const { offered, register } = withUserId(id);
    expect(await reportOf(register())).toEqual({ code: 'passkey-refused' });
    expect(offered).toEqual([]);
  });
});
