import { beforeAll, describe, expect, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { type Feature, featureSince, features } from '#contract/features.ts';
import { isAtLeast, numberedRelease } from '#contract/releases.ts';
import { demoProjectId } from '#sandbox/seed/seed-projects.ts';
import { findUsableKeySet } from '#sandbox/stores/key-set-store.ts';
import { release2826, release2886, release10125, releaseScene } from '#sandbox/testing/release-scene.ts';
import { ada, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { seededRandom } from '#tests/support/main/test-ports.ts';
import { silentVersion, transportTo } from '#tests/support/service/sandbox-transport.ts';
import { keysInHand } from '../project-keys';
import { createSender, type Target } from '../send';
import { detectRelease, expectedFeatures } from './detect-release';
import { byNumberOnly, detections, type ProbeCredential } from './detection';

type Transport = ReturnType<typeof transportTo>;
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

const releases = ['2.8.4', '2.8.14', release2826, '2.8.60', release2886, '2.8.109', '1.0.0', release10125];

interface Scene {
  readonly sandbox: TestSandbox;
  readonly ownerToken: string;
}

const scenes = new Map<string, Scene>();
beforeAll(async () => {
  for (const release of releases) {
    const { sandbox } = await releaseScene(release);
    scenes.set(release, { sandbox, ownerToken: await ownerTokenOf(sandbox) });
  }
});

function sceneOf(release: string): Scene {
  const scene = scenes.get(release);
  if (scene === undefined) throw new Error(`${release} is not started.`);
  return scene;
}

function targetOf({ sandbox, ownerToken }: Scene, holder: Holder, projectId = demoProjectId): Target {
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

/** Signs the owner in to project `internal`. */
async function ownerTokenOf(sandbox: TestSandbox): Promise<string> {
  const keys = findUsableKeySet(sandbox.store, 'internal', sandbox.clock.now());
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': keys?.publishable_client_key ?? '',
    'content-type': 'application/json',
  };
  const { json } = await sandbox.raw('POST', '/auth/password/sign-in', headers, JSON.stringify(ada));
  return String(json.access_token);
}

function detect(transport: Transport, target: Target) {
  const sender = createSender({ transport, clock: createFakeClock(), random: seededRandom(), clientVersion: 'x @y/z@1' });
  return detectRelease(sender, target);
}

/** The features without a probe that those with one imply: what a later release has, or an earlier one lacks. */
function impliedBy(shown: readonly Feature[], expected: KnownFeatures): readonly Feature[] {
  const isAfter = (one: Feature, other: Feature) => isAtLeast(featureSince[one], featureSince[other]);
  return byNumberOnly.filter((feature) =>
    shown.some((name) => expected[name] === expected[feature] && (expected[name] ? isAfter(name, feature) : isAfter(feature, name))),
  );
}

const cases = releases.flatMap((release) => holders.map((holder) => ({ release, holder })));

describe.each(cases)('$release with credential $holder', ({ release, holder }) => {
  test('has the features of its number, whatever the credential cannot see', async () => {
    const scene = sceneOf(release);
    expect(await detect(transportTo(scene.sandbox), targetOf(scene, holder))).toEqual({
      release,
      features: expectedFeatures(numberedRelease(release)),
    });
  });

  test('shows every feature whose probe the credential allows, also without its number (wire/newer 3)', async () => {
    const scene = sceneOf(release);
    const found = await detect(transportTo(scene.sandbox, silentVersion), targetOf(scene, holder));
    const shown = Object.entries(detections).filter(([, { probe }]) => opened[holder].includes(probe.credential));
    const expected = expectedFeatures(numberedRelease(release));
    const names = [
      ...shown.map(([name]) => name as Feature),
      ...impliedBy(
        shown.map(([name]) => name as Feature),
        expected,
      ),
    ];
    expect(found).toEqual({ release: null, features: Object.fromEntries(names.map((name) => [name, expected[name]])) });
  });
});

test.each(['none', 'publishable'] as const)('project internal needs an owner team on 2.8.86, with credential %s', async (holder) => {
  const scene = sceneOf(release2886);
  expect((await detect(transportTo(scene.sandbox), targetOf(scene, holder, 'internal'))).features['owner-team']).toBe(true);
});

test.each(['server', 'admin', 'client'] as const)('a %s key that the service refuses shows nothing', async (kind) => {
  for (const release of releases) {
    const scene = sceneOf(release);
    const target = { ...targetOf(scene, 'none'), keys: keysInHand({ [kind]: 'wrong' }) };
    expect((await detect(transportTo(scene.sandbox), target)).features).toEqual(expectedFeatures(numberedRelease(release)));
  }
});

test('every feature has a row, or is known by the number only', () => {
  expect([...Object.keys(detections), ...byNumberOnly].sort()).toEqual([...features].sort());
});
