/** `accounts.json`: who is signed in where, and under which names the secret store has their tokens. It contains no token. */
import { join } from 'node:path';
import { z } from 'zod';
import { type Account, account } from '../../contract/bridge/accounts';
import type { Clock } from '../ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const { isShared: _derived, ...storedFields } = account.shape;

const accountRecord = z.strictObject({
  ...storedFields,
  /** Names the items of the secret store that have the account's tokens. A new sign-in of the same user brings a new one. */
  tokenSet: z.string(),
  /** IDs of the times that the session's refresh token was handed over, to this app or by it, and may have arrived. */
  handOvers: z.array(z.string()),
});
export type AccountRecord = z.output<typeof accountRecord>;

const accountsData = z.strictObject({
  accounts: z.array(accountRecord),
  /** Token sets being written: they are in the secret store before an account uses them. */
  adding: z.array(z.string()),
  /** Token sets that no account uses, but that may still be in the secret store. Any process may remove them. */
  leftovers: z.array(z.string()),
});
export type AccountsData = z.output<typeof accountsData>;

export const noAccounts: AccountsData = { accounts: [], adding: [], leftovers: [] };

const firstData = z.strictObject({ ...accountsData.shape, accounts: z.array(z.strictObject(storedFields)) });

/** Version 1 stored an account's tokens under the account's own ID, and did not know of hand-overs. */
function upgrade(data: unknown): AccountsData {
  const { accounts, ...rest } = firstData.parse(data);
  return { ...rest, accounts: accounts.map((known) => ({ ...known, tokenSet: known.id, handOvers: [] })) };
}

/** Returns the account as windows see it. */
export function toAccount({ tokenSet: _name, handOvers, ...shown }: AccountRecord): Account {
  return { ...shown, isShared: handOvers.length > 0 };
}

export const accountsFileName = 'accounts.json';

/** Opens the file of a profile folder. */
export function accountsFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<AccountsData> {
  const spec = {
    path: join(profileFolder, accountsFileName),
    format: 'latchkey/accounts',
    version: 2,
    schema: accountsData,
    initial: noAccounts,
    upgrade,
  };
  return jsonFile(spec, clock, onUnreadableFile);
}
