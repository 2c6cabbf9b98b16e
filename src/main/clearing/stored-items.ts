/** The items of keychains that a profile has stored, by the names in its files. */
import { readdir } from 'node:fs/promises';
import { AppError, nullForAppError } from '../../contract/errors';
import { providerNames } from '../../contract/workers/keychain';
import { itemsOf } from '../connections/records/connection-changes';
import { connectionsFile } from '../connections/records/connections-file';
import { keychainFile } from '../keychain/keychain-choice';
import { openProfileRecord } from '../keychain/profile-record';
import { passphraseMark } from '../lock/passphrase-store';
import type { Ports } from '../ports';
import { accountsFile } from '../session/accounts-file';
import { tokenItems } from '../session/tokens/token-store';
import { stateIndexOnDisk } from '../sign-in/oauth/oauth-states';
import type { KeychainItems } from './clearing-file';

export type StoredItemsPorts = Pick<Ports, 'spawnWorker' | 'clock' | 'random' | 'profileFolder' | 'secrets'>;

export interface StoredItems {
  /** Null for a profile without a keychain. */
  readonly keychain: KeychainItems | null;
  /** Whether the keychain may have items whose names aren't known, because a file or the keychain couldn't be read. */
  readonly hasUnknown: boolean;
}

/** A copy of an unreadable file with names of items. */
const copyOfNames = /^(accounts|connections|oauth-states)\.json\.(broken|newer)-/;

/** Reads the names of all items. Throws `profile-not-writable` if an unreadable file can't be replaced. */
export async function readStoredItems(ports: StoredItemsPorts): Promise<StoredItems> {
  let isUnreadable = false;
  const onUnreadable = () => {
    isUnreadable = true;
  };
  const items = await readItems(ports, onUnreadable);
  const { profileFolder, clock } = ports;
  // The copies that an earlier start has made, or this one until it was killed.
  if ((await readdir(profileFolder).catch(() => [])).some((name) => copyOfNames.test(name))) onUnreadable();
  const chosen = await keychainFile(profileFolder, clock, () => undefined)
    .read()
    .catch(nullForAppError);
  // Then the profile has never used a keychain, unless its file was lost.
  const needsSearch = chosen === null && ports.secrets === undefined && (items.length > 0 || isUnreadable);
  const { found, isCertain } = needsSearch ? await searchRecords(ports) : { found: chosen, isCertain: true };
  return { keychain: found && { ...found, items: [...items, passphraseMark] }, hasUnknown: !isCertain || (found !== null && isUnreadable) };
}

async function readItems({ profileFolder, clock }: StoredItemsPorts, onUnreadable: () => void): Promise<string[]> {
  const readable = async <T>(file: { read(): Promise<T> }): Promise<T | null> =>
    file.read().catch((thrown) => {
      onUnreadable();
      return nullForAppError(thrown);
    });
  const connections = await readable(connectionsFile(profileFolder, clock, onUnreadable));
  const accounts = await readable(accountsFile(profileFolder, clock, onUnreadable));
  const states = await readable(stateIndexOnDisk(profileFolder, clock, onUnreadable));
  const tokenSets = [
    ...(accounts?.accounts ?? []).map(({ tokenSet }) => tokenSet),
    ...(accounts?.adding ?? []),
    ...(accounts?.leftovers ?? []),
  ];
  const keys = [...(connections?.connections ?? []).flatMap(itemsOf), ...(connections?.adding ?? []), ...(connections?.leftovers ?? [])];
  return [...new Set([...keys, ...tokenSets.flatMap(tokenItems), ...(states ?? []).map(({ item }) => item)])];
}

/** Looks for the record of the profile in each keychain, as a start without `keychain.json` does. */
async function searchRecords(ports: StoredItemsPorts): Promise<{ found: Omit<KeychainItems, 'items'> | null; isCertain: boolean }> {
  let isCertain = true;
  for (const provider of providerNames) {
    const record = openProfileRecord(provider, ports);
    const service = await record.read().catch((thrown) => {
      // Without a keychain, there is nothing in it.
      if (!(thrown instanceof AppError) || thrown.code !== 'keychain-absent') isCertain = false;
      return null;
    });
    record.close();
    if (service !== null) return { found: { provider, service }, isCertain: true };
  }
  return { found: null, isCertain };
}
