import { describe, expect, it } from 'vitest';
import { paths } from '../routes';
import { homeOf, placeOf } from './screen-info';

it('addresses lead to their screen and connection', () => {
  expect(placeOf(paths.start())).toEqual({ screen: 'start', connectionId: undefined });
  expect(placeOf(paths.user('a/b', 'u1'))).toEqual({ screen: 'user', connectionId: 'a/b' });
  expect(placeOf(paths.sessions('ae'))).toEqual({ screen: 'sessions', connectionId: 'ae' });
  expect(placeOf('/c/ae/nothing')).toEqual({ screen: null, connectionId: undefined });
});

describe('a connection’s tile leads', () => {
  it('where it was left, while that can still be shown', () => {
    expect(homeOf('ae', false, true, '/c/ae/users?q=ada')).toBe('/c/ae/users?q=ada');
    expect(homeOf('ae', true, false, '/c/ae/account/sessions')).toBe('/c/ae/account/sessions');
    expect(homeOf('ae', false, true, '/c/ae/account/sessions')).toBe('/c/ae/users');
    expect(homeOf('ae', true, false, '/c/ae/users')).toBe('/c/ae/account/profile');
  });

  it('to the first screen that the credentials allow', () => {
    expect(homeOf('ae', true, true, undefined)).toBe('/c/ae/users');
    expect(homeOf('ae', true, false, undefined)).toBe('/c/ae/account/profile');
    expect(homeOf('ae', false, false, undefined)).toBe('/c/ae/sign-in');
    expect(homeOf('ae', true, false, '/c/ae/sign-in')).toBe('/c/ae/account/profile');
  });
});
