import { describe, expect, test } from 'vitest';
import { writeLevel } from '#sandbox/configuration/project-config.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { seededRandom } from '#tests/support/main/test-ports.ts';
import { transportTo } from '#tests/support/service/sandbox-transport.ts';
import { keysInHand, type ProjectKeys } from '../remote/project-keys';
import { createSender } from '../remote/send';
import { testConnection } from './connection-test';

async function setUp(release: string, isKeyRequired = false) {
  const sandbox = await createTestSandbox({ release });
  const transport = transportTo(sandbox);
  if (isKeyRequired) writeLevel(sandbox.store, sandbox.project.key, 'project', { 'project.requirePublishableClientKey': true });
  const clock = createFakeClock();
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
  const place = { baseUrl: 'http://localhost:8102', projectId: sandbox.project.id };
  const run = (keys: ProjectKeys) => testConnection({ ...place, keys }, { transport, sender, clock });
  return { run, keys: sandbox.keys };
}

describe('a test without a publishable key', () => {
  test.each([
    ['2.8.70', false, 'missing', null],
    ['2.8.86', false, 'not-needed', 'Analytical Engines'],
    ['2.8.86', true, 'missing', null],
  ] as const)('on %s, required: %s, finds the key %s', async (release, isKeyRequired, outcome, name) => {
    const { run } = await setUp(release, isKeyRequired);
    const { checks, project } = await run({});
    expect(checks.find((check) => check.name === 'client')).toMatchObject({ outcome, unlocks: ['sign-in'] });
    expect(checks.filter((check) => check.outcome === 'refused')).toEqual([]);
    expect(project?.displayName ?? null).toBe(name);
  });
});

test.each([
  ['works', true, 'ok'],
  ['is wrong', false, 'refused'],
] as const)('a publishable key that %s is checked where none is needed', async (_what, isRight, outcome) => {
  const { run, keys } = await setUp('2.8.86');
  const { checks } = await run(keysInHand({ client: isRight ? keys.publishable_client_key : 'pck_wrong' }));
  expect(checks.find((check) => check.name === 'client')).toMatchObject({ outcome });
});

test('a publishable key that the secret store has lost is missing', async () => {
  const { run } = await setUp('2.8.86');
  const { checks } = await run({ client: async () => null });
  expect(checks.find((check) => check.name === 'client')).toMatchObject({ outcome: 'missing' });
});
