import { expect, it } from 'vitest';
import { mayHaveAnonymousUsers } from './sign-in-method-button';

const own = { kind: 'project', projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063' } as const;

it.each([
  ['a release that has them', { ...own, features: { 'anonymous-opt-in': true } }, true],
  ['a release that has none', { ...own, features: { 'anonymous-opt-in': false } }, false],
  ['a release that does not tell', { ...own, features: {} }, true],
  ['a service that was not reached yet', { ...own, features: null }, true],
  ['project internal of an early release', { ...own, projectId: 'internal', features: { 'anonymous-opt-in': false } }, true],
  ['the sandbox', { ...own, kind: 'sandbox' as const, features: { 'anonymous-opt-in': false } }, true],
])('offers anonymous sign-up on %s', (_what, connection, expected) => {
  expect(mayHaveAnonymousUsers(connection)).toBe(expected);
});
