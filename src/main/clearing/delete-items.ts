/** Deletes what a profile has stored in keychains. */
import { nullForAppError } from '#contract/errors.ts';
import { canaryItem } from '#contract/workers/keychain.ts';
import { createKeychain } from '../keychain/keychain';
import { keychainFile } from '../keychain/keychain-choice';
import { openProfileRecord } from '../keychain/profile-record';
import type { Ports } from '../ports/ports';
import type { KeychainItems } from './clearing-file';

export type DeletePorts = Pick<Ports, 'spawnWorker' | 'clock' | 'random' | 'profileFolder'>;

/**
 * Deletes the items, and the record of the profile unless the profile is in use again under the same name. Returns what is left: after a
 * refusal, nothing more is requested of that keychain. Never rejects with a keychain's code.
 */
export async function deleteItems(ports: DeletePorts, keychains: readonly KeychainItems[], isInUse: boolean): Promise<KeychainItems[]> {
  const left: KeychainItems[] = [];
  for (const one of keychains) {
    const items = await deleteItemsOf(ports, one, isInUse && (await isChosen(ports, one)));
    if (items !== null) left.push({ ...one, items });
  }
  return left;
}

/** Returns the items that are left; null if the keychain has nothing of the profile. */
async function deleteItemsOf(
  ports: DeletePorts,
  { provider, service, items }: KeychainItems,
  isChosenAgain: boolean,
): Promise<string[] | null> {
  const keychain = createKeychain({ ...ports, provider, service });
  const record = openProfileRecord(provider, ports);
  const left = [...items];
  try {
    for (const item of items) {
      await keychain.delete(item);
      left.shift();
    }
    if (isChosenAgain) return null;
    await record.delete(service);
    // Last, because deletions may write it.
    await keychain.delete(canaryItem);
    return null;
  } catch (thrown) {
    nullForAppError(thrown);
    return left;
  } finally {
    keychain.close();
    record.close();
  }
}

/** Whether the profile, which was used since, has found the record and uses the same name. */
async function isChosen({ profileFolder, clock }: DeletePorts, { provider, service }: KeychainItems): Promise<boolean> {
  const choice = await keychainFile(profileFolder, clock, () => undefined)
    .read()
    .catch(nullForAppError);
  return choice?.provider === provider && choice.service === service;
}
