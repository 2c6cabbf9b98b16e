/** Storage of the accounts: files of the profile, or memory if the secrets are in memory. */
import { join } from 'node:path';
import type { Clock, SecretStore } from '../ports';
import type { UnreadableFile } from '../storage/json-file';
import { movableFile } from '../storage/movable-file';
import { watchFile } from '../storage/watch-file';
import { accountsFile, accountsFileName, noAccounts } from './accounts-file';
import type { SessionsDeps } from './sessions';
import { createRefreshLock, noRefreshLock } from './tokens/refresh-lock';
import { createTokenRevisions } from './tokens/token-revisions';

/** Creates the storage of a profile's accounts. Accounts are stored in files only if their secrets outlive the process. */
export function createAccountStorage(
  profileFolder: string,
  clock: Clock,
  secrets: Pick<SecretStore, 'kind' | 'onMove'>,
  onUnreadableFile: (file: UnreadableFile) => void,
): Pick<SessionsDeps, 'file' | 'onFileChange' | 'revisions' | 'lock'> {
  const disk = accountsFile(profileFolder, clock, onUnreadableFile);
  const file = movableFile(disk, noAccounts, secrets.kind === 'memory' ? 'memory' : 'disk');
  secrets.onMove?.((to) => file.moveTo(to === 'memory' ? 'memory' : 'disk'));
  const revisions = createTokenRevisions(profileFolder, clock);
  const lock = createRefreshLock(profileFolder, clock);
  return {
    file,
    onFileChange: (listener) => watchFile(join(profileFolder, accountsFileName), listener),
    revisions: { ...revisions, bump: async (tokenSet) => (file.isOnDisk() ? revisions.bump(tokenSet) : undefined) },
    lock: (tokenSet, task) => (file.isOnDisk() ? lock : noRefreshLock)(tokenSet, task),
  };
}
