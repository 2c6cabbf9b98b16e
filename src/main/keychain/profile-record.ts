/** The keychain's own record of the name under which a profile's items are filed, for when `keychain.json` is lost. */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { ProviderName } from '../../contract/workers/keychain';
import type { Ports } from '../ports';
import { createKeychain, type Keychain } from './keychain';

type RecordPorts = Pick<Ports, 'spawnWorker' | 'clock' | 'random' | 'profileFolder'>;

/** Where the records of all profiles are filed. */
const recordService = 'Latchkey profiles';
const serviceName = /^Latchkey [0-9a-f]{16}$/;

/** One library's record of a profile. Fails with the keychain's codes. */
export interface ProfileRecord {
  readonly provider: ProviderName;
  /** The name under which this library filed the profile's items; null when it filed none. */
  read(): Promise<string | null>;
  /** Has the record say the name; writes only where it says another. */
  update(service: string): Promise<void>;
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

/** Named by its folder, because nothing that a profile contains is certain to be readable. */
async function itemOf(profileFolder: string): Promise<string> {
  const folder = await realpath(profileFolder).catch(() => profileFolder);
  return `profile/${createHash('sha256').update(folder).digest('hex')}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
