import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ScreenAccess } from '#window/screen-row.ts';
import { hasScreen, type ScreenAccount, screenAccount, screenLock } from './screen-access';

const connection = (projectId: string, server: boolean, admin = false): Connection =>
  ({ projectId, credentials: { client: true, server, admin, owner: null } }) as Connection;
const withKey = connection('p', true);
const withoutKey = connection('p', false);
const account = (state: Account['state']) => ({ state }) as Account;

describe('access to a screen', () => {
  it('is open to anyone if nothing is required', () => {
    expect(screenLock(undefined, withoutKey, undefined)).toBeNull();
  });

  it('requires a key of the project', () => {
    expect(screenLock('project', withKey, undefined)).toBeNull();
    expect(screenLock('project', withoutKey, account('signed-in'))).toBe('shell.locked.no-project-key');
  });

  it('requires the admin key', () => {
    expect(screenLock('project-admin', connection('p', false, true), undefined)).toBeNull();
    expect(screenLock('project-admin', withKey, account('signed-in'))).toBe('shell.locked.no-admin-key');
    expect(screenLock('project-admin', withoutKey, account('signed-in'))).toBe('shell.locked.no-admin-key');
  });

  it.each(['account', 'project-owner'] as const)('needs a valid session: %s', (access) => {
    expect(screenLock(access, withKey, undefined)).toBe('shell.locked.no-account');
    expect(screenLock(access, withKey, account('invalid'))).toBe('shell.locked.session-ended');
    expect(screenLock(access, withKey, account('signed-in'))).toBeNull();
  });

  it('is open to anonymous accounts, which own no projects', () => {
    expect(screenLock('account', withKey, account('anonymous'))).toBeNull();
    expect(screenLock('project-owner', withKey, account('anonymous'))).toBe('shell.locked.anonymous');
  });

  it.each(['account', 'project-owner'] as const)('says what the screen does: %s', (access) => {
    for (const current of [undefined, account('signed-in'), account('anonymous'), account('invalid')])
      expect(screenLock(access, withKey, current) === null).toBe(screenAccount(access, current).kind === 'account');
  });

  it('is limited to the account while impersonating', () => {
    const impersonated = { state: 'signed-in', impersonationId: 'i' } as Account;
    expect(screenLock('account', withKey, impersonated)).toBeNull();
    expect(screenLock('project', withKey, impersonated)).toBe('shell.locked.impersonating');
    expect(screenLock('project-admin', connection('p', true, true), impersonated)).toBe('shell.locked.impersonating');
    expect(screenLock('project-owner', withKey, impersonated)).toBe('shell.locked.impersonating');
  });

  it('exists for project owners only on project internal', () => {
    expect(hasScreen({ access: 'project-owner' }, withKey)).toBe(false);
    expect(hasScreen({ access: 'project-owner' }, connection('internal', false))).toBe(true);
    expect(hasScreen({ access: 'project' }, withoutKey)).toBe(true);
  });

  it.each([
    [{ 'invitations-for-me': true }, true],
    [{ 'invitations-for-me': false }, false],
    [{}, false],
    [null, false],
  ])('exists only where the service has its feature: %j', (features, expected) => {
    expect(hasScreen({ access: 'account', feature: 'invitations-for-me' }, { ...withKey, features })).toBe(expected);
  });
});

describe('the account of a screen', () => {
  const [signedIn, anonymous, ended] = [account('signed-in'), account('anonymous'), account('invalid')];
  const signIn = { kind: 'sign-in', hasEnded: false } as const;
  const signInAgain = { kind: 'sign-in', hasEnded: true } as const;
  const none = { kind: 'none' } as const;

  it.each<[access: ScreenAccess | undefined, current: Account | undefined, found: ScreenAccount]>([
    ['account', signedIn, { kind: 'account', account: signedIn }],
    ['account', anonymous, { kind: 'account', account: anonymous }],
    ['account', ended, signInAgain],
    ['account', undefined, signIn],
    ['project-owner', signedIn, { kind: 'account', account: signedIn }],
    ['project-owner', anonymous, signIn],
    ['project-owner', ended, signInAgain],
    ['project-owner', undefined, signIn],
    ['project', signedIn, none],
    ['project', undefined, none],
    ['project-admin', signedIn, none],
    [undefined, signedIn, none],
    [undefined, undefined, none],
  ])('of access %s with %j is %j', (access, current, found) => {
    expect(screenAccount(access, current)).toEqual(found);
  });
});
