/** The accounts and their open sessions, kept in step with the accounts file and with the keychain. */
import type { Account } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { JsonFile } from '../storage/json-file';
import type { Topic } from '../topic';
import type { AccountsData } from './accounts-file';
import type { Session } from './session';
import type { TokenStore, Tokens } from './token-store';

export interface AccountRegistry {
  accounts(): readonly Account[];
  /** Fails with `unknown-account`. */
  find(accountId: string): { account: Account; session: Session };
  /** Reads the file and removes secrets that a crash left behind. */
  load(): Promise<void>;
  /** Reads the file again, after another process changed it. */
  reload(): Promise<void>;
  reread(accountId: string): void;
  edit(change: (all: Account[]) => Account[]): Promise<void>;
  /** Stores the tokens, then the account; what `replaces` names goes with the same write. Either all of it is there, or nothing. */
  add(account: Account, tokens: Tokens, replaces: (other: Account) => boolean): Promise<void>;
  /** Changes the accounts so that this one has no session any more, and takes its secrets away. */
  discard(accountId: string, change: (all: Account[]) => Account[]): Promise<void>;
}

export interface RegistryParts {
  readonly file: JsonFile<AccountsData>;
  readonly store: TokenStore;
  readonly topic: Topic<Account[]>;
  readonly open: (account: Account, tokens: Tokens | null) => Session;
}

export function createAccountRegistry({ file, store, topic, open }: RegistryParts): AccountRegistry {
  const sessions = new Map<string, Session>();
  const accounts = () => topic.get().value;

  /** Makes the sessions fit the accounts, and tells the windows if anything differs. */
  const apply = ({ accounts: next }: AccountsData, fresh?: { id: string; tokens: Tokens }) => {
    for (const account of next) {
      if (!sessions.has(account.id)) sessions.set(account.id, open(account, fresh?.id === account.id ? fresh.tokens : null));
    }
    const kept = new Set(next.map(({ id }) => id));
    for (const [id, session] of sessions) {
      if (kept.has(id)) continue;
      session.end();
      sessions.delete(id);
    }
    if (JSON.stringify(next) !== JSON.stringify(accounts())) topic.set(next);
  };
  const change = async (edit: (data: AccountsData) => AccountsData, fresh?: { id: string; tokens: Tokens }) =>
    apply(await file.update(edit), fresh);

  /** A keychain that is locked keeps the leftover for the next start. */
  const clean = async (accountId: string) => {
    const cleared = await store.clear(accountId).then(
      () => true,
      () => false,
    );
    if (cleared) await change((data) => ({ ...data, leftovers: data.leftovers.filter((id) => id !== accountId) }));
  };

  return {
    accounts,
    find(accountId) {
      const account = accounts().find(({ id }) => id === accountId);
      const session = sessions.get(accountId);
      if (account === undefined || session === undefined) throw fail('unknown-account');
      return { account, session };
    },
    async load() {
      const data = await file.read();
      apply(data);
      for (const id of data.leftovers) await clean(id);
    },
    reload: async () => apply(await file.read()),
    reread: (accountId) => sessions.get(accountId)?.reread(),
    edit: (edit) => change((data) => ({ ...data, accounts: edit(data.accounts) })),
    async add(account, tokens, replaces) {
      await change((data) => ({ ...data, leftovers: [...data.leftovers, account.id] }));
      try {
        await store.write(account.id, tokens);
      } catch (thrown) {
        await clean(account.id);
        throw thrown;
      }
      const gone = accounts().filter(replaces);
      await change((data) => replaced(data, account, replaces), { id: account.id, tokens });
      for (const { id } of gone) await clean(id);
    },
    async discard(accountId, edit) {
      sessions.get(accountId)?.end();
      await change((data) => ({ accounts: edit(data.accounts), leftovers: [...new Set([...data.leftovers, accountId])] }));
      await clean(accountId);
    },
  };
}

function replaced(data: AccountsData, account: Account, replaces: (other: Account) => boolean): AccountsData {
  const gone = data.accounts.filter(replaces).map(({ id }) => id);
  return {
    accounts: withCurrent([...data.accounts.filter((other) => !replaces(other)), account], account.connectionId, account.id),
    leftovers: [...data.leftovers.filter((id) => id !== account.id), ...gone],
  };
}

/** The same accounts with one current account in the connection: the wanted one, else the one that is, else the first. */
export function withCurrent(all: readonly Account[], connectionId: string, wanted?: string): Account[] {
  const own = all.filter((account) => account.connectionId === connectionId);
  const chosen = wanted ?? own.find(({ current }) => current)?.id ?? own[0]?.id;
  return all.map((account) => (account.connectionId === connectionId ? { ...account, current: account.id === chosen } : account));
}
