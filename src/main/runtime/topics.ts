/** The topics of the app: state that windows mirror. */
import type { Account } from '../../contract/bridge/accounts';
import type { Notice, UpdateState } from '../../contract/bridge/app';
import type { Connection, ServiceClock } from '../../contract/bridge/connections';
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { Impersonation } from '../../contract/bridge/impersonations';
import type { Bridge } from '../../contract/bridge/index';
import type { LinkSummary } from '../../contract/bridge/links';
import type { LockState } from '../../contract/bridge/lock';
import type { SandboxState } from '../../contract/bridge/sandbox';
import type { Settings } from '../../contract/bridge/settings';
import { defaultSettings } from '../../contract/default-settings';
import type { EventName, Push } from '../../contract/kit';
import type { PolicyState } from '../../contract/settings/policy';
import type { WatchState } from '../../contract/watch/watch';

export interface Topics {
  readonly connections: Topic<Connection[]>;
  readonly clocks: Topic<ServiceClock[]>;
  readonly accounts: Topic<Account[]>;
  readonly settings: Topic<Settings>;
  readonly policy: Topic<PolicyState>;
  readonly sandbox: Topic<SandboxState>;
  readonly notices: Topic<Notice[]>;
  readonly slowCalls: Topic<SlowCall[]>;
  readonly links: Topic<LinkSummary[]>;
  readonly lock: Topic<LockState>;
  readonly impersonations: Topic<Impersonation[]>;
  readonly updates: Topic<UpdateState>;
  readonly watch: Topic<WatchState>;
}

const unlocked: LockState = {
  locked: false,
  problem: null,
  hasPassphrase: false,
  secrets: 'system',
  canSeal: false,
  canCheckPresence: false,
};

/** Creates all topics. Their changes are passed to `push`. */
export function createTopics(push: (push: BridgePush) => void): Topics {
  return {
    connections: createTopic<Connection[]>('connections.changed', [], push),
    clocks: createTopic<ServiceClock[]>('connections.clocksChanged', [], push),
    accounts: createTopic<Account[]>('accounts.changed', [], push),
    settings: createTopic<Settings>('settings.changed', defaultSettings, push),
    policy: createTopic<PolicyState>('policy.changed', { state: 'none' }, push),
    sandbox: createTopic<SandboxState>('sandbox.changed', { state: 'stopped' }, push),
    notices: createTopic<Notice[]>('app.noticesChanged', [], push),
    slowCalls: createTopic<SlowCall[]>('diagnostics.slowCallsChanged', [], push),
    lock: createTopic<LockState>('lock.changed', unlocked, push),
    links: createTopic<LinkSummary[]>('links.changed', [], push),
    impersonations: createTopic<Impersonation[]>('impersonations.changed', [], push),
    watch: createTopic<WatchState>('watch.changed', { findings: [], checkedAtMillis: null }, push),
    updates: createTopic<UpdateState>('app.updatesChanged', { state: 'current', checkedAtMillis: null }, push),
  };
}

/** A push of an event of the bridge. */
export type BridgePush = Push & { readonly name: EventName<Bridge> };

export interface Topic<T> {
  get(): { revision: number; value: T };
  set(value: T): void;
}

/** Creates a topic that passes its changes to `push` under the event's name. */
export function createTopic<T>(name: EventName<Bridge>, initial: T, push: (push: BridgePush) => void): Topic<T> {
  let value = initial;
  let revision = 1;
  return {
    get: () => ({ revision, value }),
    set(next) {
      value = next;
      revision += 1;
      push({ name, revision, value });
    },
  };
}

/** Creates an event channel, to all windows or to one. Unlike a topic, an event isn't stored, so windows opened later don't receive it. */
export function createEvent<T>(name: EventName<Bridge>, push: (push: BridgePush) => void): (value: T, to?: string) => void {
  let revision = 0;
  return (value, to) => {
    revision += 1;
    push({ name, revision, value, ...(to === undefined ? {} : { to }) });
  };
}
