/** The open sessions of the accounts, synchronized with the accounts file. */
import type { Account } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import { type AccountRecord, type AccountsData, toAccount } from './accounts-file';
import type { Session } from './session';
import type { Tokens } from './tokens/token-store';

/** Tokens that were just received and don't need to be read from the store. */
export interface Received {
  readonly tokenSet: string;
  readonly tokens: Tokens;
}

export interface OpenSession {
  readonly account: AccountRecord;
  readonly session: Session;
}

export interface OpenSessions {
  all(): OpenSession[];
  get(accountId: string): OpenSession | undefined;
  /** Throws `unknown-account`. */
  find(accountId: string): OpenSession;
  /**
   * Opens a session for each token set that an account uses, ends unused ones, and publishes the accounts if they have changed or if
   * tokens were just received.
   */
  apply(data: AccountsData, received?: Received): void;
}

export function createOpenSessions(
  topic: Topic<Account[]>,
  open: (account: AccountRecord, tokens: Tokens | null) => Session,
): OpenSessions {
  let opened: ReadonlyMap<string, OpenSession> = new Map();

  const sessionOf = (account: AccountRecord, received: Received | undefined): Session => {
    const known = opened.get(account.id);
    if (known?.account.tokenSet === account.tokenSet) return known.session;
    return open(account, received?.tokenSet === account.tokenSet ? received.tokens : null);
  };

  return {
    all: () => [...opened.values()],
    get: (accountId) => opened.get(accountId),
    find(accountId) {
      const found = opened.get(accountId);
      if (found === undefined) throw fail('unknown-account');
      return found;
    },
    apply({ accounts }, received) {
      const next = new Map(accounts.map((account) => [account.id, { account, session: sessionOf(account, received) }]));
      for (const [id, { session }] of opened) if (next.get(id)?.session !== session) session.end();
      for (const { account, session } of next.values()) if (account.state === 'invalid') session.end();
      opened = next;
      const shown = accounts.map(toAccount);
      if (received !== undefined || JSON.stringify(shown) !== JSON.stringify(topic.get().value)) topic.set(shown);
    },
  };
}
