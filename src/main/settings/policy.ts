/** The policy of the machine: locks settings, forbids actions, and restricts the services that connections may have. */

import { type ForbiddableAction, forbiddableActions, type PolicyState } from '#contract/bridge/policy.ts';
import { fail } from '#contract/errors.ts';
import { lockableSettings, type Settings } from '#contract/setting-rows.ts';
import type { Clock, PolicyLocation } from '../ports/ports';
import type { Log } from '../runtime/log';
import type { Topic } from '../runtime/topics';
import { createTaskQueue } from '../storage/task-queue';
import { watchExistingFile } from '../storage/watch-existing-file';
import { isHostAllowed } from './allowed-hosts';
import { type BrokenPolicy, type Policy, parsePolicy } from './parse-policy';
import { readPolicyFile } from './policy-file';

/** Milliseconds after a change of the file before it is read, because the program that writes it may not be done. */
const settleMillis = 300;

/** Settings while the policy can't be used: until it is corrected, nothing can be changed, and no update is installed. */
const safest: Policy['settings'] = { readOnly: true, updates: false };

export interface PolicyService {
  /** Reads the policy, and follows its file. A file that can't be used is a state of the policy. */
  load(): Promise<void>;
  /** Returns the settings that apply: those of the user, replaced by those of the policy. */
  apply(settings: Settings): Settings;
  isLocked(setting: keyof Settings): boolean;
  /** Whether a connection to this server may be stored. Under a broken policy, none may be added. */
  mayAdd(baseUrl: string): boolean;
  /** Whether an action is forbidden. Under a broken policy, all of them are. */
  isForbidden(action: ForbiddableAction): boolean;
  /** Throws `forbidden-by-policy` with the action as its path, if it is forbidden. */
  assertPermitted(action: ForbiddableAction): void;
  /** Whether requests may be sent to this address. */
  mayReach(address: string): boolean;
  close(): void;
}

export interface PolicyDeps {
  readonly place: PolicyLocation | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly topic: Topic<PolicyState>;
  readonly log: Log['write'];
  /** Runs after the policy has changed. */
  readonly onChange: () => void;
}

/** Creates the policy, which decides nothing until `load`. */
export function createPolicy({ place, clock, topic, log, onChange }: PolicyDeps): PolicyService {
  let values: Policy['settings'] = {};
  let allowedHosts: readonly string[] | null = null;
  let stopWatching = () => {};
  let stopWaiting = () => {};
  const inTurn = createTaskQueue();

  const read = async ({ file }: PolicyLocation, found: Policy | BrokenPolicy | null): Promise<void> => {
    const state = stateOf(file, found);
    const before = [values, topic.get().value];
    values = found === null ? {} : 'problem' in found ? safest : found.settings;
    allowedHosts = state.state === 'active' ? state.allowedHosts : null;
    if (JSON.stringify([values, state]) === JSON.stringify(before)) return;
    topic.set(state);
    if (state.state === 'broken')
      log('warn', 'policy-broken', { problem: state.problem, ...(state.field === null ? {} : { field: state.field }) });
    else log('info', `policy-${state.state}`, {});
    onChange();
  };
  const reload = (from: PolicyLocation) =>
    inTurn(async () => {
      const text = await readPolicyFile(from);
      await read(from, typeof text === 'string' ? parsePolicy(text) : text);
    });

  const isForbidden = (action: ForbiddableAction) => {
    const state = topic.get().value;
    return state.state !== 'none' && state.forbidden.includes(action);
  };

  return {
    async load() {
      if (place === null) return;
      stopWatching = watchExistingFile(place.file, () => {
        stopWaiting();
        stopWaiting = clock.after(settleMillis, () => void reload(place));
      });
      await reload(place);
    },
    apply: (settings) => ({ ...settings, ...values }),
    isLocked: (setting) => setting in values,
    isForbidden,
    assertPermitted(action) {
      if (isForbidden(action)) throw fail('forbidden-by-policy', { path: action });
    },
    mayAdd: (baseUrl) => topic.get().value.state !== 'broken' && (allowedHosts === null || isHostAllowed(baseUrl, allowedHosts)),
    mayReach: (address) => allowedHosts === null || isHostAllowed(address, allowedHosts),
    close() {
      stopWatching();
      stopWaiting();
    },
  };
}

function stateOf(file: string, found: Policy | BrokenPolicy | null): PolicyState {
  if (found === null) return { state: 'none' };
  const locked = (decided: Policy['settings']) => lockableSettings.filter((name) => name in decided);
  if ('problem' in found) {
    const { problem, field = null } = found;
    return { state: 'broken', file, problem, field, locked: locked(safest), forbidden: [...forbiddableActions] };
  }
  const { organization, contact, settings, allowedHosts, forbidden } = found;
  const decided = { locked: locked(settings), forbidden: [...forbidden], allowedHosts: allowedHosts && [...allowedHosts] };
  return { state: 'active', file, organization, contact, ...decided };
}

/** Throws `host-not-allowed` unless connections to the server may be stored. */
export type AssertMayAdd = (baseUrl: string) => void;

/** Creates the check of a connection's server. */
export function createAssertMayAdd(policy: Pick<PolicyService, 'mayAdd'>): AssertMayAdd {
  return (baseUrl) => {
    if (!policy.mayAdd(baseUrl)) throw fail('host-not-allowed', { path: 'baseUrl' });
  };
}

/** Throws `forbidden-by-policy` for an action that the policy of the machine forbids. */
export type AssertPermitted = PolicyService['assertPermitted'];
