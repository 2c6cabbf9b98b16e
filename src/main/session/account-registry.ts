/** The accounts and their open sessions, synchronized with the accounts file and the secret store. */
import type { Account } from '#contract/bridge/accounts.ts';
import { fail } from '#contract/errors.ts';
import type { Topic } from '../runtime/topics';
import type { JsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import {
  type AccountRecord,
  type AccountsData,
  type NewSession,
  type SignInChange,
  toAccount,
  withEnded,
  withoutAccounts,
  withoutPending,
  withPendingCleanup,
  withSession,
} from './accounts-file';
import type { Session } from './session';
import type { TokenStore, Tokens } from './token-store';

export interface AccountRegistry extends Pick<OpenSessions, 'all' | 'get' | 'find'> {
  /** Whether an account with a valid session uses the token set. Reads the file, which another process may have changed. */
  isUsed(tokenSet: string): Promise<boolean>;
  /** Reads the file and starts to remove secrets that remained after a crash. */
  load(): Promise<void>;
  /** Reads the file again, after another process changed it. */
  reload(): Promise<void>;
  /** Has the session that uses the token set read its tokens again. */
  reread(tokenSet: string): void;
  edit(change: (all: AccountRecord[]) => AccountRecord[]): Promise<void>;
  /**
   * Stores the tokens and adds them to the user's account, which keeps its ID, or to a new one. Either succeeds completely or changes
   * nothing. `retire` receives the previous account record, whose secrets are removed afterwards. Returns the account's ID; null if a
   * starting process treated the half-written tokens as a crash's: the caller then tries again with another token set.
   */
  add(session: NewSession, tokens: Tokens, retire: (replaced: AccountRecord) => Promise<void>): Promise<string | null>;
  /** Marks the account that uses the token set as invalid, and removes its secrets. */
  end(tokenSet: string): Promise<void>;
  /** Removes the accounts that match, and their secrets, including accounts in the file that this process has not read yet. */
  remove(matches: (account: AccountRecord) => boolean): Promise<void>;
}

export interface RegistryDeps {
  readonly file: JsonFile<AccountsData>;
  readonly store: TokenStore;
  readonly topic: Topic<Account[]>;
  readonly open: (account: AccountRecord, tokens: Tokens | null) => Session;
}

export function createAccountRegistry({ file, store, topic, open }: RegistryDeps): AccountRegistry {
  const opened = createOpenSessions(topic, open);
  // Prevents applying older data after this process's own change.
  const enqueue = createTaskQueue();
  const change: Change = (edit, received) => enqueue(async () => opened.apply(await file.update(edit), received));

  const { clean, sweep } = createTokenCleanup(store, change);

  return {
    ...opened,
    isUsed: async (tokenSet) => (await file.read()).accounts.some((known) => known.tokenSet === tokenSet && known.state !== 'invalid'),
    async load() {
      const { leftovers } = await enqueue(async () => {
        const found = await file.read();
        const data = found.adding.length === 0 ? found : await file.update((now) => now.adding.reduce(withPendingCleanup, now));
        opened.apply(data);
        return data;
      });
      // Not awaited, because the keychain may wait for the user to unlock it.
      void sweep(leftovers);
    },
    reload: () => enqueue(async () => opened.apply(await file.read())),
    reread(tokenSet) {
      for (const { account, session } of opened.all()) if (account.tokenSet === tokenSet) session.reread();
    },
    edit: (edit) => change((data) => ({ ...data, accounts: edit(data.accounts) })),
    add: (...args) => addSession({ store, change, clean }, ...args),
    async end(tokenSet) {
      await change((data) => withEnded(data, tokenSet));
      await clean(tokenSet);
    },
    async remove(matches) {
      for (const { account, session } of opened.all()) if (matches(account)) session.end();
      let dropped: readonly string[] = [];
      await change((data) => {
        dropped = data.accounts.filter(matches).map(({ tokenSet }) => tokenSet);
        return withoutAccounts(data, matches);
      });
      await sweep(dropped);
    },
  };
}

/** Changes the file, and applies the result to the open sessions. */
type Change = (edit: (data: AccountsData) => AccountsData, received?: Received) => Promise<void>;

interface TokenCleanup {
  /** Removes secrets and their name from the file. With a locked keychain or a full disk, the next start removes them. */
  clean(tokenSet: string): Promise<void>;
  /** Cleans several token sets, one after another. */
  sweep(tokenSets: readonly string[]): Promise<void>;
}

function createTokenCleanup(store: TokenStore, change: Change): TokenCleanup {
  const clean = async (tokenSet: string) => {
    const isCleared = await store.clear(tokenSet).then(
      () => true,
      () => false,
    );
    await change((data) => (isCleared ? withoutPending(data, tokenSet) : withPendingCleanup(data, tokenSet))).catch(() => undefined);
  };
  return {
    clean,
    async sweep(tokenSets) {
      for (const tokenSet of tokenSets) await clean(tokenSet);
    },
  };
}

interface AddSessionDeps extends Pick<TokenCleanup, 'clean'> {
  readonly store: TokenStore;
  readonly change: Change;
}

async function addSession(
  { store, change, clean }: AddSessionDeps,
  ...[session, tokens, retire]: Parameters<AccountRegistry['add']>
): Promise<string | null> {
  const { tokenSet } = session;
  let outcome: SignInChange | null = null;
  await change((data) => ({ ...data, adding: [...data.adding, tokenSet] }));
  try {
    await store.write(tokenSet, tokens);
    const sign = (data: AccountsData) => {
      outcome = withSession(data, session);
      return outcome?.data ?? data;
    };
    await change(sign, { tokenSet, tokens });
  } catch (thrown) {
    await clean(tokenSet);
    throw thrown;
  }
  const { accountId, replaced } = (outcome as SignInChange | null) ?? { accountId: null, replaced: null };
  if (accountId === null) await clean(tokenSet);
  if (replaced !== null) {
    await retire(replaced);
    await clean(replaced.tokenSet);
  }
  return accountId;
}

/** Tokens that were just received and don't need to be read from the store. */
interface Received {
  readonly tokenSet: string;
  readonly tokens: Tokens;
}

export interface OpenSession {
  readonly account: AccountRecord;
  readonly session: Session;
}

interface OpenSessions {
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

function createOpenSessions(topic: Topic<Account[]>, open: (account: AccountRecord, tokens: Tokens | null) => Session): OpenSessions {
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
