import { expect, test } from 'vitest';
import { linkedScreens } from '#contract/screen-links.ts';
import { patterns } from './routes';

/** Cards for signing in have links of their own, and a connection is edited only on its own computer. */
const without = ['edit', 'sign-in', 'sign-up', 'forgot-password', 'welcome', 'upgrade', 'link-provider', 'passkey'];

test('every screen of a project has a link', () => {
  const ofConnections = Object.values(patterns).flatMap(
    (pattern) => /^\/c\/:connection\/(.*)$/.exec(pattern)?.[1]?.replace(/:\w+/g, '*') ?? [],
  );
  const expected = ofConnections.filter((path) => !without.includes(path));
  expect(Object.keys(linkedScreens).sort()).toEqual(expected.sort());
});
