/** Sends the requests of a job: reads, and writes that are recorded as its own. */
import { fail } from '#contract/errors.ts';
import { deletedIdOf } from '#contract/journal/deleted-id.ts';
import type { KeepSnapshot } from '../gateway/keep-snapshot';
import { featuresFor, type OptionsOf, type Sender, type SendOptions, type Target } from '../remote/send';
import type { Sessions } from '../session/sessions';
import type { JobCall, ProjectCall } from './job-spec';
import type { RequestGate } from './request-gate';

export interface JobServiceDeps {
  readonly sender: Pick<Sender, 'send' | 'sendEndpoint'>;
  readonly sessions: Pick<Sessions, 'target'>;
  readonly connectionId: string;
  readonly destination: string;
  readonly job: string;
  /** What the user wrote when the job was confirmed. */
  readonly note: string | undefined;
  /** Whether deletions keep a snapshot; by the setting if it is absent. */
  readonly keepSnapshots: boolean | undefined;
  readonly keepSnapshot: KeepSnapshot;
  readonly gate: Pick<RequestGate, 'enter' | 'slot' | 'hold'>;
  readonly signal: AbortSignal;
  /** Throws if a write may not be sent. Runs right before each request of it. */
  readonly assertAllowed: (call: JobCall) => void;
  /** Runs after a write that may have changed something, with the ID of what it deleted. */
  readonly onWrite: (call: JobCall, deletedId: string | undefined) => void;
}

interface Sending {
  /** Stores that it is sent, while the journal stores what is sent: both are stored before the first byte. Nothing is sent if it rejects. */
  readonly mark: () => Promise<void>;
  /** Runs right before each request. Nothing is sent if it throws. */
  readonly onSent: () => void;
}

export interface JobService {
  readonly read: ProjectCall;
  /** Whether the release has the endpoint of a write, or may have it. */
  isOffered(call: JobCall): Promise<boolean>;
  /** Sends a write. */
  write(call: JobCall, sending: Sending): Promise<unknown>;
}

/** Creates what sends for one run. */
export function createJobService(deps: JobServiceDeps): JobService {
  const { sender, sessions, connectionId, destination, job, note, gate, signal } = deps;
  const watch = { signal, pause: (_try: number, delay: number) => gate.hold(delay), done: () => undefined };
  const options: SendOptions = { signal, watch };
  const target = () => sessions.target(connectionId, destination);
  const snapshotOf = async (call: JobCall, own: Target) => {
    const { name, endpoint, input } = call;
    if (endpoint.snapshot === undefined) return null;
    // What is no longer allowed reads nothing either.
    deps.assertAllowed(call);
    const choice = deps.keepSnapshots === undefined ? {} : ({ snapshot: deps.keepSnapshots ? 'keep' : 'none' } as const);
    return deps.keepSnapshot({ name, endpoint, input, actor: 'project', connectionId, ...choice }, own, { watch });
  };
  return {
    async read(endpoint, actor, input) {
      await gate.enter();
      const own = await target();
      const leave = await gate.slot();
      // Reads, which have no origin.
      return sender.send(endpoint, actor, own, input, ...([options] as OptionsOf<never>)).finally(leave);
    },
    isOffered: async (call) => (await offered(call, await target())) === call,
    async write(asked, { mark, onSent }) {
      await gate.enter();
      const own = await target();
      const call = await offered(asked, own);
      const { endpoint, input, before } = call;
      const variant = endpoint.actors.project;
      if (variant === undefined) throw new Error(`A job can't send ${call.name}.`);
      let requests = 0;
      let deletedId: string | undefined;
      const kept = await snapshotOf(call, own);
      let leave = () => {};
      const stored = storeThenWait(mark, gate).then((own) => {
        leave = own;
      });
      // It may be refused before anything else waits for it.
      stored.catch(() => undefined);
      try {
        const value = await sender.sendEndpoint(endpoint, variant, own, input, {
          ...options,
          origin: { source: 'job', job, connectionId, note, ...(before === undefined ? {} : { before }), ...originOf(kept) },
          stored,
          assertAllowed() {
            deps.assertAllowed(call);
            onSent();
            requests += 1;
          },
        });
        deletedId = deletedIdOf(endpoint, input);
        await kept?.finish({ ok: true });
        return value;
      } catch (error) {
        await kept?.finish({ ok: false, error, requests });
        throw error;
      } finally {
        // Also one that came after what refused the write.
        void stored.then(
          () => leave(),
          () => undefined,
        );
        if (requests > 0) deps.onWrite(call, deletedId);
      }
    },
  };
}

/** Resolves to what ends the request, when it may be sent. What follows the rows in progress is stored while these are sent. */
async function storeThenWait(mark: Sending['mark'], gate: Pick<RequestGate, 'slot'>): Promise<() => void> {
  try {
    await mark();
  } catch (cause) {
    throw fail('cancelled', {}, cause);
  }
  return gate.slot();
}

function originOf(kept: Awaited<ReturnType<KeepSnapshot>>): { readonly snapshotId?: string; readonly before?: unknown } {
  return kept === null ? {} : { snapshotId: kept.id, before: kept.before };
}

/** Returns the call that the release of a service has. */
async function offered(call: JobCall, target: Target): Promise<JobCall> {
  const { endpoint, otherwise } = call;
  if (otherwise === undefined || endpoint.feature === undefined) return call;
  return (await featuresFor(endpoint, target))[endpoint.feature] === false ? otherwise : call;
}
