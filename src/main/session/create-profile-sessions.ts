/** The accounts of a profile with their sessions, and the releases of the services that they are signed in to. */
import type { ServiceClock } from '../../contract/bridge/connections';
import type { Connections } from '../connections/records/connections';
import type { Ports, SecretStore } from '../ports';
import { createReleases, type Releases } from '../remote/releases/releases';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { createTopic, type Topic } from '../runtime/topic';
import { createAccountStorage } from './account-storage';
import { createSessions, type Sessions } from './sessions';
import { createTokenStore } from './tokens/token-store';

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
    topic: topics.accounts,
    clocks: fixedTime === undefined ? topics.clocks : fixedClocks(),
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
  return createTopic('connections.clocksChanged', [], () => undefined);
}
