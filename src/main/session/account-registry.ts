/** The accounts and their open sessions, kept in step with the accounts file and with the keychain. */
import type { Account } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { JsonFile } from '../storage/json-file';
import { createTurns } from '../storage/turns';
import type { Topic } from '../topic';
import type { AccountsData } from './accounts-file';
import type { Session } from './session';
import type { TokenStore, Tokens } from './token-store';

export interface AccountRegistry {
  accounts(): readonly Account[];
  /** Fails with `unknown-account`. */
  find(accountId: string): { account: Account; session: Session };
  /** By the file, which another process may have changed. */
  isKept(accountId: string): Promise<boolean>;
  /** Reads the file, and begins to remove secrets that a crash left behind. */
  load(): Promise<void>;
  /** Reads the file again, after another process changed it. */
  reload(): Promise<void>;
  reread(accountId: string): void;
  edit(change: (all: Account[]) => Account[]): Promise<void>;
  /**
   * Stores the tokens, then the account; what `replaces` names goes with the same write. Either all of it is there, or
   * nothing. False when a process that was just starting took the half-made account for a crash's: try with another id.
   */
  add(account: Account, tokens: Tokens, replaces: (other: Account) => boolean): Promise<boolean>;
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
  // What was read before a change of our own must not be applied after it.
  const inTurn = createTurns();

  /** Makes the sessions fit the accounts, and tells the windows if anything differs. */
  const apply = ({ accounts: next }: AccountsData, fresh?: { id: string; tokens: Tokens }) => {
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
    if (JSON.stringify(next) !== JSON.stringify(accounts())) topic.set(next);
  };
  const change = (edit: (data: AccountsData) => AccountsData, fresh?: { id: string; tokens: Tokens }) =>
    inTurn(async () => apply(await file.update(edit), fresh));

  /** Removes secrets and the memory of them. A keychain that is locked, or a disk that is full, leaves both to the next start. */
  const clean = async (accountId: string) => {
    const isCleared = await store.clear(accountId).then(
      () => true,
      () => false,
    );
    await change((data) => (isCleared ? withoutTrace(data, accountId) : asLeftover(data, accountId))).catch(() => undefined);
  };
  const sweep = async (leftovers: readonly string[]) => {
    for (const id of leftovers) await clean(id);
  };

  return {
    accounts,
    find(accountId) {
      const account = accounts().find(({ id }) => id === accountId);
      const session = sessions.get(accountId);
      if (account === undefined || session === undefined) throw fail('unknown-account');
      return { account, session };
    },
    isKept: async (accountId) => (await file.read()).accounts.some(({ id, state }) => id === accountId && state !== 'invalid'),
    async load() {
      const { leftovers } = await inTurn(async () => {
        const found = await file.read();
        const data = found.adding.length === 0 ? found : await file.update((now) => now.adding.reduce(asLeftover, now));
        apply(data);
        return data;
      });
      // Not waited for: a keychain that asks to be unlocked takes its time.
      void sweep(leftovers);
    },
    reload: () => inTurn(async () => apply(await file.read())),
    reread: (accountId) => sessions.get(accountId)?.reread(),
    edit: (edit) => change((data) => ({ ...data, accounts: edit(data.accounts) })),
    async add(account, tokens, replaces) {
      let outcome: Replacement | null = null;
      await change((data) => ({ ...data, adding: [...data.adding, account.id] }));
      try {
        await store.write(account.id, tokens);
        const replace = (data: AccountsData) => {
          outcome = replacement(data, account, replaces);
          return outcome?.data ?? data;
        };
        await change(replace, { id: account.id, tokens });
      } catch (thrown) {
        await clean(account.id);
        throw thrown;
      }
      const { gone } = (outcome as Replacement | null) ?? { gone: [account.id] };
      await sweep(gone);
      return outcome !== null;
    },
    async discard(accountId, edit) {
      sessions.get(accountId)?.end();
      await change((data) => asLeftover({ ...data, accounts: edit(data.accounts) }, accountId));
      await clean(accountId);
    },
  };
}

function withoutTrace(data: AccountsData, accountId: string): AccountsData {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== accountId);
  return { ...data, adding: others(data.adding), leftovers: others(data.leftovers) };
}

function asLeftover(data: AccountsData, accountId: string): AccountsData {
  const rest = withoutTrace(data, accountId);
  return { ...rest, leftovers: [...rest.leftovers, accountId] };
}

interface Replacement {
  readonly data: AccountsData;
  /** Accounts that went with it. */
  readonly gone: readonly string[];
}

/** Null when the half-made account was taken for a crash's meanwhile: its secrets may be gone. */
function replacement(data: AccountsData, account: Account, replaces: (other: Account) => boolean): Replacement | null {
  if (!data.adding.includes(account.id)) return null;
  const gone = data.accounts.filter(replaces).map(({ id }) => id);
  const kept = data.accounts.filter((other) => !replaces(other));
  const accounts = withCurrent([...kept, account], account.connectionId, account.id);
  return { gone, data: gone.reduce(asLeftover, { ...withoutTrace(data, account.id), accounts }) };
}

/** The same accounts with one current account in the connection: the wanted one, else the one that is, else the first. */
export function withCurrent(all: readonly Account[], connectionId: string, wanted?: string): Account[] {
  const own = all.filter((account) => account.connectionId === connectionId);
  const chosen = wanted ?? own.find(({ current }) => current)?.id ?? own[0]?.id;
  return all.map((account) => (account.connectionId === connectionId ? { ...account, current: account.id === chosen } : account));
}
