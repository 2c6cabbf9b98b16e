import { describe, expect, test, vi } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createTopic } from '../runtime/topics';
import { createSignInHandlers, type SignInHandlersDeps } from './sign-in-handlers';

const caller = { windowId: 'w' };

/** The handlers, where changes of how a user signs in require presence. */
function setUp(isImpersonation = false) {
  const account = { id: 'a', connectionId: 'c', ...(isImpersonation ? { impersonationId: 'i' } : {}) } as Account;
  const checked: ServiceCall[] = [];
  const started = vi.fn(async () => ({}));
  let isPresent = false;
  const deps = {
    accounts: createTopic('accounts.list', [account], () => undefined),
    codes: {},
    password: {},
    oauth: { link: started },
    passkeys: { register: started },
    upgradeAnonymous: started,
    checkChange(call: ServiceCall) {
      checked.push(call);
      if (!isPresent) throw fail('confirmation-required');
      return () => undefined;
    },
  };
  const handlers = createSignInHandlers(deps as unknown as SignInHandlersDeps);
  const prove = () => {
    isPresent = true;
  };
  return { handlers, checked, started, prove };
}
type Change = (handlers: ReturnType<typeof setUp>['handlers']) => Promise<unknown>;

describe.each<{ what: string; endpoint: string; change: Change }>([
  {
    what: 'creating a passkey',
    endpoint: 'passkeys.register',
    change: (handlers) => handlers.registerPasskey({ accountId: 'a', replace: false }, caller),
  },
  {
    what: 'replacing a passkey',
    endpoint: 'passkeys.register',
    change: (handlers) => handlers.registerPasskey({ accountId: 'a', replace: true }, caller),
  },
  {
    what: 'connecting an account',
    endpoint: 'oauth.authorize',
    change: (handlers) => handlers.linkOAuth({ accountId: 'a', provider: 'github' }, caller),
  },
  {
    what: 'keeping an anonymous account',
    endpoint: 'auth.setPassword',
    change: (handlers) => handlers.upgrade({ accountId: 'a', email: 'ada@x.test', password: 'a new password' }, caller),
  },
])('$what', ({ endpoint, change }) => {
  test('is checked as a change of how the user signs in, and not started before', async () => {
    const { handlers, checked, started, prove } = setUp();
    expect(await reportOf(change(handlers))).toEqual({ code: 'confirmation-required' });
    expect(started).not.toHaveBeenCalled();
    prove();
    await change(handlers);
    expect(started).toHaveBeenCalledTimes(1);
    const [first, second] = checked;
    expect(first).toEqual(second);
    expect(first).toMatchObject({ name: endpoint, actor: 'account', connectionId: 'c', accountId: 'a', endpoint: { changesSignIn: true } });
    expect(JSON.stringify(first?.input)).not.toContain('a new password');
  });

  test('isn’t offered while impersonating', async () => {
    const { handlers, checked } = setUp(true);
    expect([await reportOf(change(handlers)), checked]).toEqual([{ code: 'impersonating' }, []]);
  });
});
