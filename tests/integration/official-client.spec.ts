/** The service's own client library, every method of it, against a sandbox over real HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tourOfAdministration } from '../support/client/administration';
import { tourOfPeople } from '../support/client/people';
import { type ClientScene, clientScene } from '../support/client/scene';
import { tourOfSignIn } from '../support/client/sign-in';
import { tourOfTeams } from '../support/client/teams';

/** Methods that aren't called, with the reason. */
const left: Readonly<Record<string, string>> = {
  'client.getApiUrl': 'makes no request',
  'client.runNetworkDiagnostics': 'asks hosts of the internet',
  'client._createNetworkError': 'inner',
  'client._networkRetry': 'inner',
  'client._networkRetryException': 'inner',
  'client._processResponse': 'inner',
  'client._getApiKeyRequestInfo': 'inner',
  'client.sendClientRequestInner': 'inner',
  'client.sendClientRequestAndCatchKnownError': 'inner',
  'server.sendServerRequest': 'inner',
  'server.sendServerRequestAndCatchKnownError': 'inner',
};

let scene: ClientScene;
beforeAll(async () => {
  scene = await clientScene();
});
afterAll(() => scene.sandbox.close());
const given = () => scene;

tourOfSignIn(given);
tourOfPeople(given);
tourOfTeams(given);
tourOfAdministration(given);

test('calls every method of the library that makes a request', () => {
  const missing = [...scene.methods].filter((method) => !scene.called.has(method));
  expect(missing.sort()).toEqual(Object.keys(left).sort());
});
