/** A separate keyring for a spec, and the secret stores of profiles in it. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ProviderName } from '#contract/workers/keychain.ts';
import { chooseStore } from '#main/keychain/choose-store.ts';
import { keychainFile } from '#main/keychain/keychain-choice.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { keychainWorkers } from './keychain-workers';
import { canStartKeyring, type KeyringSession, startKeyringSession } from './keyring-session';

const packages: Record<ProviderName, string> = { 'napi-keyring': '@napi-rs/keyring', keytar: 'keytar' };

/** Starts a keyring before the tests of the file, which ends after them. */
export function keyringScene() {
  let session: KeyringSession;
  beforeAll(async () => {
    if (!(await canStartKeyring()))
      throw new Error('This spec needs a keyring of its own. On Debian: apt-get install gnome-keyring dbus libsecret-1-0');
    for (const name of Object.values(packages)) {
      await import(name).catch((cause) => {
        const help = 'On Debian: apt-get install libsecret-1-dev pkg-config python3 make g++, then npm ci';
        throw new Error(`The package ${name} is not installed, or was not built. ${help}`, { cause });
      });
    }
    session = await startKeyringSession();
  });
  afterAll(() => session?.close());

  const file = (profile: string) => keychainFile(profile, systemClock, () => undefined);
  return {
    get session() {
      return session;
    },
    noBus: (): NodeJS.ProcessEnv => ({ ...session.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }),
    anyService: () => `Latchkey test ${randomBytes(6).toString('hex')}`,
    /** Returns the file with the choice of a profile. */
    file,
    /** Opens the secret store of a profile, which is closed when the test ends. */
    async choose(profile: string, envFor: (args: readonly string[]) => NodeJS.ProcessEnv = () => session.env, isUsed = true) {
      const workers = await keychainWorkers(envFor);
      const ports = { spawnWorker: workers.spawnWorker, clock: systemClock, random: randomBytes, profileFolder: profile };
      const chosen = await chooseStore({ file: file(profile), ports, isUsed });
      onTestFinished(() => chosen.close());
      return { ...chosen, workers };
    },
  };
}
