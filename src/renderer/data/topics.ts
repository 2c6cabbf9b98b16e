/** A store that mirrors a value of the main process. */
import { useMemo } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Account } from '../../contract/bridge/accounts';
import type { Notice, UpdateState } from '../../contract/bridge/app';
import type { Connection, ServiceClock } from '../../contract/bridge/connections';
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { Impersonation } from '../../contract/bridge/impersonations';
import type { LinkSummary } from '../../contract/bridge/links';
import type { LockState } from '../../contract/bridge/lock';
import type { SandboxState } from '../../contract/bridge/sandbox';
import type { Settings } from '../../contract/bridge/settings';
import { defaultSettings } from '../../contract/default-settings';
import type { ErrorReport } from '../../contract/errors';
import type { PolicyState } from '../../contract/settings/policy';
import type { Finding } from '../../contract/watch/findings';
import type { WatchState } from '../../contract/watch/watch';
import { reportOf } from '../lib/errors/error-text';
import { api, onPush, wire } from './api';

interface Mirror<T> {
  /** Null until the first value arrived. */
  readonly value: T | null;
  readonly revision: number;
  /** Why the value could not be read; null once it could. */
  readonly failure: ErrorReport | null;
}

export interface MirrorSource<T> {
  /** Hears pushes; called before the first read, so that nothing falls between. */
  subscribe(listener: (value: T, revision: number) => void): () => void;
  read(): Promise<{ value: T; revision: number }>;
  /** Called when revisions may have restarted. */
  onReconnect(listener: () => void): () => void;
}

type MirrorStore<T> = UseBoundStore<StoreApi<Mirror<T>>> & {
  /** Starts mirroring. Resolves once the value was read or has failed to be. */
  start(): Promise<void>;
  /** Reads again, e.g. after a failure. */
  refresh(): Promise<void>;
};

/** Whole values with a revision: subscribe first, then read, keep the higher. */
export function createMirror<T>(source: MirrorSource<T>): MirrorStore<T> {
  const store = create<Mirror<T>>()(() => ({ value: null, revision: -1, failure: null }));
  const take = (value: T, revision: number) => {
    if (revision >= store.getState().revision) store.setState({ value, revision, failure: null });
  };
  const refresh = async () => {
    try {
      const { value, revision } = await source.read();
      take(value, revision);
    } catch (thrown) {
      store.setState({ failure: reportOf(thrown) });
    }
  };
  const start = () => {
    source.subscribe(take);
    source.onReconnect(() => {
      // The program at the other end may be a new one, which counts from the start.
      store.setState({ revision: -1 });
      void refresh();
    });
    return refresh();
  };
  return Object.assign(store, { start, refresh });
}

/** The connections, as the main process keeps them. */
export const connectionsStore = createMirror<Connection[]>({
  subscribe: (listener) => onPush('connections.changed', listener),
  read: () => api.connections.list({}),
  onReconnect: wire.onReconnect,
});

const none: readonly never[] = [];

/** All connections. */
export function useConnections(): readonly Connection[] {
  return connectionsStore((state) => state.value) ?? none;
}

/** One connection, or undefined when there is none with the id. */
export function useConnection(id: string | undefined): Connection | undefined {
  return connectionsStore((state) => state.value?.find((connection) => connection.id === id));
}

/** Returns the connection with the ID now; undefined if there is none. */
export function findConnection(id: string): Connection | undefined {
  return connectionsStore.getState().value?.find((connection) => connection.id === id);
}

/** The services whose clocks differ from this computer's. */
export const clocksStore = createMirror<ServiceClock[]>({
  subscribe: (listener) => onPush('connections.clocksChanged', listener),
  read: () => api.connections.clocks({}),
  onReconnect: wire.onReconnect,
});

/** Returns by how many milliseconds the clock of a connection's service is ahead of this computer's; 0 without a connection. */
export function useAheadMillis(connectionId: string | undefined): number {
  return clocksStore((state) => state.value?.find((clock) => clock.connectionId === connectionId)?.aheadMillis) ?? 0;
}

/** The accounts, as the main process keeps them. */
export const accountsStore = createMirror<Account[]>({
  subscribe: (listener) => onPush('accounts.changed', listener),
  read: () => api.accounts.list({}),
  onReconnect: wire.onReconnect,
});

/** The accounts of a connection. */
export function useAccountsOf(connectionId: string | undefined): readonly Account[] {
  const all = accountsStore((state) => state.value);
  return useMemo(() => (all ?? []).filter((account) => account.connectionId === connectionId), [all, connectionId]);
}

/** The account that a connection's screens act as; its session may have ended. */
export function useCurrentAccount(connectionId: string | undefined): Account | undefined {
  return accountsStore((state) => currentAccount(state.value ?? [], connectionId));
}

/** The current account of a connection among these. */
export function currentAccount(accounts: readonly Account[], connectionId: string | undefined): Account | undefined {
  return accounts.find((account) => account.connectionId === connectionId && account.current);
}

/** Whether the app is locked, as the main process keeps it. */
export const lockStore = createMirror<LockState>({
  subscribe: (listener) => onPush('lock.changed', listener),
  read: () => api.lock.read({}),
  onReconnect: wire.onReconnect,
});

/** Whether the app is locked; not until that was read. */
export function isLocked(): boolean {
  return lockStore.getState().value?.locked === true;
}

const unlocked: LockState = {
  locked: false,
  problem: null,
  hasPassphrase: false,
  secrets: 'system',
  canSeal: false,
  canCheckPresence: false,
};

/** The lock; without a passphrase until it was read. */
export function useLock(): LockState {
  return lockStore((state) => state.value) ?? unlocked;
}

/** The settings, mirrored from the main process. */
export const settingsStore = createMirror<Settings>({
  subscribe: (listener) => onPush('settings.changed', listener),
  read: () => api.settings.read({}),
  onReconnect: wire.onReconnect,
});

/** The settings; the defaults until they were read. */
export function useSettings(): Settings {
  return settingsStore((state) => state.value) ?? defaultSettings;
}

/** Changes some settings: at once in this window, then in the profile. A failure is thrown and the change taken back. */
export async function updateSettings(change: Partial<Settings>): Promise<void> {
  const before = settingsStore.getState().value ?? defaultSettings;
  settingsStore.setState({ value: { ...before, ...change } });
  try {
    await api.settings.update(change);
  } catch (thrown) {
    settingsStore.setState({ value: before });
    await settingsStore.refresh();
    throw thrown;
  }
}

/** What is known about a newer version of Latchkey. */
export const updatesStore = createMirror<UpdateState>({
  subscribe: (listener) => onPush('app.updatesChanged', listener),
  read: () => api.app.updates({}),
  onReconnect: wire.onReconnect,
});

const noUpdates: UpdateState = { state: 'off', reason: 'not-offered' };

/** The state of updates; off until it was read. */
export function useUpdates(): UpdateState {
  return updatesStore((state) => state.value) ?? noUpdates;
}

/** The impersonations, as the main process keeps them. */
export const impersonationsStore = createMirror<Impersonation[]>({
  subscribe: (listener) => onPush('impersonations.changed', listener),
  read: () => api.impersonations.list({}),
  onReconnect: wire.onReconnect,
});

/** The impersonations that aren't known to have ended; none until they were read. */
export function useImpersonations(): readonly Impersonation[] {
  return impersonationsStore((state) => state.value) ?? none;
}

/** Whether the current account of a connection is that of an impersonation. */
export function useIsImpersonating(connectionId: string | undefined): boolean {
  return useCurrentAccount(connectionId)?.impersonationId !== undefined;
}

/** The impersonation that an account belongs to; undefined for the user's own accounts. */
export function useImpersonationOf(account: Account | undefined): Impersonation | undefined {
  return impersonationsStore((state) =>
    account?.impersonationId === undefined ? undefined : state.value?.find(({ id }) => id === account.impersonationId),
  );
}

/** The pending links. */
export const linksStore = createMirror<LinkSummary[]>({
  subscribe: (listener) => onPush('links.changed', listener),
  read: () => api.links.list({}),
  onReconnect: wire.onReconnect,
});

/** The links that wait; none until they were read. */
export function useWaitingLinks(): readonly LinkSummary[] {
  return linksStore((state) => state.value) ?? none;
}

/** What the program has to report. */
export const noticesStore = createMirror<Notice[]>({
  subscribe: (listener) => onPush('app.noticesChanged', listener),
  read: () => api.app.notices({}),
  onReconnect: wire.onReconnect,
});

/** The notices that were not dismissed. */
export function useNotices(): readonly Notice[] {
  return noticesStore((state) => state.value) ?? none;
}

/** The policy of the machine. */
export const policyStore = createMirror<PolicyState>({
  subscribe: (listener) => onPush('policy.changed', listener),
  read: () => api.policy.read({}),
  onReconnect: wire.onReconnect,
});

const noPolicy: PolicyState = { state: 'none' };

/** The policy; none until it was read. */
export function usePolicy(): PolicyState {
  return policyStore((state) => state.value) ?? noPolicy;
}

/** What the sandbox is doing. */
export const sandboxStore = createMirror<SandboxState>({
  subscribe: (listener) => onPush('sandbox.changed', listener),
  read: () => api.sandbox.read({}),
  onReconnect: wire.onReconnect,
});

const stopped: SandboxState = { state: 'stopped' };

/** What the sandbox is doing; stopped until it was read. */
export function useSandbox(): SandboxState {
  return sandboxStore((state) => state.value) ?? stopped;
}

/** Whether there is a sandbox to open: it runs, or there is a connection to it, with which it starts. Without, it can only be started. */
export function useHasSandbox(): boolean {
  const isRunning = useSandbox().state === 'running';
  return useConnections().some(({ kind }) => kind === 'sandbox') || isRunning;
}

/** Calls that are being repeated or wait for the service. */
export const slowCallsStore = createMirror<SlowCall[]>({
  subscribe: (listener) => onPush('diagnostics.slowCallsChanged', listener),
  read: () => api.diagnostics.slowCalls({}),
  onReconnect: wire.onReconnect,
});

/** The calls that take longer than they should. */
export function useSlowCalls(): readonly SlowCall[] {
  return slowCallsStore((state) => state.value) ?? none;
}

/** What the background watch found. */
export const watchStore = createMirror<WatchState>({
  subscribe: (listener) => onPush('watch.changed', listener),
  read: () => api.watch.read({}),
  onReconnect: wire.onReconnect,
});

/** Returns the findings that weren't dismissed. */
export function useFindings(): readonly Finding[] {
  return watchStore((state) => state.value?.findings) ?? none;
}

/** Returns the findings outside of a component. */
export function findingsNow(): readonly Finding[] {
  return watchStore.getState().value?.findings ?? none;
}

/** Returns how many findings a connection has. */
export function useFindingCount(connectionId: string): number {
  const findings = useFindings();
  return useMemo(() => findings.filter((finding) => finding.connectionId === connectionId).length, [findings, connectionId]);
}
