/** The background watch: checks the connections from time to time, and notifies the user of what needs attention. */
import type { Write } from '#contract/bridge/data.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { ViewValue } from '#contract/bridge/view-state.ts';
import { documentReads } from '#contract/configuration/document-reads.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { invalidatedReads } from '#contract/service/invalidated-reads.ts';
import { isCountryList, seenCountriesAccount } from '#contract/service/models/session-countries.ts';
import { type WatchedKinds, watchKinds } from '#contract/watch/rules.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import { hasNetwork } from '../remote/diagnostics';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { ViewState } from '../settings/view-state';
import { watchFile } from '../storage/watch-file';
import { createCheckRuns } from './check-runs';
import { createConnectionChecks, kindsAt } from './connection-checks';
import type { WatchedDrift } from './drift-source';
import { createFindingList } from './finding-list';
import { itemStatesFile, itemStatesPath } from './item-states';
import { createNotifier } from './notifier';
import { createSeenCountries } from './seen-countries';

/** Endpoints with which the user resolves findings. */
const resolving: ReadonlySet<string> = new Set([
  'apiKeys.updateKeySet',
  'apiKeys.updateUserKey',
  'apiKeys.updateTeamKey',
  'auth.revokeSession',
  'teams.revokeInvitation',
  'teams.acceptInvitation',
  'teams.acceptInvitationForMe',
]);

/** Topics whose changes the watch adopts. */
const adopted: ReadonlySet<string> = new Set([
  'settings.state',
  'policy.state',
  'connections.list',
  'accounts.list',
  'lock.state',
  'drift.followed',
]);

export interface WatchDeps {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'profileFolder' | 'notify'>;
  readonly runtime: Runtime;
  readonly viewState: ViewState;
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'source' | 'serverTime'>;
  /** Whether the app is locked: nothing is sent then, and no notification shown. */
  readonly isLocked: () => boolean;
  readonly drift: WatchedDrift;
  readonly isOnline?: () => boolean;
}

export interface Watch {
  /** Starts, if the settings say so. */
  start(): void;
  /** Adopts what the push is about: other settings, connections, or accounts, a lock, and changes by the user. */
  follow(push: Push): void;
  /** Resolves when no check runs. */
  settled(): Promise<void>;
  /** Cancels requests. Resolves when nothing is being written. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'watch'>;
}

/** Creates the watch. It sends nothing until `start`. */
export function createWatch({ ports, runtime, viewState, sender, sessions, drift, isLocked, isOnline = hasNetwork }: WatchDeps): Watch {
  const { clock, profileFolder } = ports;
  const { topics } = runtime;
  const settings = () => topics['settings.state'].get().value;
  const countries = createSeenCountries({ viewState, push: runtime.pushViewValue });
  const connectionChecks = createConnectionChecks({ ports, runtime, sender, sessions, countries, drift, isOnline });
  const found = createFindingList({
    file: itemStatesFile(profileFolder, clock, runtime.onUnreadableFile),
    topic: topics['watch.state'],
    sources: connectionChecks.found,
    exists: (source) =>
      [...topics['connections.list'].get().value, ...topics['accounts.list'].get().value].some(({ id }) => source.split(':')[1] === id),
  });
  const notifier = createNotifier({ ports, runtime, isLocked });
  const checkRuns = createCheckRuns({ ports, connectionChecks, found, notifier, settings, isLocked });
  const newness = createNewness(runtime);
  let stopFollowing: (() => void) | null = null;

  const dismiss = async (id: string) => {
    const finding = topics['watch.state'].get().value.findings.find((known) => known.id === id);
    await found.dismiss(id);
    if (finding?.kind === 'new-country') await countries.add({ ...finding, id: finding.accountId }, finding.country);
  };
  const stop = () => {
    checkRuns.stop();
    stopFollowing?.();
    stopFollowing = null;
    connectionChecks.keep([]);
  };
  const adopt = () => {
    if (!settings().watch) stop();
    else {
      stopFollowing ??= followItemStates(profileFolder, () => void found.reread());
      connectionChecks.keep(connectionChecks.connectionIds());
      checkRuns.adopt();
      checkRuns.hasten(newness.connectionIds());
    }
    found.publish();
  };
  const isShown = (id: string) => topics['watch.state'].get().value.findings.some(({ connectionId }) => connectionId === id);
  const followWrite = ({ endpoint, connectionId }: Write) => {
    const isResolving = resolving.has(endpoint) || invalidatedReads(endpoint).some((read) => documentReads.includes(read));
    if (isResolving && isShown(connectionId)) checkRuns.recheck(connectionId);
  };
  const followViewValue = ({ key, value }: ViewValue) => {
    const accountId = seenCountriesAccount(key);
    if (accountId === null || !isCountryList(value)) return;
    connectionChecks.forgetCountries(accountId, value ?? []);
    found.publish();
  };
  return {
    start: adopt,
    follow({ name, value }) {
      if (adopted.has(name)) adopt();
      if (name === 'data.written') followWrite(value as Write);
      if (name === 'viewState.sharedWritten') followViewValue(value as ViewValue);
    },
    settled: checkRuns.settled,
    async close() {
      stop();
      await checkRuns.settled();
    },
    handlers: {
      watch: {
        check: async () => checkRuns.checkNow().then(() => null),
        dismiss: ({ id }) => runtime.pendingWrites.add(dismiss(id)).then(() => null),
        claim: async ({ id }) => notifier.claim(id),
        async sendTest() {
          notifier.sendTest();
          return null;
        },
      },
    },
  };
}

/** Follows what other processes of the profile dismiss: none do where its folder can't be. Returns a function that stops that. */
function followItemStates(profileFolder: string, listener: () => void): () => void {
  try {
    return watchFile(itemStatesPath(profileFolder), listener);
  } catch {
    return () => undefined;
  }
}

/** Detects that accounts were signed in to, and that kinds were turned on. */
function createNewness({ topics }: Pick<Runtime, 'topics'>): { connectionIds(): readonly string[] } {
  let accountIds: ReadonlySet<string> | null = null;
  let kinds: ReadonlyMap<string, WatchedKinds> = new Map();
  return {
    /** Returns the connections with something that wasn't there at the last call. */
    connectionIds() {
      const connections = topics['connections.list'].get().value;
      const kindsNow = new Map(connections.map((connection) => [connection.id, kindsAt(topics, connection)]));
      const turnedOn = connections.filter(({ id }) =>
        watchKinds.some((kind) => kindsNow.get(id)?.[kind] && kinds.get(id)?.[kind] === false),
      );
      kinds = kindsNow;
      const before = accountIds;
      const accounts = topics['accounts.list'].get().value;
      accountIds = new Set(accounts.map(({ id }) => id));
      const signedIn = accounts.filter(({ id }) => before !== null && !before.has(id));
      return [...turnedOn.map(({ id }) => id), ...signedIn.map(({ connectionId }) => connectionId)];
    },
  };
}
