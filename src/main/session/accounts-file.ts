/** `accounts.json`: the signed-in accounts and the names of their tokens in the secret store. Contains no tokens. */
import { join } from 'node:path';
import { z } from 'zod';
import { type Account, account } from '../../contract/bridge/accounts';
import type { Clock } from '../ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const { isShared: _derived, ...storedFields } = account.shape;

const accountRecord = z.strictObject({
  ...storedFields,
  /** Name of the account's tokens in the secret store. Each sign-in creates a new one. */
  tokenSet: z.string(),
  /** IDs of the hand-overs of the session's refresh token, to this app or by it, that may have succeeded. */
  handOvers: z.array(z.string()),
});
export type AccountRecord = z.output<typeof accountRecord>;

const accountsData = z.strictObject({
  accounts: z.array(accountRecord),
  /** Token sets that are being written to the secret store and are not used by an account yet. */
  adding: z.array(z.string()),
  /** Unused token sets that may still be in the secret store. Any process may remove them. */
  leftovers: z.array(z.string()),
});
export type AccountsData = z.output<typeof accountsData>;

export const noAccounts: AccountsData = { accounts: [], adding: [], leftovers: [] };

const firstData = z.strictObject({ ...accountsData.shape, accounts: z.array(z.strictObject(storedFields)) });

/**
 * Upgrades version 1, which stored an account's tokens under the account's ID and had no hand-overs. Version 2 had no accounts of
 * impersonations.
 */
function upgrade(data: unknown, version: number): unknown {
  if (version > 1) return data;
  const { accounts, ...rest } = firstData.parse(data);
  return { ...rest, accounts: accounts.map((known) => ({ ...known, tokenSet: known.id, handOvers: [] })) };
}

/** Converts a record to the account that windows receive. */
export function toAccount({ tokenSet: _name, handOvers, ...shown }: AccountRecord): Account {
  return { ...shown, isShared: handOvers.length > 0 };
}

export const accountsFileName = 'accounts.json';

/** Creates the access to the accounts file of a profile folder. */
export function accountsFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<AccountsData> {
  const spec = {
    path: join(profileFolder, accountsFileName),
    format: 'latchkey/accounts',
    version: 3,
    schema: accountsData,
    initial: noAccounts,
    upgrade,
  };
  return jsonFile(spec, clock, onUnreadableFile);
}
