/** The parts of the program, built in the order in which they need each other. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../contract/errors';
import type { Feature } from '../contract/features';
import { catalogue } from '../contract/service/index';
import { type BrowserServices, createBrowserServices } from './browser-services';
import { createAdoptOwners } from './connections/adopt-owners';
import { createReachability } from './connections/reachability';
import { createConnections } from './connections/records/connections';
import { connectionsFile, connectionsFileName } from './connections/records/connections-file';
import { destinationOf as connectionDestination } from './connections/records/destination';
import { createSecretCopier } from './gateway/copy-secret';
import { assertWritable, createSafety } from './gateway/safety';
import { createSecretReferences } from './gateway/secret-references';
import { createSlowCalls } from './gateway/slow-calls';
import type { HandlerDeps } from './handlers';
import { type ChosenStore, chooseStore } from './keychain/choose-store';
import { keychainFile } from './keychain/keychain-choice';
import type { Ports, SecretStore } from './ports';
import { diagnose } from './remote/diagnostics';
import { createReleases } from './remote/releases/releases';
import { createSender, type Sender } from './remote/send';
import type { Log } from './runtime/log';
import { createNotices } from './runtime/notices';
import { createPendingWrites } from './runtime/pending';
import type { Topics } from './runtime/topics';
import { createSandboxProcess } from './sandbox/sandbox-process';
import { accountsFile, accountsFileName, noAccounts } from './session/accounts-file';
import { createRefreshLock, noRefreshLock } from './session/refresh-lock';
import { createSessions, type SessionsDeps } from './session/sessions';
import { createTokenRevisions } from './session/token-revisions';
import { createTokenStore } from './session/token-store';
import { createSettings } from './settings/settings';
import { createViewState } from './settings/view-state';
import { createFlows } from './sign-in/flows';
import { createCodeSignIn } from './sign-in/one-time-code';
import { createPasswordSignIn } from './sign-in/password';
import { createResolveAccount } from './sign-in/resolve-account';
import { memoryFile, type UnreadableFile } from './storage/json-file';
import { watchFile } from './storage/watch-file';

export type Services = Omit<HandlerDeps, 'ports' | 'topics'> &
  Pick<BrowserServices, 'callbackServer' | 'oauthStates' | 'hostConfirmations'> & {
    readonly sender: Sender;
    readonly adoptOwners: () => Promise<void>;
  };

/** Builds them; of the profile only the choice of a keychain is read. */
export async function createServices(ports: Ports, topics: Topics, log: Log): Promise<Services> {
  const { profileFolder, clock } = ports;
  const newId = () => Buffer.from(ports.random(16)).toString('hex');
  const notices = createNotices(topics.notices, newId);
  const onUnreadableFile = (what: UnreadableFile) => {
    log.write('warn', what.kind, { file: what.file, keptAs: what.keptAs });
    notices.add(what);
  };
  const keychain = await openKeychain(ports, onUnreadableFile);
  const secrets = keychain.store;
  const settings = createSettings(profileFolder, clock, topics.settings, onUnreadableFile);
  const sandbox = createSandboxProcess(ports.spawnWorker, join(profileFolder, 'sandbox'), clock, topics.sandbox);
  const file = connectionsFile(profileFolder, clock, onUnreadableFile);
  const connections = createConnections({
    file,
    secrets,
    sandbox,
    topic: topics.connections,
    onFileChange: (listener) => watchFile(join(profileFolder, connectionsFileName), listener),
    newId,
    async forgetAccounts(connectionId) {
      await sessions.reload().catch(() => undefined);
      await sessions.forgetConnection(connectionId);
    },
    accounts: () => topics.accounts.get().value,
    session: (connectionId, userId) => sessions.sourceOfUser(connectionId, userId),
    features: async (connectionId) => (await releases.known(connectionId)).features,
  });
  const { target } = connections;
  const examine = (baseUrl: string) => diagnose(baseUrl, ports);
  const sender = createSender({ ...ports, clientVersion: `electron @latchkey/desktop@${ports.version}`, diagnose: examine });
  const sessions = createSessions({
    ...accountFiles(ports, secrets.kind, onUnreadableFile),
    store: createTokenStore(secrets, clock),
    topic: topics.accounts,
    sender,
    clock,
    newId,
    target,
  });
  const releases = createReleases({
    sender,
    clock,
    target,
    stored: (connectionId) => connections.find(connectionId).detected,
    store: connections.detected,
  });
  const copier = createSecretCopier(ports.clipboard, clock);
  const viewState = createViewState(profileFolder, clock, onUnreadableFile);
  const destinationOf = (id: string) => (connections.has(id) ? connectionDestination(connections.find(id)) : null);
  const timedTarget = async (connectionId: string, destination?: string | null) => {
    const found = await target(connectionId);
    if (destination !== undefined && found.destination !== destination) throw fail('connection-changed');
    return sessions.timed(connectionId, found);
  };
  const ways = {
    sender,
    sessions,
    clock,
    timedTarget,
    destinationOf,
    assertWritable: (connectionId: string) => assertWritable(connections.find(connectionId)),
    flows: createFlows(clock, newId, destinationOf),
  };
  const browsing = createBrowserServices({
    ports,
    topics,
    secrets,
    connections,
    notices,
    copier,
    viewState,
    signInDeps: ways,
    newId,
    onUnreadableFile,
  });
  const signInDeps = {
    ...browsing.signInDeps,
    accounts: topics.accounts,
    hasFeature: async (connectionId: string, feature: Feature) => (await (await target(connectionId)).features?.())?.[feature] === true,
  };
  const adoptOwners = createAdoptOwners({
    connections,
    accounts: () => topics.accounts.get().value,
    tokenSetOf: sessions.tokenSetOf,
    async projectsOf({ id, connectionId }) {
      const session = sessions.source(id, connectionId);
      const { items } = await sender.send(catalogue.projects.list, 'account', await timedTarget(connectionId), {}, { session, once: true });
      return items.map((project) => project.id);
    },
  });
  const codes = createCodeSignIn(signInDeps);
  const resolveAccount = createResolveAccount(signInDeps, topics.accounts);
  return {
    ...browsing,
    notices,
    keychain,
    settings,
    sandbox,
    connections,
    adoptOwners,
    releases,
    safety: createSafety(clock, newId),
    viewState,
    testing: { transport: ports.transport, sender, clock },
    sender,
    sessions,
    signInDeps,
    password: createPasswordSignIn(signInDeps),
    codes,
    resolveAccount,
    linkUse: {
      signInDeps,
      codes,
      oauth: browsing.oauth,
      resolveAccount,
      accounts: topics.accounts,
      trustedRedirect: browsing.trustedRedirect,
      hostConfirmations: browsing.hostConfirmations,
      translator: browsing.translator,
    },
    secretReferences: createSecretReferences(clock, newId),
    slowCalls: createSlowCalls(topics.slowCalls, clock, newId),
    copier,
    diagnose: examine,
    responds: createReachability({ ...ports, target: connections.target }),
    pendingWrites: createPendingWrites(),
  };
}

async function openKeychain(ports: Ports, onUnreadableFile: (what: UnreadableFile) => void): Promise<ChosenStore> {
  if (ports.secrets) return { store: ports.secrets, close: () => undefined };
  const { profileFolder, clock } = ports;
  const isUsed = [accountsFileName, connectionsFileName].some((name) => existsSync(join(profileFolder, name)));
  return chooseStore({ file: keychainFile(profileFolder, clock, onUnreadableFile), ports, isUsed });
}

/** Accounts outlive the program only where their secrets do. */
function accountFiles(
  { profileFolder, clock }: Ports,
  kind: SecretStore['kind'],
  onUnreadableFile: (what: UnreadableFile) => void,
): Pick<SessionsDeps, 'file' | 'onFileChange' | 'revisions' | 'lock'> {
  const never = () => () => undefined;
  if (kind === 'memory') {
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
