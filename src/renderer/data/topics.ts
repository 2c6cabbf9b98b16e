/** The topics, as the main process keeps them, and what screens ask of them. */
import { useMemo } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import { topicInitials, topicNames } from '#contract/bridge/topic-initials.ts';
import type { EventValue, TopicName } from '#contract/definitions.ts';
import type { Settings } from '#contract/setting-rows.ts';
import { api, onPush, readTopic, wire } from './api';
import { createMirror, type MirrorStore } from './mirror';

type Name = TopicName<Bridge>;
type Value<N extends Name> = EventValue<Bridge, N>;

/** The store of each topic. Its value is null until it was read. */
export const topicStores = Object.fromEntries(topicNames.map((name) => [name, createTopicStore(name)])) as {
  readonly [N in Name]: MirrorStore<Value<N>>;
};

function createTopicStore<N extends Name>(name: N): MirrorStore<Value<N>> {
  return createMirror<Value<N>>({
    subscribe: (listener) => onPush(name, listener),
    read: () => readTopic(name),
    onReconnect: wire.onReconnect,
  });
}

/** Begins to mirror all topics. Resolves once all of them were read or have failed to be. */
export async function startTopics(): Promise<void> {
  await Promise.all(topicNames.map((name) => topicStores[name].start()));
}

/** Returns a topic's value; the initial one until it was read. */
export function useTopic<N extends Name>(name: N): Value<N> {
  return topicStores[name]((state) => state.value) ?? topicInitials[name];
}

/** Returns a topic's value now; the initial one until it was read. */
export function topicNow<N extends Name>(name: N): Value<N> {
  return topicStores[name].getState().value ?? topicInitials[name];
}

/** One connection, or undefined when there is none with the id. */
export function useConnection(id: string | undefined): Connection | undefined {
  return topicStores['connections.list']((state) => state.value?.find((connection) => connection.id === id));
}

/** Returns the connection with the ID now; undefined if there is none. */
export function findConnection(id: string): Connection | undefined {
  return topicNow('connections.list').find((connection) => connection.id === id);
}

/** Returns by how many milliseconds the clock of a connection's service is ahead of this computer's; 0 without a connection. */
export function useAheadMillis(connectionId: string | undefined): number {
  return topicStores['connections.clocks']((state) => state.value?.find((clock) => clock.connectionId === connectionId)?.aheadMillis) ?? 0;
}

/** The accounts of a connection. */
export function useAccountsOf(connectionId: string | undefined): readonly Account[] {
  const all = useTopic('accounts.list');
  return useMemo(() => all.filter((account) => account.connectionId === connectionId), [all, connectionId]);
}

/** The account that a connection's screens act as; its session may have ended. */
export function useCurrentAccount(connectionId: string | undefined): Account | undefined {
  return topicStores['accounts.list']((state) => currentAccount(state.value ?? [], connectionId));
}

/** The current account of a connection among these. */
export function currentAccount(accounts: readonly Account[], connectionId: string | undefined): Account | undefined {
  return accounts.find((account) => account.connectionId === connectionId && account.current);
}

/** Whether the app is locked; not until that was read. */
export function isLocked(): boolean {
  return topicNow('lock.state').locked;
}

/** Changes some settings: at once in this window, then in the profile. A failure is thrown and the change taken back. */
export async function updateSettings(change: Partial<Settings>): Promise<void> {
  const store = topicStores['settings.state'];
  const before = topicNow('settings.state');
  store.setState({ value: { ...before, ...change } });
  try {
    await api.settings.update(change);
  } catch (thrown) {
    store.setState({ value: before });
    await store.refresh();
    throw thrown;
  }
}

/** Whether the current account of a connection is that of an impersonation. */
export function useIsImpersonating(connectionId: string | undefined): boolean {
  return useCurrentAccount(connectionId)?.impersonationId !== undefined;
}

/** The impersonation that an account belongs to; undefined for the user's own accounts. */
export function useImpersonationOf(account: Account | undefined): Impersonation | undefined {
  return topicStores['impersonations.list']((state) =>
    account?.impersonationId === undefined ? undefined : state.value?.find(({ id }) => id === account.impersonationId),
  );
}

/** Whether there is a sandbox to open: it runs, or there is a connection to it, with which it starts. Without, it can only be started. */
export function useHasSandbox(): boolean {
  const isRunning = useTopic('sandbox.state').state === 'running';
  return useTopic('connections.list').some(({ kind }) => kind === 'sandbox') || isRunning;
}

/** Returns how many findings a connection has. */
export function useFindingCount(connectionId: string): number {
  const { findings } = useTopic('watch.state');
  return useMemo(() => findings.filter((finding) => finding.connectionId === connectionId).length, [findings, connectionId]);
}
