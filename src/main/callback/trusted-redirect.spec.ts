import { expect, test } from 'vitest';
import { serviceOf, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { response } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import { createReadTrustSettings, createTrustedRedirect, type ProjectTrust } from './project-trust';

const place = { connectionId: 'c', destination: 'https://x.test' };
const domains = [{ domain: 'https://app.example', handler_path: '/handler' }];

function setUp(trust: ProjectTrust | null = { allow_localhost: true, domains }) {
  const read: string[] = [];
  const check = createTrustedRedirect(async ({ connectionId }) => {
    read.push(connectionId);
    return trust;
  });
  return { check, read };
}

test.each([null, '/', '/teams?a=1'])('needs no trust for %s', async (returnTo) => {
  const { check, read } = setUp();
  expect(await check(returnTo, place)).toBe(returnTo);
  expect(read).toEqual([]);
});

test.each([
  ['https://app.example/x', true],
  ['http://localhost:3000/x', true],
  ['https://app.example.evil.example/', false],
  ['https://evil.example/?https://app.example', false],
  ['//app.example/x', false],
])('%s is trusted by the project: %s', async (returnTo, isTrusted) => {
  expect(await setUp().check(returnTo, place)).toBe(isTrusted ? returnTo : null);
});

test('refuses every external URL where the trusted domains can’t be read', async () => {
  const { check } = setUp(null);
  expect(await check('https://app.example/x', place)).toBeNull();
  expect(await check('/teams', place)).toBe('/teams');
});

test('refuses localhost where only the domains can be read', async () => {
  const { check } = setUp({ allow_localhost: null, domains });
  expect(await check('http://localhost:3000/x', place)).toBeNull();
  expect(await check('https://app.example/x', place)).toBe('https://app.example/x');
});

test('rejects a URL that only the project trusts to which the connection points now', async () => {
  const scene = signInScene(
    serviceOf({ '/projects/current': () => response({ ...sampleProject, config: { ...sampleProject.config, domains } }) }),
  );
  const check = createTrustedRedirect(createReadTrustSettings(scene.signInDeps.sender, scene.signInDeps.sessions.target));
  scene.server.url = 'https://x.test';
  expect(await check('https://app.example/x', place)).toBe('https://app.example/x');
  scene.server.url = 'https://y.test';
  expect(await check('https://app.example/x', place)).toBeNull();
});

test('rejects with unexpected errors', async () => {
  const check = createTrustedRedirect(async () => {
    throw new Error('broken');
  });
  await expect(check('https://app.example/x', place)).rejects.toThrow('broken');
});
