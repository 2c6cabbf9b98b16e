import { describe, expect, it } from 'vitest';
import type { ConnectionTargets, TargetMoment } from '#contract/bridge/connection-choices.ts';
import type { ConnectionAccess } from '#data/access.ts';
import { homeOf, pathWithout, signedOutPath, type Targeted, targetPath } from './connection-paths';

const access = (isSignedIn: boolean, hasProjectAccess: boolean): ConnectionAccess => ({ isSignedIn, hasProjectAccess });
const connection: Targeted = { id: 'ae', projectId: 'p', features: null };
const withTargets = (targets: ConnectionTargets): Targeted => ({ ...connection, targets });

describe('the path of a connection’s tile', () => {
  it('is the last one, while that screen can still be shown', () => {
    expect(homeOf(connection, access(false, true), '/c/ae/users?q=ada')).toBe('/c/ae/users?q=ada');
    expect(homeOf(connection, access(true, false), '/c/ae/account/sessions')).toBe('/c/ae/account/sessions');
    expect(homeOf(connection, access(false, true), '/c/ae/account/sessions')).toBe('/c/ae/users');
    expect(homeOf(connection, access(true, false), '/c/ae/users')).toBe('/c/ae/account/profile');
  });

  it('is that of the first screen that the credentials allow', () => {
    expect(homeOf(connection, access(true, true), undefined)).toBe('/c/ae/users');
    expect(homeOf(connection, access(true, false), undefined)).toBe('/c/ae/account/profile');
    expect(homeOf(connection, access(false, false), undefined)).toBe('/c/ae/sign-in');
    expect(homeOf(connection, access(true, false), '/c/ae/sign-in')).toBe('/c/ae/account/profile');
  });

  it('is home where the user chose one that can be shown', () => {
    const chosen = withTargets({ home: 'teams', afterSignIn: 'sessions' });
    expect(homeOf(chosen, access(false, true), '/c/ae/users')).toBe('/c/ae/teams');
    expect(homeOf(chosen, access(true, false), '/c/ae/account/sessions')).toBe('/c/ae/account/sessions');
    expect(homeOf(chosen, access(false, false), undefined)).toBe('/c/ae/sign-in');
  });
});

describe('a target', () => {
  it.each<[targets: ConnectionTargets, moment: TargetMoment, isSignedIn: boolean, hasProjectAccess: boolean, path: string | null]>([
    [{}, 'home', true, true, null],
    [{}, 'afterSignIn', true, true, null],
    [{ home: 'teams' }, 'home', true, true, '/c/ae/teams'],
    [{ home: 'teams' }, 'afterSignIn', true, true, '/c/ae/teams'],
    [{ home: 'teams' }, 'afterSignOut', false, true, '/c/ae/teams'],
    [{ home: 'teams', afterSignIn: 'sessions' }, 'afterSignIn', true, true, '/c/ae/account/sessions'],
    [{ home: 'teams', afterSignIn: 'sessions' }, 'afterSignUp', true, true, '/c/ae/teams'],
    [{ home: 'teams', afterSignIn: 'sessions' }, 'home', true, true, '/c/ae/teams'],
    [{ afterSignIn: 'sessions' }, 'home', true, true, null],
    [{ home: 'profile', afterSignIn: 'domains' }, 'afterSignIn', true, false, '/c/ae/account/profile'],
    [{ home: 'teams', afterSignIn: 'domains' }, 'afterSignIn', true, false, null],
    [{ home: 'domains', afterSignOut: 'sessions' }, 'afterSignOut', false, true, '/c/ae/domains'],
    [{ home: 'domains', afterSignOut: 'sessions' }, 'afterSignOut', true, true, '/c/ae/account/sessions'],
    [{ afterSignOut: 'signIn' }, 'afterSignOut', false, false, '/c/ae/sign-in'],
    [{ home: 'profile', afterSignIn: 'projects' }, 'afterSignIn', true, true, '/c/ae/account/profile'],
    [{ home: 'profile', afterSignIn: 'notifications' }, 'afterSignIn', true, true, '/c/ae/account/profile'],
  ])('%j at %s, signed in %s, with keys %s: %s', (targets, moment, isSignedIn, hasProjectAccess, path) => {
    expect(targetPath(withTargets(targets), access(isSignedIn, hasProjectAccess), moment)).toBe(path);
  });

  it('is a screen of project owners, or of a feature, where the service has it', () => {
    const targets = { home: 'projects', afterSignIn: 'notifications' } as const;
    const internal = { ...withTargets(targets), projectId: 'internal', features: { 'notification-preferences': true } };
    expect(targetPath(internal, access(true, false), 'home')).toBe('/c/ae/projects');
    expect(targetPath(internal, access(true, false), 'afterSignIn')).toBe('/c/ae/account/notifications');
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
    const allowed = access(isSignedIn, hasProjectAccess);
    expect([signedOutPath(connection, allowed, here), pathWithout('ae', allowed, here)]).toEqual([path, path]);
  });

  it.each<[here: string, path: string]>([
    ['/c/ae/users', '/c/ae/teams'],
    ['/c/ae/account/profile', '/c/ae/teams'],
    ['/links/l', '/c/ae/teams'],
    ['/c/other/users', '/c/other/users'],
  ])('a chosen target replaces %s', (here, path) => {
    expect(signedOutPath(withTargets({ afterSignOut: 'teams' }), access(false, true), here)).toBe(path);
  });

  it('stays where an impersonation ended, whatever the targets are', () => {
    expect(pathWithout('ae', access(false, true), '/c/ae/users')).toBe('/c/ae/users');
  });
});
