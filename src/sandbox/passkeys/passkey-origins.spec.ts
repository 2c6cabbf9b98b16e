/** From which origins a passkey can be registered and used. */
import { describe, expect, it } from 'vitest';
import { local, passkeyScene, refused } from '../testing/passkey-scene';

const scene = passkeyScene();
const { register, signIn } = scene;
const trusted = 'https://app.analytical.example';

const origins: readonly [origin: string, allowLocalhost: boolean, outcome: 'accepted' | 'localhost' | 'origin'][] = [
  [local, true, 'accepted'],
  ['https://localhost', true, 'accepted'],
  ['app://localhost', true, 'accepted'],
  [local, false, 'localhost'],
  ['https://localhost', false, 'localhost'],
  [trusted, true, 'accepted'],
  [trusted, false, 'accepted'],
  ['https://app.analytical.example:443', true, 'accepted'],
  ['http://app.analytical.example', true, 'origin'],
  ['https://app.analytical.example:8443', true, 'origin'],
  ['https://sub.app.analytical.example', true, 'origin'],
  ['https://app.analytical.example.evil.example', true, 'origin'],
  ['http://127.0.0.1:8103', true, 'origin'],
  ['http://app.localhost:8103', true, 'origin'],
  ['file:///index.html', true, 'origin'],
  ['app://bundle', true, 'origin'],
  ['', true, 'origin'],
  ['null', true, 'origin'],
];

describe.each(origins)('the origin %j with allow_localhost %s', (origin, allow_localhost, outcome) => {
  const rpId = URL.canParse(origin) ? new URL(origin).hostname : 'nowhere';

  it(`is ${outcome} when registering`, async () => {
    scene.test.configure({ allow_localhost });
    const answer = await register({ origin, rpId });
    if (outcome === 'accepted') expect(answer.status).toBe(200);
    else expect([answer.status, answer.json]).toEqual([400, refused(`Passkey registration failed because ${texts[outcome]}`)]);
  });

  it(`is ${outcome} when signing in`, async () => {
    await register();
    scene.test.configure({ allow_localhost });
    const answer = await signIn({ origin, rpId });
    if (outcome === 'accepted') expect(answer.status).toBe(200);
    else expect([answer.status, answer.json]).toEqual([400, refused(`Passkey authentication failed because ${texts[outcome]}`)]);
  });
});

const texts = { localhost: 'localhost is not allowed', origin: 'the origin is not allowed' };

describe('trusted domains', () => {
  it.each(['https://app.analytical.example/', 'https://app.analytical.example/path', 'https://APP.analytical.example'])(
    'never match when written %s',
    async (domain) => {
      scene.test.configure({ domains: [{ domain, handler_path: '/handler' }] });
      expect((await register({ origin: trusted })).json).toEqual(refused('Passkey registration failed because the origin is not allowed'));
    },
  );
});

describe('trusted domains from 2.8.33 on', () => {
  const later = passkeyScene('2.8.33');

  it.each<[domain: string, origin: string, isKnown: boolean]>([
    ['https://app.analytical.example/path', trusted, true],
    ['https://*.analytical.example', trusted, true],
    ['https://*.analytical.example', 'https://analytical.example', false],
    ['https://app.analytical.example', `${trusted}:8443`, false],
    ['https://app.analytical.example:8443', `${trusted}:8443`, true],
  ])('match by port and pattern, not by path: %s, %s: %s (wire/newer 2.3, 2.8.33)', async (domain, origin, isKnown) => {
    later.test.configure({ domains: [{ domain, handler_path: '/handler' }] });
    expect((await later.register({ origin, rpId: new URL(origin).hostname })).status).toBe(isKnown ? 200 : 400);
  });

  it.each<[origin: string, domain: string, isKnown: boolean]>([
    [local, local, true],
    [local, 'http://localhost:1', false],
    ['https://localhost', 'https://localhost', true],
    ['http://127.0.0.1:8103', 'http://127.0.0.1:8103', true],
  ])('also match this computer where allow_localhost is off: %s, %s: %s (wire/flows 4.3)', async (origin, domain, isKnown) => {
    later.test.configure({ allow_localhost: false, domains: [{ domain, handler_path: '/handler' }] });
    expect((await later.register({ origin, rpId: new URL(origin).hostname })).status).toBe(isKnown ? 200 : 400);
  });
});
