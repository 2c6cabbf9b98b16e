/** Storage of the accounts: files of the profile, or memory if the secrets are in memory. */
import { join } from 'node:path';
import type { Clock, SecretStore } from '../ports';
import { memoryFile, type UnreadableFile } from '../storage/json-file';
import { watchFile } from '../storage/watch-file';
import { accountsFile, accountsFileName, noAccounts } from './accounts-file';
import type { SessionsDeps } from './sessions';
import { createRefreshLock, noRefreshLock } from './tokens/refresh-lock';
import { createTokenRevisions } from './tokens/token-revisions';

/** Creates the storage of a profile's accounts. Accounts are stored in files only if their secrets outlive the process. */
export function createAccountStorage(
  profileFolder: string,
  clock: Clock,
  secrets: SecretStore['kind'],
  onUnreadableFile: (file: UnreadableFile) => void,
): Pick<SessionsDeps, 'file' | 'onFileChange' | 'revisions' | 'lock'> {
  const never = () => () => undefined;
  if (secrets === 'memory') {
    return {
      file: memoryFile(noAccounts),
      onFileChange: never,
      revisions: { bump: async () => undefined, onForeignChange: never },
      lock: noRefreshLock,
    };
  }
  return {
    file: accountsFile(profileFolder, clock, onUnreadableFile),
    onFileChange: (listener) => watchFile(join(profileFolder, accountsFileName), listener),
    revisions: createTokenRevisions(profileFolder, clock),
    lock: createRefreshLock(profileFolder, clock),
  };
}
