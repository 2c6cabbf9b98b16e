/** `accounts.json`: who is signed in where, without a token; and whose secrets still have to be removed. */
import { join } from 'node:path';
import { z } from 'zod';
import { account } from '../../contract/bridge/accounts';
import type { Clock } from '../ports';
import { type JsonFile, jsonFile, type SetAside } from '../storage/json-file';

const accountsData = z.strictObject({
  accounts: z.array(account),
  /** Accounts being made: their secrets go into the keychain before they are accounts. */
  adding: z.array(z.string()),
  /** Accounts that are gone but whose secrets may still lie in the keychain. Any process may remove those. */
  leftovers: z.array(z.string()),
});
export type AccountsData = z.output<typeof accountsData>;

export const noAccounts: AccountsData = { accounts: [], adding: [], leftovers: [] };

export const accountsFileName = 'accounts.json';

export function accountsFile(profileFolder: string, clock: Clock, onSetAside: (what: SetAside) => void): JsonFile<AccountsData> {
  const spec = {
    path: join(profileFolder, accountsFileName),
    format: 'latchkey/accounts',
    version: 1,
    schema: accountsData,
    initial: noAccounts,
  };
  return jsonFile(spec, clock, onSetAside);
}
