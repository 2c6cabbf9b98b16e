import { expect, test } from 'vitest';
import type { ProjectTrust } from '../sign-in/project-trust';
import { createTrustReturn } from './trusted-return';

const domains = [{ domain: 'https://app.example', handler_path: '/handler' }];

function setUp(trust: ProjectTrust | null = { allow_localhost: true, domains }) {
  const read: string[] = [];
  const check = createTrustReturn(async (connectionId) => {
    read.push(connectionId);
    return trust;
  });
  return { check, read };
}

test.each([null, '/', '/teams?a=1'])('needs no trust for %s', async (place) => {
  const { check, read } = setUp();
  expect(await check(place, 'c')).toBe(place);
  expect(read).toEqual([]);
});

test.each([
  ['https://app.example/x', true],
  ['http://localhost:3000/x', true],
  ['https://app.example.evil.example/', false],
  ['https://evil.example/?https://app.example', false],
  ['//app.example/x', false],
])('%s is trusted by the project: %s', async (place, isTrusted) => {
  expect(await setUp().check(place, 'c')).toBe(isTrusted ? place : null);
});

test('refuses every external URL where the trusted domains can’t be read', async () => {
  const { check } = setUp(null);
  expect(await check('https://app.example/x', 'c')).toBeNull();
  expect(await check('/teams', 'c')).toBe('/teams');
});

test('refuses localhost where only the domains can be read', async () => {
  const { check } = setUp({ allow_localhost: null, domains });
  expect(await check('http://localhost:3000/x', 'c')).toBeNull();
  expect(await check('https://app.example/x', 'c')).toBe('https://app.example/x');
});
