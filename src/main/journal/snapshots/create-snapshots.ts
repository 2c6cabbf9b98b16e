/** Snapshots of deleted users and teams: keeps them, lists them, removes them in time, and creates again from them. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { AppError, fail } from '#contract/errors.ts';
import { type SnapshotSummary, type StoredSnapshot, snapshotMillis } from '#contract/journal/snapshot.ts';
import { catalog } from '#contract/service/index.ts';
import type { Gateway } from '../../gateway/create-gateway';
import { toAppError } from '../../library/library-client';
import type { Caller } from '../../ports/caller';
import type { Ports } from '../../ports/ports';
import type { Connections } from '../../records/connections';
import type { Sender } from '../../remote/send';
import type { Runtime } from '../../runtime/create-runtime';
import type { Sessions } from '../../session/sessions';
import type { PolicyService } from '../../settings/policy';
import type { JournalRecords } from '../journal-records';
import { type CreateAgain, type CreateAgainDeps, makeStep, prepareCreateAgain } from './create-again';
import { createKeepSnapshots } from './keep-snapshots';

export interface SnapshotsDeps {
  readonly ports: Pick<Ports, 'clock'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'log' | 'pendingWrites'>;
  readonly policy: Pick<PolicyService, 'isForbidden' | 'isLocked'>;
  readonly sender: Sender;
  readonly connections: Pick<Connections, 'find' | 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'target' | 'source'>;
  readonly gateway: Pick<Gateway, 'checkChange' | 'sendWrite' | 'keepSnapshotsBy'>;
  readonly request: JournalRecords['request'];
}

export interface Snapshots {
  /** Removes what has expired, is forbidden, or is of connections that were removed before. */
  clean(): Promise<void>;
  /** Adopts what the push is about: connections, or the policy. */
  follow(push: Push): void;
  forgetWindow(windowId: string): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'snapshots'>;
}

/** Creates the domain. Nothing is read before the first call, or `clean`. */
export function createSnapshots(deps: SnapshotsDeps): Snapshots {
  const { runtime, policy, request } = deps;
  const { topics, log } = runtime;
  // Without the journal, there is no file to keep them in; it is deleted with all of them.
  const hasNoFile = () => policy.isForbidden('journal');
  const isForbidden = () => policy.isForbidden('snapshots') || hasNoFile();
  deps.gateway.keepSnapshotsBy(
    createKeepSnapshots({
      sender: deps.sender,
      request,
      newId: runtime.newId,
      now: () => nowOf(deps),
      isForbidden,
      setting: () => ({ isOn: topics['settings.state'].get().value.keepSnapshots, isLocked: policy.isLocked('keepSnapshots') }),
      onFailure: (code) => log.write('warn', 'snapshot-not-kept', { code }),
    }),
  );
  const ids = () => topics['connections.list'].get().value.map(({ id }) => id);
  let known: readonly string[] = [];
  const clean = async (isNoted: boolean) => {
    if (hasNoFile()) return;
    // Under a broken policy, everything is forbidden until it is corrected, which is no reason to delete.
    if (isForbidden() && topics['policy.state'].get().value.state === 'active') await request({ op: 'remove-snapshots', which: 'all' });
    // A list that couldn't be read at the start is empty: its connections may come back, and what they deleted only is in their snapshots.
    if (isNoted || ids().length > 0) await request({ op: 'remove-snapshots', which: { exceptConnections: [...ids()] } });
    await request({ op: 'remove-snapshots', which: { takenBeforeMillis: Math.max(0, nowOf(deps) - snapshotMillis) } });
  };
  // What can't be removed now is removed at the next start.
  const cleaned = (isNoted: boolean) =>
    void runtime.pendingWrites.add(clean(isNoted)).catch(() => log.write('warn', 'snapshots-not-cleaned', {}));
  const runs = createRuns();
  return {
    clean: () => clean(false),
    follow({ name }) {
      if (name === 'policy.state' && isForbidden()) cleaned(false);
      if (name !== 'connections.list') return;
      const now = ids();
      if (known.some((id) => !now.includes(id))) cleaned(true);
      known = now;
    },
    forgetWindow: runs.forgetWindow,
    handlers: { snapshots: createHandlers(deps, runs) },
  };
}

interface Run {
  readonly windowId: string;
  readonly again: CreateAgain;
  readonly assertAllowed: () => void;
}

interface Runs {
  add(id: string, run: Run): void;
  /** Throws `flow-over` for an unknown run, or one of another window. */
  find(id: string, windowId: string): Run;
  /** Runs a task of a snapshot after those before it. */
  inTurn<T>(snapshotId: string, task: () => Promise<T>): Promise<T>;
  forgetWindow(windowId: string): void;
}

function createRuns(): Runs {
  const runs = new Map<string, Run>();
  const last = new Map<string, Promise<unknown>>();
  return {
    add: (id, run) => void runs.set(id, run),
    find(id, windowId) {
      const run = runs.get(id);
      if (run === undefined || run.windowId !== windowId) throw fail('flow-over');
      return run;
    },
    async inTurn(snapshotId, task) {
      const before = last.get(snapshotId) ?? Promise.resolve();
      const own = before.catch(() => undefined).then(task);
      last.set(snapshotId, own);
      try {
        return await own;
      } finally {
        if (last.get(snapshotId) === own) last.delete(snapshotId);
      }
    },
    forgetWindow(windowId) {
      for (const [id, run] of runs) if (run.windowId === windowId) runs.delete(id);
    },
  };
}

function createHandlers(deps: SnapshotsDeps, runs: Runs): Handlers<Bridge, Caller>['snapshots'] {
  const { connections, runtime, gateway } = deps;
  const ask: JournalRecords['request'] = (request, signal) =>
    deps.request(request, signal).catch((thrown: unknown) => {
      throw toAppError(thrown);
    });
  const own: CreateAgainDeps = {
    ...deps,
    request: ask,
    sendWrite: gateway.sendWrite,
    userOf: (accountId) => runtime.topics['accounts.list'].get().value.find(({ id }) => id === accountId)?.userId ?? null,
  };
  const read = (id: string | number) => ask({ op: 'read-snapshot', id, nowMillis: nowOf(deps) });
  const found = async (id: string): Promise<StoredSnapshot> => {
    const snapshot = await read(id);
    if (snapshot === null) throw fail('object-gone');
    return snapshot;
  };
  return {
    async list({ connectionId, targetId }) {
      const destination = connections.destinationOf(connectionId);
      if (destination === null) return [];
      const listed = { op: 'list-snapshots', connectionId, destination, targetId, nowMillis: nowOf(deps) } as const;
      return ask(listed);
    },
    async ofEntry({ seq }) {
      const snapshot = await read(seq);
      return snapshot === null ? null : summaryOf(snapshot);
    },
    plan: async ({ id }) => shownPlan(own, await found(id)),
    async start({ connectionId, id }, { windowId }) {
      const snapshot = await found(id);
      if (snapshot.connectionId !== connectionId) throw fail('object-gone');
      const again = await prepareCreateAgain(own, snapshot);
      const call = callOf(snapshot, again.accountId, again.plan.steps[0]?.writes('')[0]?.body);
      const assertAllowed = gateway.checkChange(call, { windowId });
      const runId = runtime.newId();
      runs.add(runId, { windowId, again, assertAllowed });
      return { runId };
    },
    step: ({ runId, ...asked }, { windowId }) => {
      const { again, assertAllowed } = runs.find(runId, windowId);
      const { id, connectionId, destination } = again.snapshot;
      const make = async () => {
        // How far it is, and where the connection points, may have changed since.
        const [snapshot, target] = [await found(id), await deps.sessions.target(connectionId, destination)];
        return makeStep(own, { ...again, snapshot, target }, { ...asked, assertAllowed });
      };
      return runtime.pendingWrites.add(runs.inTurn(id, make));
    },
    async remove({ id }) {
      await ask({ op: 'remove-snapshots', which: { id } });
      return null;
    },
  };
}

/** Returns the call whose effect the safety level allows or refuses: the creation, with the snapshot that all further steps come from. */
function callOf({ id, connectionId, kind }: StoredSnapshot, accountId: string | null, body: unknown): ServiceCall {
  const [name, endpoint] = kind === 'user' ? ['users.create', catalog.users.create] : ['teams.create', catalog.teams.create];
  const by = accountId === null ? ({ actor: 'project' } as const) : ({ actor: 'account', accountId } as const);
  return {
    name: name as string,
    endpoint: endpoint as ServiceCall['endpoint'],
    ...by,
    connectionId,
    input: { params: { snapshot: id }, body },
  };
}

async function shownPlan(deps: CreateAgainDeps, snapshot: StoredSnapshot): ReturnType<Handlers<Bridge, Caller>['snapshots']['plan']> {
  const summary = summaryOf(snapshot);
  try {
    const { snapshot: found, plan, obstacle, accountId } = await prepareCreateAgain(deps, snapshot);
    const { newId, steps: done } = found.progress;
    const steps = plan.steps.map(({ writes: _writes, ...step }) => {
      const { result, code, known } = done[step.id] ?? { result: null, code: null, known: null };
      return { ...step, result, code, known };
    });
    return {
      snapshot: { ...summary, newId },
      obstacle,
      byAccount: accountId !== null,
      steps,
      losses: plan.losses,
      invitations: plan.invitations,
      unread: plan.unread,
    };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'connection-changed') throw thrown;
    return { snapshot: summary, obstacle: 'moved', byAccount: false, steps: [], losses: [], invitations: [], unread: [] };
  }
}

function summaryOf({ data: _data, progress: _progress, destination: _destination, ...summary }: StoredSnapshot): SnapshotSummary {
  return summary;
}

function nowOf({ ports }: Pick<SnapshotsDeps, 'ports'>): number {
  return Math.max(0, Math.round(ports.clock.now()));
}
