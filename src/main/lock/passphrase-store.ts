/** What the lock does with the secrets of a profile without a keychain. */
import { fail } from '../../contract/errors';
import type { Vault } from '../keychain/sealed/vault';
import type { PassphraseStore } from './lock';

/** Creates the store of the lock. `onMoved` runs when the secrets are somewhere else. */
export function passphraseStore(vault: Vault | null, onMoved: () => void): PassphraseStore {
  if (vault === null) {
    return {
      isSealed: async () => false,
      open: async () => false,
      forgetKey: () => undefined,
      reseal: async () => undefined,
      async setSealed() {
        throw fail('not-allowed');
      },
    };
  }
  const { sealed } = vault;
  return {
    // Not while they are in memory: another process may have created the file meanwhile.
    isSealed: async () => vault.store.kind === 'sealed' && (await sealed.find()) === 'sealed',
    open: sealed.open,
    forgetKey: sealed.forgetKey,
    reseal: sealed.reseal,
    async setSealed(isSealed, passphrase) {
      await (isSealed ? vault.moveToFile(passphrase) : vault.moveToMemory());
      onMoved();
    },
  };
}
