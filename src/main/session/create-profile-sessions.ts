/** The accounts of a profile with their sessions, and the releases of the services that they are signed in to. */

import { join } from 'node:path';
import type { ServiceClock } from '#contract/bridge/connections.ts';
import type { Clock, Ports, SecretStore } from '../ports/ports';
import type { Connections } from '../records/connections';
import { createReleases, type Releases } from '../remote/releases/releases';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { createTopic, type Topic } from '../runtime/topics';
import type { UnreadableFile } from '../storage/json-file';
import { movableFile } from '../storage/movable-file';
import { watchFile } from '../storage/watch-file';
import { accountsFile, accountsFileName, noAccounts } from './accounts-file';
import { createSessions, type Sessions, type SessionsDeps } from './sessions';
import { createRefreshLock, createTokenRevisions, createTokenStore, noRefreshLock } from './token-store';

export interface ProfileSessionsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'fixedTime'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile'>;
  readonly secrets: SecretStore;
  readonly sender: Sender;
  readonly connections: Connections;
}

/** Creates the sessions that a profile stores. The accounts of a connection are deleted when it is pointed elsewhere. */
export function createProfileSessions({ ports, runtime, secrets, sender, connections }: ProfileSessionsDeps): {
  readonly sessions: Sessions;
  readonly releases: Releases;
} {
  const { clock, profileFolder, fixedTime } = ports;
  const { topics, newId, onUnreadableFile } = runtime;
  const releases = createReleases({
    sender,
    clock,
    stored: (connectionId) => connections.find(connectionId).detected,
    store: connections.detected,
  });
  const sessions = createSessions({
    ...createAccountStorage(profileFolder, clock, secrets, onUnreadableFile),
    store: createTokenStore(secrets, clock),
    topic: topics['accounts.list'],
    clocks: fixedTime === undefined ? topics['connections.clocks'] : fixedClocks(),
    sender,
    clock,
    newId,
    target: connections.target,
    releases,
  });
  connections.onLeave(async (connectionId) => {
    await sessions.reload().catch(() => undefined);
    await sessions.forgetConnection(connectionId);
  });
  return { sessions, releases };
}

/** Returns a topic that no window sees: all clocks stand still at the same time. */
function fixedClocks(): Topic<ServiceClock[]> {
  return createTopic('connections.clocks', [], () => undefined);
}

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
