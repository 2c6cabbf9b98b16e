import { describe, expect, it, vi } from 'vitest';
import type { ConnectionAccess } from '../stores/first-path';
import { homeOf, signedOutPath } from './connection-paths';

vi.mock('../features/first-run/first-run-screen', () => ({ FirstRunScreen: () => null }));

const access = (isSignedIn: boolean, hasProjectAccess: boolean): ConnectionAccess => ({ isSignedIn, hasProjectAccess });

describe('the path of a connection’s tile', () => {
  it('is the last one, while that screen can still be shown', () => {
    expect(homeOf('ae', access(false, true), '/c/ae/users?q=ada')).toBe('/c/ae/users?q=ada');
    expect(homeOf('ae', access(true, false), '/c/ae/account/sessions')).toBe('/c/ae/account/sessions');
    expect(homeOf('ae', access(false, true), '/c/ae/account/sessions')).toBe('/c/ae/users');
    expect(homeOf('ae', access(true, false), '/c/ae/users')).toBe('/c/ae/account/profile');
  });

  it('is that of the first screen that the credentials allow', () => {
    expect(homeOf('ae', access(true, true), undefined)).toBe('/c/ae/users');
    expect(homeOf('ae', access(true, false), undefined)).toBe('/c/ae/account/profile');
    expect(homeOf('ae', access(false, false), undefined)).toBe('/c/ae/sign-in');
    expect(homeOf('ae', access(true, false), '/c/ae/sign-in')).toBe('/c/ae/account/profile');
  });
});

describe('after signing out', () => {
  it.each<[what: string, isSignedIn: boolean, hasProjectAccess: boolean, here: string, path: string]>([
    ['a screen of the project stays', false, true, '/c/ae/users?q=ada', '/c/ae/users?q=ada'],
    ['a screen of an account leads to the project', false, true, '/c/ae/account/sessions', '/c/ae/users'],
    ['a screen of an account shows the next account', true, false, '/c/ae/account/sessions', '/c/ae/account/sessions'],
    ['a screen of an account shows the next account in a project as well', true, true, '/c/ae/account/profile', '/c/ae/account/profile'],
    ['a card leads to the next account', true, true, '/c/ae/welcome?next=%2F', '/c/ae/account/profile'],
    ['a link’s card leads to the next account', true, false, '/links/l', '/c/ae/account/profile'],
    ['a link’s card leads to the project', false, true, '/links/l', '/c/ae/users'],
    ['nothing is left to show', false, false, '/c/ae/account/profile', '/'],
    ['nothing is left to show after a link', false, false, '/links/l', '/'],
    ['a screen of the project can’t be shown any more', false, false, '/c/ae/users', '/'],
    ['another connection’s screen stays', false, false, '/c/other/users', '/c/other/users'],
  ])('%s', (_what, isSignedIn, hasProjectAccess, here, path) => {
    expect(signedOutPath('ae', access(isSignedIn, hasProjectAccess), here)).toBe(path);
  });
});
