import { describe, expect, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { serviceOf, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import { createReadTrustSettings, type ProjectTrust, rememberDomains } from './project-trust';

const pinned = { connectionId: 'c', destination: 'http://x.test' };
const domains = [{ domain: 'https://app.example', handler_path: '/handler' }];
const config = { ...sampleProject.config, domains };

function setUp(project: Parameters<typeof serviceOf>[0][string], features?: KnownFeatures) {
  const target = features === undefined ? {} : { features: async () => features };
  const scene = signInScene(serviceOf({ '/projects/current': project }), { target });
  return { ...scene, readTrustSettings: createReadTrustSettings(scene.signInDeps.sender, scene.signInDeps.sessions.target) };
}

test('reads the domains of the project', async () => {
  const { readTrustSettings } = setUp(() => response({ ...sampleProject, config }));
  expect(await readTrustSettings(pinned)).toEqual({ allow_localhost: null, domains });
});

test.each([true, false])('reads whether localhost is allowed where clients can, from 2.8.96 on: %s', async (allowed) => {
  const { readTrustSettings } = setUp(() => response({ ...sampleProject, config: { ...config, allow_localhost: allowed } }));
  expect(await readTrustSettings(pinned)).toEqual({ allow_localhost: allowed, domains });
});

test.each([
  ['a release from 2.8.33 on', { 'trusted-ports': true }, { rule: 'port' }],
  ['a release up to 2.8.32', { 'trusted-ports': false }, { rule: 'path' }],
  ['an unknown release', {}, {}],
])('names the rule of %s', async (_what, features, rule) => {
  const { readTrustSettings } = setUp(() => response({ ...sampleProject, config }), features);
  expect(await readTrustSettings(pinned)).toEqual({ allow_localhost: null, domains, ...rule });
});

test.each([
  ['the service doesn’t return the domains', () => response(sampleProject)],
  ['the service refuses', () => knownError('INSUFFICIENT_ACCESS_TYPE', 401)],
])('is null where %s', async (_what, project) => {
  expect(await setUp(project).readTrustSettings(pinned)).toBeNull();
});

test('reads nothing of another destination', async () => {
  const { readTrustSettings, server, transport } = setUp(() => response({ ...sampleProject, config }));
  server.url = 'http://y.test';
  expect(await reportOf(readTrustSettings(pinned))).toEqual({ code: 'connection-changed' });
  expect(transport.requests).toEqual([]);
});

describe('the domains that were read', () => {
  const trust = (...names: readonly string[]): ProjectTrust => ({ allow_localhost: null, domains: names.map((domain) => ({ domain })) });
  function remembered() {
    const state = { trust: trust('https://app.example') as ProjectTrust | null, destination: 'http://x.test' as string | null };
    const [read, domains] = rememberDomains(
      async () => state.trust,
      () => state.destination,
    );
    return { state, read: () => read(pinned), domains };
  }

  test('are known once they were read, as they were read last', async () => {
    const { state, read, domains } = remembered();
    expect(domains.list()).toEqual([]);
    await read();
    expect(domains.list()).toEqual(['https://app.example']);
    state.trust = trust('https://new.example');
    await read();
    expect(domains.list()).toEqual(['https://new.example']);
    state.trust = null;
    await read();
    expect(domains.list()).toEqual([]);
  });

  test('aren’t known while the connection points elsewhere, or was removed', async () => {
    const { state, read, domains } = remembered();
    await read();
    for (const destination of ['http://y.test', null]) {
      state.destination = destination;
      expect(domains.list()).toEqual([]);
    }
  });

  test('are joined by none after a window may have changed them, also if they were being read', async () => {
    const { state, read, domains } = remembered();
    await read();
    state.trust = trust('https://app.example', 'https://evil.example');
    const reading = read();
    domains.close();
    await reading;
    await read();
    expect(domains.list()).toEqual(['https://app.example']);
  });
});
