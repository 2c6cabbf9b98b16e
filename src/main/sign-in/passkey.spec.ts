import { expect, test } from 'vitest';
import { settle } from '../../../tests/support/fake-clock';
import { serviceOf, signInScene } from '../../../tests/support/sign-in-scene';
import { reportOf, response } from '../../../tests/support/test-ports';
import { fail } from '../../contract/errors';
import type { PasskeyRequest } from '../callback/passkey-pages';
import { createBrowserFlows } from './browser-flows';
import { createPasskeys } from './passkey';

const options = {
  rp: { name: 'Shop', id: 'x.test' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'Ada' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  attestation: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred', requireResidentKey: false },
};
const credential = {
  id: 'cGFzc2tleQ',
  rawId: 'cGFzc2tleQ',
  type: 'public-key',
  response: { attestationObject: 'YQ', clientDataJSON: 'Yg' },
  clientExtensionResults: {},
};

test('does not register a passkey on a connection that became read-only while the browser was open', async () => {
  const scene = signInScene(
    serviceOf({ '/passkey/initiate-passkey-registration': () => response({ options_json: options, code: 'c'.repeat(45) }) }),
  );
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
  const { flowId } = await passkeys.register({ connectionId: 'c', windowId: 'w' }, await scene.add(), false);
  const sent = scene.transport.requests.length;
  isReadOnly = true;
  expect(offered[0]?.accept(credential)).toBe(true);
  expect(await reportOf(browser.wait(flowId, 'w'))).toEqual({ code: 'read-only-connection' });
  await settle();
  expect(scene.transport.requests).toHaveLength(sent);
});
