/** The connection records of a profile. */
import { join } from 'node:path';
import type { Ports, SecretStore } from '../../ports';
import { checkService } from '../../remote/check-service';
import type { Runtime } from '../../runtime/create-runtime';
import type { SandboxProcess } from '../../sandbox/sandbox-process';
import type { PolicyService } from '../../settings/policy';
import { watchFile } from '../../storage/watch-file';
import { type Connections, createConnections } from './connections';
import { connectionsFile, connectionsFileName } from './connections-file';

export interface RecordsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'transport'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile'>;
  readonly secrets: SecretStore;
  readonly sandbox: SandboxProcess;
  readonly policy: Pick<PolicyService, 'mayAdd'>;
}

/** Creates the connections that a profile stores. Nothing is read until `load`. */
export function createRecords({ ports, runtime, secrets, sandbox, policy }: RecordsDeps): Connections {
  const { clock, profileFolder, transport } = ports;
  const { topics, newId, onUnreadableFile } = runtime;
  return createConnections({
    file: connectionsFile(profileFolder, clock, onUnreadableFile),
    secrets,
    sandbox,
    topic: topics.connections,
    onFileChange: (listener) => watchFile(join(profileFolder, connectionsFileName), listener),
    newId,
    policy,
    accounts: topics.accounts,
    checkServer: (baseUrl) => checkService(transport, baseUrl),
  });
}
