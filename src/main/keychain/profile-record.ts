/** A record in the keychain of the service name of a profile's items, in case `keychain.json` is lost. */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { ProviderName } from '#contract/workers/keychain.ts';
import type { Ports } from '../ports/ports';
import { createKeychain, type Keychain } from './keychain';

type RecordPorts = Pick<Ports, 'spawnWorker' | 'clock' | 'random' | 'profileFolder'>;

/** The service name of the records of all profiles. */
const recordService = 'Latchkey profiles';
const serviceName = /^Latchkey [0-9a-f]{16}$/;

/** One library's record of a profile. Rejects with the keychain's codes. */
export interface ProfileRecord {
  readonly provider: ProviderName;
  /** Returns the service name of the profile's items in this library; null if there is none. */
  read(): Promise<string | null>;
  /** Sets the service name in the record. Writes only if it differs. */
  update(service: string): Promise<void>;
  /** Deletes the record if it has that service name. */
  delete(service: string): Promise<void>;
  /** Whether the library can write, read and delete. */
  isUsable(): Promise<boolean>;
  close(): void;
}

export function newServiceName(random: Ports['random']): string {
  return `Latchkey ${hex(random(8))}`;
}

/** Opens the record; no worker is started before the first request. */
export function openProfileRecord(provider: ProviderName, { spawnWorker, clock, random, profileFolder }: RecordPorts): ProfileRecord {
  const keychain = createKeychain({ spawnWorker, clock, provider, service: recordService });
  const read = async () => {
    const found = await keychain.get(await itemOf(profileFolder));
    return found !== null && serviceName.test(found) ? found : null;
  };
  return {
    provider,
    read,
    async update(service) {
      if ((await read()) !== service) await keychain.set(await itemOf(profileFolder), service);
    },
    async delete(service) {
      if ((await read()) === service) await keychain.delete(await itemOf(profileFolder));
    },
    isUsable: () => tryOut(keychain, `trial ${hex(random(8))}`),
    close: keychain.close,
  };
}

async function tryOut(keychain: Keychain, item: string): Promise<boolean> {
  await keychain.set(item, item);
  const kept = await keychain.get(item);
  await keychain.delete(item);
  return kept === item;
}

/** Returns the item's name, derived from the folder's path, because no file of a profile is certain to be readable. */
async function itemOf(profileFolder: string): Promise<string> {
  const folder = await realpath(profileFolder).catch(() => profileFolder);
  return `profile/${createHash('sha256').update(folder).digest('hex')}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
