import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import type { Sender } from '../remote/send';
import { createTopic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import { createResolveAccount } from './anonymous';

function setUp(accounts: Account[], refuse = false) {
  const topic = createTopic('accounts.list', accounts, () => undefined);
  const sent: unknown[] = [];
  const sender = {
    send: async (endpoint: unknown) => {
      sent.push(endpoint);
      if (refuse) throw fail('known-error', { known: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' });
      if (endpoint === catalog.users.me) return { id: 'u2', display_name: 'Anonymous user', primary_email: null, is_anonymous: true };
      return { access_token: 'access', refresh_token: 'refresh', user_id: 'u2' };
    },
  } as unknown as Sender;
  const sessions = {
    assertReady: async () => undefined,
    add: async () => 'new',
    source: () => ({}),
    describe: async () => undefined,
    target: async () => ({ baseUrl: 'http://x.test', projectId: 'p', keys: {} }),
  } as unknown as Sessions;
  return {
    need: createResolveAccount({ sender, sessions, destinationOf: () => 'x', assertWritable: () => undefined }, topic),
    sent,
  };
}

describe('an existing account', () => {
  it.each(['redirect', 'throw', 'anonymous', 'null'] as const)('is returned with every fallback: %s', async (orElse) => {
    const { need, sent } = setUp([{ ...sampleAccount, id: 'other', current: false }, sampleAccount]);
    expect(await need('c', orElse)).toEqual({ kind: 'account', accountId: 'a' });
    expect(sent).toEqual([]);
  });

  it('is ignored when it is anonymous, unless that is accepted', async () => {
    const { need, sent } = setUp([{ ...sampleAccount, state: 'anonymous' }]);
    expect(await need('c', 'redirect')).toEqual({ kind: 'sign-in' });
    expect(await need('c', 'null')).toEqual({ kind: 'none' });
    expect(await need('c', 'anonymous')).toEqual({ kind: 'account', accountId: 'a' });
    expect(sent).toEqual([]);
  });
});

describe.each([
  ['no account', []],
  ['a session that ended', [{ ...sampleAccount, state: 'invalid' as const }]],
  ['an account of another connection', [{ ...sampleAccount, connectionId: 'd' }]],
])('with %s', (_what, accounts) => {
  it('uses the caller’s fallback', async () => {
    const { need } = setUp(accounts);
    expect(await need('c', 'redirect')).toEqual({ kind: 'sign-in' });
    expect(await need('c', 'null')).toEqual({ kind: 'none' });
    await expect(need('c', 'throw')).rejects.toMatchObject({ code: 'signed-out' });
  });

  it('creates an anonymous account if that is the fallback', async () => {
    const { need, sent } = setUp(accounts);
    expect(await need('c', 'anonymous')).toEqual({ kind: 'account', accountId: 'new' });
    expect(sent).toEqual([catalog.auth.anonymousSignUp, catalog.users.me]);
  });

  it('fails with the service’s error if it allows none', async () => {
    const { need } = setUp(accounts, true);
    await expect(need('c', 'anonymous')).rejects.toMatchObject({ report: { known: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' } });
  });
});
