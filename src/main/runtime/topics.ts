/** The topics of the app: state that windows mirror. */
import type { Account } from '../../contract/bridge/accounts';
import type { Notice, UpdateState } from '../../contract/bridge/app';
import type { Connection, ServiceClock } from '../../contract/bridge/connections';
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { Impersonation } from '../../contract/bridge/impersonations';
import type { LinkSummary } from '../../contract/bridge/links';
import type { SandboxState } from '../../contract/bridge/sandbox';
import type { Settings } from '../../contract/bridge/settings';
import { defaultSettings } from '../../contract/default-settings';
import type { LockState } from '../../contract/lock/lock';
import type { PolicyState } from '../../contract/settings/policy';
import type { WatchState } from '../../contract/watch/watch';
import { type BridgePush, createTopic, type Topic } from './topic';

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
