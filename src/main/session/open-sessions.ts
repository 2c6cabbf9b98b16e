/** The sessions of the accounts that are there, kept in step with them. */
import type { Account } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { Topic } from '../topic';
import type { AccountsData } from './accounts-file';
import type { Session } from './session';
import type { Tokens } from './token-store';

/** The tokens an account was just given, which need not be read again. */
export interface Fresh {
  readonly id: string;
  readonly tokens: Tokens;
}

export interface OpenSessions {
  /** Fails with `unknown-account`. */
  find(accountId: string): { account: Account; session: Session };
  get(accountId: string): Session | undefined;
  /** Makes the sessions fit the accounts, and tells the windows if anything differs. */
  apply(data: AccountsData, fresh?: Fresh): void;
}

export function createOpenSessions(topic: Topic<Account[]>, open: (account: Account, tokens: Tokens | null) => Session): OpenSessions {
  const sessions = new Map<string, Session>();
  return {
    get: (accountId) => sessions.get(accountId),
    find(accountId) {
      const account = topic.get().value.find(({ id }) => id === accountId);
      const session = sessions.get(accountId);
      if (account === undefined || session === undefined) throw fail('unknown-account');
      return { account, session };
    },
    apply({ accounts: next }, fresh) {
      for (const account of next) {
        if (!sessions.has(account.id)) sessions.set(account.id, open(account, fresh?.id === account.id ? fresh.tokens : null));
        if (account.state === 'invalid') sessions.get(account.id)?.end();
      }
      const kept = new Set(next.map(({ id }) => id));
      for (const [id, session] of sessions) {
        if (kept.has(id)) continue;
        session.end();
        sessions.delete(id);
      }
      if (JSON.stringify(next) !== JSON.stringify(topic.get().value)) topic.set(next);
    },
  };
}
