import { expect, test } from 'vitest';
import { defaultSettings } from '../setting-rows';
import { watchedKinds, withWatchRule } from './rules';

test('a rule replaces the choice for the whole app, unless a policy locks that', () => {
  const settings = { ...defaultSettings, watchKeys: false };
  const all = { emails: true, keys: false, sessions: true, invitations: true, 'sign-ups': true, drift: true };
  expect(watchedKinds(settings, undefined, [])).toEqual(all);
  expect(watchedKinds(settings, { keys: true, emails: false }, [])).toEqual({ ...all, keys: true, emails: false });
  expect(watchedKinds(settings, { keys: true, emails: false }, ['watchKeys'])).toEqual({ ...all, emails: false });
});

test('a rule is set and removed without the others', () => {
  expect(withWatchRule(undefined, 'keys', false)).toEqual({ keys: false });
  expect(withWatchRule({ keys: false, emails: true }, 'keys', true)).toEqual({ keys: true, emails: true });
  expect(withWatchRule({ keys: false, emails: true }, 'keys', null)).toEqual({ emails: true });
});
