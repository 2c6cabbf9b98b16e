import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { endpoint } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { dependsOnRelease, isEndpointMissing, resolveEndpoint } from './resolve-endpoint';

const actors = { none: { access: 'public', response: z.unknown() } } as const;
const plain = endpoint({ method: 'GET', path: '/a', actors });
const added = endpoint({ method: 'GET', path: '/a', feature: 'oauth-providers', actors });
const removed = endpoint({ method: 'GET', path: '/a', removedSince: 'templates-by-id', actors });
const moved = endpoint({ method: 'GET', path: '/a', moved: { feature: 'internal-project-path', path: '/b' }, actors });

describe('an endpoint', () => {
  test.each<{ what: string; endpoint: typeof plain; features: KnownFeatures | undefined; path: string | null }>([
    { what: 'that all have', endpoint: plain, features: { 'oauth-providers': false }, path: '/a' },
    { what: 'added, in a service of which nothing is known', endpoint: added, features: undefined, path: '/a' },
    { what: 'added, in a service that has it', endpoint: added, features: { 'oauth-providers': true }, path: '/a' },
    { what: 'added, in a service that lacks it', endpoint: added, features: { 'oauth-providers': false }, path: null },
    { what: 'removed, in a service of which nothing is known', endpoint: removed, features: {}, path: '/a' },
    { what: 'removed, in a service that has it still', endpoint: removed, features: { 'templates-by-id': false }, path: '/a' },
    { what: 'removed, in a service that has it no more', endpoint: removed, features: { 'templates-by-id': true }, path: null },
    { what: 'moved, in a service of which nothing is known', endpoint: moved, features: {}, path: '/a' },
    { what: 'moved, in a service that has not moved it', endpoint: moved, features: { 'internal-project-path': false }, path: '/a' },
    { what: 'moved, in a service that has', endpoint: moved, features: { 'internal-project-path': true }, path: '/b' },
  ])('$what', ({ endpoint, features, path }) => {
    if (path === null) expect(() => resolveEndpoint(endpoint, features)).toThrow('not-offered-by-service');
    else expect(resolveEndpoint(endpoint, features)).toEqual({ ...endpoint, path });
  });

  test('depends on the release when it was added, removed or moved', () => {
    expect([plain, added, removed, moved].map(dependsOnRelease)).toEqual([false, true, true, true]);
  });
});

describe('the page for paths that are not there', () => {
  const page = "404 — this page does not exist in Stack Auth's API.\n\nURL: http://x/api/v1/y";
  test.each([
    { what: 'it', thrown: fail('service-error', { status: 404, text: page }), is: true },
    { what: 'another sentence', thrown: fail('service-error', { status: 404, text: 'Project not found' }), is: false },
    { what: 'no sentence', thrown: fail('service-error', { status: 404 }), is: false },
    { what: 'another status', thrown: fail('service-error', { status: 500, text: page }), is: false },
    { what: 'a known error', thrown: fail('known-error', { status: 404, text: page, known: 'USER_NOT_FOUND' }), is: false },
    { what: 'a mistake', thrown: new Error(page), is: false },
    { what: 'nothing', thrown: null, is: false },
  ])('is told from others: $what', ({ thrown, is }) => {
    expect(isEndpointMissing(thrown)).toBe(is);
  });
});
