import { beforeAll, describe, expect, test } from 'vitest';
import { type Feature, features } from '#contract/features.ts';
import { numberedRelease } from '#contract/releases.ts';
import { demoProjectId } from '#sandbox/seed/seed-projects.ts';
import { findUsableKeySet } from '#sandbox/stores/key-set-store.ts';
import { ada, createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { Change } from '#tests/support/release-overlay/change.ts';
import { changesOf, overTestSandbox, release2826, release2886, release10125 } from '#tests/support/release-overlay/overlay.ts';
import { seededRandom } from '#tests/support/test-ports.ts';
import { keysInHand } from '../project-keys';
import { createSender, type Target } from '../send';
import { detectRelease, expectedFeatures } from './detect-release';
import { byNumberOnly, detections, type ProbeCredential } from './detection';

type Transport = ReturnType<typeof overTestSandbox>['transport'];
type Holder = 'none' | 'publishable' | 'server' | 'admin' | 'owner';

const holders: readonly Holder[] = ['none', 'publishable', 'server', 'admin', 'owner'];

/** Which probes each holder of credentials can send. */
const opened: Readonly<Record<Holder, readonly ProbeCredential[]>> = {
  none: ['none', 'project'],
  publishable: ['none', 'project', 'any-key'],
  server: ['none', 'project', 'any-key'],
  admin: ['none', 'project', 'any-key', 'admin'],
  owner: ['none', 'project', 'any-key', 'admin'],
};

/** Features of later releases that the sandbox has (docs/sandbox.md). */
const additions: readonly Feature[] = [
  'internal-project-path',
  'credential-scanning',
  'notification-preferences',
  'sign-in-invitation',
  'oauth-providers',
  'invitations-for-me',
  'connected-accounts-list',
];

/** A service that does not report its release. */
const silent: Change = {
  source: 'wire/newer 3, "server version": where the server offers it',
  since: '2.8.4',
  path: '/check-version',
  respond: async ({ forward }) => ({ ...(await forward()), body: '{"upToDate":true}' }),
};

let sandbox: TestSandbox;
let ownerToken: string;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  const keys = findUsableKeySet(sandbox.store, 'internal', sandbox.clock.now());
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': keys?.publishable_client_key ?? '',
    'content-type': 'application/json',
  };
  const { json } = await sandbox.raw('POST', '/auth/password/sign-in', headers, JSON.stringify(ada));
  ownerToken = String(json.access_token);
});

function targetOf(holder: Holder, projectId = demoProjectId): Target {
  const keys = findUsableKeySet(sandbox.store, projectId, sandbox.clock.now());
  const held = {
    publishable: { client: keys?.publishable_client_key ?? '' },
    server: { server: keys?.secret_server_key ?? '' },
    admin: { admin: keys?.super_secret_admin_key ?? '' },
  };
  const owner = { tokens: async () => ({ access: ownerToken, refresh: null }), refuse: () => undefined };
  return {
    baseUrl: 'http://localhost:8102',
    projectId,
    keys: keysInHand(holder === 'none' || holder === 'owner' ? {} : held[holder]),
    ...(holder === 'owner' ? { owner } : {}),
  };
}

function detect(transport: Transport, target: Target) {
  const sender = createSender({ transport, clock: createFakeClock(), random: seededRandom(), clientVersion: 'x @y/z@1' });
  return detectRelease(sender, target);
}

const playing = (release: string, changes = changesOf(release)) => overTestSandbox(sandbox, release, changes).transport;
const releases = ['2.8.4', '2.8.14', release2826, '2.8.60', release2886, '2.8.109', '1.0.0', release10125];
const cases = releases.flatMap((release) => holders.map((holder) => ({ release, holder })));

describe.each(cases)('$release with credential $holder', ({ release, holder }) => {
  test('has the features of its number, whatever the credential cannot see', async () => {
    expect(await detect(playing(release), targetOf(holder))).toEqual({ release, features: expectedFeatures(numberedRelease(release)) });
  });

  test('shows every feature whose probe the credential allows, also without its number', async () => {
    const found = await detect(playing(release, [silent, ...changesOf(release)]), targetOf(holder));
    const shown = Object.entries(detections).filter(([, { probe }]) => opened[holder].includes(probe.credential));
    const expected = expectedFeatures(numberedRelease(release));
    expect(found).toEqual({ release: null, features: Object.fromEntries(shown.map(([name]) => [name, expected[name as Feature]])) });
  });
});

test.each(holders)('the sandbox is 2.8.4 with its additions, with credential %s', async (holder) => {
  const transport = overTestSandbox(sandbox, '2.8.4', []).transport;
  const shown = additions.filter((feature) => holder !== 'none' || feature !== 'invitations-for-me');
  const expected = { ...expectedFeatures(numberedRelease('2.8.4')), ...Object.fromEntries(shown.map((feature) => [feature, true])) };
  expect(await detect(transport, targetOf(holder))).toEqual({ release: '2.8.4', features: expected });
});

test.each(['none', 'publishable'] as const)('project internal needs an owner team on 2.8.86, with credential %s', async (holder) => {
  expect((await detect(playing(release2886), targetOf(holder, 'internal'))).features['owner-team']).toBe(true);
});

test.each(['server', 'admin', 'client'] as const)('a %s key that the service refuses shows nothing', async (kind) => {
  const target = { ...targetOf('none'), keys: keysInHand({ [kind]: 'wrong' }) };
  for (const release of releases) {
    expect((await detect(playing(release), target)).features).toEqual(expectedFeatures(numberedRelease(release)));
  }
});

test('every feature has a row, or is known by the number only', () => {
  expect([...Object.keys(detections), ...byNumberOnly].sort()).toEqual([...features].sort());
});
