/** The domains of the main process, in the order in which they depend on each other. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAdministration } from '../administration/create-administration';
import { createOpenPortal } from '../administration/webhook-portal';
import { createCallback } from '../callback/create-callback';
import { clearingFileName } from '../clearing/clearing-file';
import { createLocalData } from '../clearing/create-local-data';
import { createConfiguration } from '../configuration/create-configuration';
import { createMetadataSchemas } from '../configuration/metadata-schemas';
import { createStoredBases } from '../configuration/stored-bases';
import { createDrift } from '../drift/create-drift';
import { createEditing } from '../editing/create-editing';
import { createExports, type ExportsDeps } from '../exports/create-exports';
import { createGateway } from '../gateway/create-gateway';
import { createUserCalls } from '../gateway/user-calls';
import { createImpersonation } from '../impersonation/create-impersonation';
import { createImports } from '../imports/create-imports';
import { createJobs, type JobsDeps } from '../jobs/create-jobs';
import { createJournal, type JournalDeps } from '../journal/create-journal';
import { createSnapshots, type SnapshotsDeps } from '../journal/snapshots/create-snapshots';
import { createUndo } from '../journal/undo/create-undo';
import { openKeychain } from '../keychain/open-keychain';
import { createLibraryClient } from '../library/library-client';
import { createLinks } from '../links/create-links';
import { createLocalIndex, type LocalIndexDeps } from '../local-index/create-local-index';
import { createAppLock } from '../lock/create-lock';
import { lockFileDialog } from '../lock/lock-file-dialog';
import type { Ports } from '../ports/ports';
import { createRecords } from '../records/connections';
import { connectionsFileName } from '../records/connections-file';
import { createSavedViews } from '../records/saved-views';
import { createRemote, type Remote } from '../remote/create-remote';
import { assertUsable, createNetwork } from '../remote/network/network';
import { createLostSignIn, createProxySignIn } from '../remote/network/proxy-sign-in';
import { createPolicyTransport } from '../remote/shared-transport';
import { createRuntime } from '../runtime/create-runtime';
import { createPreviews } from '../runtime/previews';
import { createSandboxProcess } from '../runtime/sandbox-process';
import { accountsFileName } from '../session/accounts-file';
import { createProfileSessions } from '../session/create-profile-sessions';
import { createProfileSettings } from '../settings/create-profile-settings';
import type { AssertPermitted, PolicyService } from '../settings/policy';
import type { SettingsChange } from '../settings/settings';
import { createSignIn } from '../sign-in/create-sign-in';
import { createUpdates } from '../updates/updates';
import { createWatch } from '../watch/create-watch';

/** Every domain of the program, by name. */
export type Domains = Awaited<ReturnType<typeof createDomains>>;

/** Creates the domains, each from those above it. Reads only the choice of a keychain. */
export async function createDomains(hostPorts: Ports) {
  const foundation = await createFoundation(hostPorts);
  const { runtime, policy, viewState, network, sandbox, ports, isLocked, keychain, appLock } = foundation;
  const { sender, diagnose, onWriteOutcome, recordIn, onRead, forgetReads } = createRemote(ports, network);
  const secrets = keychain.store;
  const connections = createRecords({ ports, runtime, secrets, sandbox, policy });
  const savedViews = createSavedViews({ ports, runtime, secrets, find: connections.find });
  const { sessions, releases } = createProfileSessions({ ports, runtime, secrets, sender, connections });
  const gateway = createGateway({ ports, runtime, lock: appLock.lock, policy, sender, diagnose, releases, connections, sessions });
  const callback = createCallback({ ports, runtime, viewState, sender, connections, sessions });
  const signIn = createSignIn({ ports, runtime, secrets, sender, connections, sessions, gateway, callback });
  const whenUnlocked = appLock.lock.whenUnlocked;
  const links = createLinks({ whenUnlocked, ports, runtime, sender, connections, sessions, gateway, callback, signIn });
  const previews = createPreviews(runtime.newId);
  const dataDeps = { ports, runtime, policy, secrets, sender, connections, sessions, gateway, onWriteOutcome, recordIn, isLocked };
  const data = createDataDomains(dataDeps);
  onRead((endpoint, { destination, value }) => data.journal.learnNames(endpoint, destination, value));
  const schemas = createMetadataSchemas({ viewState, push: runtime.pushViewValue });
  const drift = createDrift({ ...dataDeps, savedViews, schemas, bases: data.bases });
  const readEntry = (seq: number) => data.journal.handlers.journal.read({ seq }, { windowId: 'undo' });
  const { readEntriesOf } = data.journal;
  const undo = createUndo({ runtime, sender, connections, sessions, releases, gateway, readEntry, readEntriesOf });
  const impersonation = createImpersonation({ ...dataDeps, callback, impersonationEnded: data.journal.impersonationEnded });
  const administration = createAdministration({
    ports,
    runtime,
    viewState,
    savedViews,
    policy,
    sandbox,
    sender,
    releases,
    connections,
    sessions,
    callback,
    gateway,
    beforeRemoval: impersonation.endAllOf,
    eraseEntries: data.journal.eraseConnection,
  });
  return {
    ...foundation,
    forgetReads,
    previews,
    ...data,
    undo,
    configuration: createConfiguration({ ...dataDeps, savedViews, schemas, bases: data.bases }),
    drift,
    connections,
    savedViews,
    sessions,
    gateway,
    callback,
    signIn,
    links,
    impersonation,
    webhookPortal: createOpenPortal({ find: connections.find, gateway, openUrl: callback.openUrl }),
    administration,
    updates: createUpdateCheck(foundation),
    editing: createEditing({ ports, runtime, assertPermitted: () => policy.assertPermitted('export') }),
    localData: createLocalData({ ...dataDeps, impersonation }),
    watch: createWatch({ ...dataDeps, viewState, drift }),
  };
}

function createUpdateCheck({ ports, runtime, policy }: Pick<Awaited<ReturnType<typeof createFoundation>>, 'ports' | 'runtime' | 'policy'>) {
  return createUpdates({
    ports,
    state: runtime.topics['app.updates'],
    settings: () => runtime.topics['settings.state'].get().value,
    isLocked: () => policy.isLocked('updates'),
    log: runtime.log.write,
  });
}

/** Returns a dialog that throws `forbidden-by-policy` while exports are forbidden, also for a file that was chosen before. */
function permittedExport(choose: Ports['chooseExportFile'], assertPermitted: AssertPermitted): Ports['chooseExportFile'] {
  if (choose === null) return null;
  return async (caller, data) => {
    assertPermitted('export');
    const path = await choose(caller, data);
    if (path !== null) assertPermitted('export');
    return path;
  };
}

type DataDomainsDeps = Omit<LocalIndexDeps, 'client' | 'userCalls' | 'isForbidden'> &
  Omit<JournalDeps, 'client' | 'assertPermitted' | 'isRequired' | 'isForbidden' | 'indexedUser'> &
  Pick<ExportsDeps, 'ports' | 'connections'> &
  Pick<JobsDeps, 'gateway' | 'sender' | 'runtime'> &
  Omit<SnapshotsDeps, 'request' | 'policy'> & {
    readonly ports: Pick<Ports, 'spawnWorker'>;
    readonly policy: Pick<PolicyService, 'isForbidden' | 'isRequired' | 'isLocked' | 'assertPermitted'>;
    readonly recordIn: Remote['recordIn'];
  };

/** Creates what reads and stores the data of projects: the index, exports, the journal, and jobs. */
function createDataDomains({ policy, recordIn, ...deps }: DataDomainsDeps) {
  const userCalls = createUserCalls();
  const library = createLibraryClient(() => deps.ports.spawnWorker('library-worker', []));
  const { assertPermitted } = policy;
  const localIndex = createLocalIndex({ ...deps, client: library, userCalls, isForbidden: () => policy.isForbidden('local-index') });
  const assertAllowed = () => policy.assertPermitted('export');
  const { matching, handlers } = localIndex;
  const indexed: ExportsDeps['indexed'] = async (connectionId, userId) =>
    (await handlers.localIndex.readUser({ connectionId, userId }, { windowId: 'exports' }))?.user ?? null;
  const journal = createJournal({
    ...deps,
    client: library,
    assertPermitted,
    isRequired: () => policy.isRequired('journal'),
    isForbidden: () => policy.isForbidden('journal'),
    indexedUser: indexed,
  });
  recordIn(journal.recorder);
  const snapshots = createSnapshots({ ...deps, policy, request: journal.records.request });
  journal.afterStart(snapshots.clean);
  const bases = createStoredBases({ ...deps, records: journal.records });
  journal.afterStart(bases.clean);
  const dataExports = createExports({ ...deps, matching, indexed, assertAllowed });
  const jobs = createJobs({
    ...deps,
    records: journal.records,
    erasePeople: journal.erasePeople,
    userCalls,
    matching,
    indexed,
    assertPermitted,
  });
  const imports = createImports({ ...deps, matching, indexed, jobs, assertPermitted });
  return { library, journal, snapshots, bases, userCalls, localIndex, dataExports, jobs, imports };
}

/** Creates what all domains of the service depend on, up to the lock. Reads only the choice of a keychain. */
async function createFoundation(hostPorts: Ports) {
  const runtime = createRuntime(hostPorts);
  const check = (change: SettingsChange) => assertUsable(change, hostPorts.clock);
  const proxySignIn = createProxySignIn(() => keychain.store);
  const {
    settings,
    policy,
    viewState,
    handlers: settingsHandlers,
  } = createProfileSettings({ ports: hostPorts, runtime, check, proxySignIn });
  const network = createNetwork({
    host: hostPorts.host,
    transport: hostPorts.transport,
    signIn: proxySignIn,
    settings: () => runtime.topics['settings.state'].get().value,
    clock: hostPorts.clock,
    notices: runtime.notices,
    log: runtime.log.write,
    trusted: runtime.topics['diagnostics.certificates'],
  });
  const checkProxySignIn = createLostSignIn({
    proxyUrl: () => runtime.topics['settings.state'].get().value.proxySignInUrl,
    signIn: proxySignIn,
    secrets: () => keychain.store,
    topic: runtime.topics['settings.isProxySignInLost'],
  });
  const sandbox = createSandboxProcess(hostPorts, join(hostPorts.profileFolder, 'sandbox'), runtime.topics['sandbox.state']);
  const isLocked = () => runtime.topics['lock.state'].get().value.locked;
  const ports: Ports = {
    ...hostPorts,
    transport: createPolicyTransport(network.transport, policy, sandbox),
    chooseEnvFile: lockFileDialog(hostPorts.chooseEnvFile, isLocked),
    chooseFollowed: lockFileDialog(hostPorts.chooseFollowed, isLocked),
    chooseFolder: lockFileDialog(hostPorts.chooseFolder, isLocked),
    chooseExportFile: permittedExport(lockFileDialog(hostPorts.chooseExportFile, isLocked), policy.assertPermitted),
  };
  const files = [accountsFileName, connectionsFileName];
  const onResealed = () => appLock.lock.lock();
  const keychain = await openKeychain({ ports, onUnreadableFile: runtime.onUnreadableFile, onResealed, files });
  const isThere = (name: string) => existsSync(join(ports.profileFolder, name));
  // Where data was cleared, and the keychain refused to delete its items, they say nothing.
  const isUsed = () => files.some(isThere) && !isThere(clearingFileName);
  const appLock = createAppLock({ ports, runtime, keychain, isUsed });
  return { runtime, settings, policy, viewState, settingsHandlers, network, checkProxySignIn, sandbox, ports, isLocked, keychain, appLock };
}
