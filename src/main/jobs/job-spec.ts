/** What a spec of an action says: how a row is read, when it needs nothing, what is sent for it, and how that is undone. */
import type { ActorOf, Endpoint, InputOf, ResponseOf } from '#contract/definitions.ts';
import type { JobTarget, RowError, SkipReason } from '#contract/jobs/job.ts';
import type { JobAction, TargetKind } from '#contract/jobs/job-action.ts';
import { catalog, type RowName, type RowOf } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { UserField } from '#contract/workers/library.ts';

/** Calls the service with the project's keys. Rejects with an `AppError`. */
export type ProjectCall = <E extends Endpoint, A extends ActorOf<E> & 'project'>(
  endpoint: E,
  actor: A,
  input: InputOf<E, A>,
) => Promise<ResponseOf<E, A>>;

/** One write for a row. */
export interface JobCall {
  readonly name: RowName;
  readonly endpoint: Endpoint;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  /** What was read right before, for the journal. */
  readonly before?: unknown;
  /** What is sent to releases that don't have the endpoint. */
  readonly otherwise?: JobCall;
}

/** Returns a write, by the name of its endpoint. */
export function writeOf<N extends RowName>(name: N, input: InputOf<RowOf<N>, ActorOf<RowOf<N>> & 'project'>, before?: unknown): JobCall {
  const [group = '', row = ''] = name.split('.');
  const endpoint = (catalog as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>)[group]?.[row];
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}.`);
  return { name, endpoint, input: input as JobCall['input'], ...(before === undefined ? {} : { before }) };
}

/** The parts of a row that its action uses. */
export interface SpecRow {
  readonly target: JobTarget;
  /** What the preview saw, as `seen` returns it. */
  readonly before: JsonValue;
  readonly value: JsonValue;
  /** A password or a hash, as JSON. Null or absent without one. */
  readonly secret?: string | null;
  /** What was stored of it while it was sent before. */
  readonly was?: JsonValue | undefined;
}

/** What is known of the targets of a preview, without a request for each. */
export interface Survey<S> {
  /** Returns the state of a target: null for one that doesn't exist, undefined where it isn't known without asking for it alone. Called once for each. */
  stateOf(target: JobTarget, known: unknown): S | null | undefined;
}

/** How a job's rows are undone: by an action with a value for each row, or not at all. */
export interface Undo {
  readonly action: JobAction;
  /** Whether it gives back what was read right before the write. A row of which that was erased is left out. */
  readonly needsWas?: boolean;
  /** Returns what the row of the undo has beside the action. `was` was read right before the write. */
  rowValue(was: JsonValue | undefined): JsonValue;
  /** What the undo expects to find. */
  readonly before: JsonValue;
}

/** How rows are sent together. */
export interface Together {
  /** Maximum number of rows of a request. */
  readonly most: number;
  /** Returns the write of rows. */
  call(rows: readonly SpecRow[]): JobCall;
  /** Whether a refusal is about some of the rows, or about how many there are, so that others or fewer may be accepted. */
  isOfSome(error: RowError): boolean;
  /** Returns the IDs of the targets for which a response says that it was done. */
  done(response: unknown): ReadonlySet<string>;
}

/** `S` is the state of a target, as far as the action concerns it. */
export interface JobSpec<S> {
  /** The write that the safety level and presence are required for, with a body as those of the rows. */
  readonly write: JobCall;
  readonly target: TargetKind;
  /** Requests for a row, reads included; `isExact` if it is always so many. */
  readonly requests: { readonly count: number; readonly isExact: boolean };
  /** Whether a row is read right before it is sent, because what is sent depends on that, or must not overwrite what changed since the preview. */
  readonly readsFirst: boolean;
  /** Whether sending a row twice has the same effect as sending it once. */
  readonly isSafeTwice: boolean;
  /** Known errors of a write, or their status as a text, that mean that it was so already, or that nothing is left to be done. */
  readonly needless: Readonly<Record<string, SkipReason>>;
  /** Whether users who are signed in here, or as whom projects were opened, are left out, and what has one of the `ownMarks`. */
  readonly sparesOwn: boolean;
  /** Fields of users that `stateOf`, `judge`, and `seen` use, besides the ID, the address, and the name. All are read where it is absent. */
  readonly userFields?: readonly UserField[];
  /** Reads what the preview has to know of all rows, with as few requests as possible. `targets` are null for all users that match. */
  survey(call: ProjectCall, targets: readonly JobTarget[] | null): Promise<Survey<S>>;
  /** Reads the state of one row: null if the target doesn't exist. Absent where nothing shows whether a row was done. */
  readonly read?: (call: ProjectCall, row: SpecRow) => Promise<S | null>;
  /**
   * When a row can be read, where that depends on the row: right before it is sent as well, only to find out what became of it, or not at all. What
   * can't be read is never sent twice.
   */
  readonly readable?: (row: SpecRow) => 'always' | 'afterwards' | 'never';
  /** Whether rows are sent one by one, because later ones need those before them. */
  readonly isInOrder?: boolean;
  /** Whether a target that no longer exists is what the action wants. */
  readonly isDoneWhenGone: boolean;
  /** Why a row isn't sent; null if it is. Also tells, after a response was lost, whether the row was done: it is `already` so. */
  judge(row: SpecRow, state: S): SkipReason | null;
  /** Returns what of a state the preview shows and freezes. */
  seen(state: S): JsonValue;
  /** By what the connection's own keys are recognized: their kind and last characters. */
  readonly ownMarks?: (state: S) => readonly string[];
  /** What targets are called that are no users or teams. */
  readonly nameOf?: (state: S) => { readonly name?: string | null; readonly email?: string | null };
  /** Returns the writes, in their order. `state` is null if the row wasn't read. */
  calls(row: SpecRow, state: S | null): readonly JobCall[];
  /** For rows that aren't read, with releases that have the endpoint of `write`. */
  readonly together?: Together;
  /** Returns the writes that need the response of the first one, and what is stored of it before they are sent. */
  readonly follow?: (row: SpecRow, first: JobCall, response: unknown) => { readonly calls: readonly JobCall[]; readonly was: JsonValue };
  /** Null if the job can't be undone as a whole. */
  readonly undo: Undo | null;
}
