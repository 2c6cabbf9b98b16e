/** The accounts and their open sessions, kept in step with the accounts file and with the keychain. */
import type { Account } from '../../contract/bridge/accounts';
import type { JsonFile } from '../storage/json-file';
import { createTurns } from '../storage/turns';
import type { Topic } from '../topic';
import { asLeftover, type Replacement, replacement, withoutTrace } from './account-changes';
import type { AccountsData } from './accounts-file';
import { createOpenSessions, type Fresh } from './open-sessions';
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
  const opened = createOpenSessions(topic, open);
  // What was read before a change of our own must not be applied after it.
  const inTurn = createTurns();
  const change = (edit: (data: AccountsData) => AccountsData, fresh?: Fresh) =>
    inTurn(async () => opened.apply(await file.update(edit), fresh));

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
    accounts: () => topic.get().value,
    find: opened.find,
    isKept: async (accountId) => (await file.read()).accounts.some(({ id, state }) => id === accountId && state !== 'invalid'),
    async load() {
      const { leftovers } = await inTurn(async () => {
        const found = await file.read();
        const data = found.adding.length === 0 ? found : await file.update((now) => now.adding.reduce(asLeftover, now));
        opened.apply(data);
        return data;
      });
      // Not waited for: a keychain that asks to be unlocked takes its time.
      void sweep(leftovers);
    },
    reload: () => inTurn(async () => opened.apply(await file.read())),
    reread: (accountId) => opened.get(accountId)?.reread(),
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
      opened.get(accountId)?.end();
      await change((data) => asLeftover({ ...data, accounts: edit(data.accounts) }, accountId));
      await clean(accountId);
    },
  };
}
