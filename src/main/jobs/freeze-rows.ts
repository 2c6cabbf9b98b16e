/** Fixes the rows of a preview: which targets there are, what is known of each, and which are left out. */
import { fail } from '#contract/errors.ts';
import type { JobScope, JobTarget, SkipReason } from '#contract/jobs/job.ts';
import { invitedAddress, type JobAction, type TargetKind, targetKindOf } from '#contract/jobs/job-action.ts';
import { catalog } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { NewJobRow } from '#contract/workers/job-records.ts';
import { exportRows } from '../exports/export-rows';
import type { ExportSource } from '../exports/export-source';
import type { JobSpec, Survey } from './job-spec';
import { specOf } from './job-specs';

/** A target, with what is known of it. */
interface Candidate {
  readonly target: JobTarget;
  readonly name?: string | null;
  readonly email?: string | null;
  /** The object, where targets are read as such. */
  readonly known?: unknown;
  /** Whether there is none. */
  readonly isGone?: boolean;
}

/** What actions that spare it leave out: users by their IDs, and keys by their marks. */
export type OwnTargets = ReadonlyMap<string, 'self' | 'owner'>;

export interface FrozenRow extends NewJobRow {
  /** Whether it couldn't be known whether there is anything to do. */
  readonly isNotKnown: boolean;
}

export interface FreezeDeps {
  readonly source: ExportSource;
  readonly action: JobAction;
  readonly own: OwnTargets;
}

/** Yields the rows of a scope. Throws `bad-input` for a scope that the action doesn't have, and the errors of reads. */
export async function* frozenRows(deps: FreezeDeps, scope: JobScope): AsyncGenerator<readonly FrozenRow[]> {
  const { source, action, own } = deps;
  const kind = targetKindOf(action);
  assertScope(kind, scope);
  const spec = specOf(action);
  const survey = await spec.survey(source.call, scope.kind === 'targets' ? scope.targets : null);
  const judging: Judging = { spec, survey, spared: spec.sparesOwn ? own : new Map() };
  const isRepeated = scope.kind === 'matching' ? () => false : createRepetition();
  for await (const candidates of candidatesOf(source, kind, scope, spec.userFields))
    yield candidates.map((candidate) => frozen(judging, candidate, exclusionOf(candidate, isRepeated(candidate.target), judging.spared)));
}

/** Returns the function that says whether it was asked about a target before. An index has each user once. */
function createRepetition(): (target: JobTarget) => boolean {
  const seen = new Set<string>();
  return ({ id, of }) => {
    const key = of === null ? id : JSON.stringify([id, of]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  };
}

function exclusionOf({ target, isGone }: Candidate, isRepeated: boolean, own: OwnTargets): SkipReason | null {
  if (isRepeated) return 'repeated';
  return isGone ? 'gone' : (own.get(target.id) ?? null);
}

interface Judging {
  readonly spec: JobSpec<unknown>;
  readonly survey: Survey<unknown>;
  readonly spared: OwnTargets;
}

function frozen({ spec, survey, spared }: Judging, candidate: Candidate, excluded: SkipReason | null): FrozenRow {
  if (excluded !== null) return rowOf(candidate, candidate, excluded, null);
  const { target, known } = candidate;
  const state = survey.stateOf(target, known);
  if (state === undefined) return rowOf(candidate, candidate, null, null, true);
  if (state === null) return rowOf(candidate, candidate, 'gone', null);
  const before = spec.seen(state);
  const spareReason = spec
    .ownMarks?.(state)
    .map((mark) => spared.get(mark))
    .find((reason) => reason !== undefined);
  const reason = spareReason ?? spec.judge({ target, before, value: null }, state);
  return rowOf(candidate, spec.nameOf?.(state) ?? candidate, reason, before);
}

function rowOf(
  candidate: Candidate,
  named: Pick<Candidate, 'name' | 'email'>,
  reason: SkipReason | null,
  before: JsonValue,
  isNotKnown = false,
): FrozenRow {
  const { name = candidate.name ?? null, email = candidate.email ?? null } = named;
  return { target: candidate.target, name, email, before, value: null, secret: null, reason, isNotKnown };
}

/** Throws `bad-input` for a scope that an action doesn't have. */
function assertScope(kind: TargetKind, scope: JobScope): void {
  if (scope.kind === 'matching') {
    if (kind !== 'user') throw fail('bad-input', { path: 'scope' });
    return;
  }
  const { targets } = scope;
  const needsOwner = kind === 'session' || kind === 'invitation' || kind === 'api-key';
  const isWrong = ({ id, of }: JobTarget) => (of === null) === needsOwner || (kind === 'address' && !invitedAddress.safeParse(id).success);
  if (targets.some(isWrong)) throw fail('bad-input', { path: 'scope.targets' });
}

async function* candidatesOf(
  source: ExportSource,
  kind: TargetKind,
  scope: JobScope,
  userFields: JobSpec<unknown>['userFields'],
): AsyncGenerator<readonly Candidate[]> {
  if (scope.kind === 'matching' || kind === 'user') {
    yield* userCandidates(source, scope, userFields);
    return;
  }
  const { targets } = scope;
  if (kind === 'team') yield await teamCandidates(source, targets);
  else for (let at = 0; at < targets.length; at += batchSize) yield targets.slice(at, at + batchSize).map((target) => ({ target }));
}

const batchSize = 500;

async function* userCandidates(
  source: ExportSource,
  scope: JobScope,
  userFields: JobSpec<unknown>['userFields'],
): AsyncGenerator<readonly Candidate[]> {
  if (scope.kind === 'matching') {
    for await (const users of source.matching(scope.scope, userFields)) yield users.map(candidateOf);
    return;
  }
  const ids = scope.targets.map(({ id }) => id);
  const found = new Set<string>();
  for await (const { rows } of exportRows(source, { kind: 'users', scope: { kind: 'ids', ids }, fields: [] })) {
    const users = rows.flatMap((row) => (row.kind === 'user' ? [row.user] : []));
    for (const { id } of users) found.add(id);
    yield users.map(candidateOf);
  }
  // Also those that can't be parsed, which are no reason to do anything to them.
  yield ids.filter((id) => !found.has(id)).map((id) => ({ target: { id, of: null }, isGone: true }));
}

function candidateOf(user: ServerUser): Candidate {
  return { target: { id: user.id, of: null }, name: user.display_name, email: user.primary_email, known: user };
}

async function teamCandidates({ call }: ExportSource, targets: readonly JobTarget[]): Promise<readonly Candidate[]> {
  const { items } = await call(catalog.teams.list, 'project', { query: {} });
  const byId = new Map(items.map((team) => [team.id, team]));
  return targets.map((target) => {
    const team = byId.get(target.id);
    return team === undefined ? { target, isGone: true } : { target, name: team.display_name, known: team };
  });
}

/** A row of a job that is undone. */
interface DoneRow {
  readonly target: JobTarget;
  readonly name: string | null;
  readonly email: string | null;
  readonly was: JsonValue | undefined;
}

/** Returns the rows of an undo. What they are now is read right before they are sent, or known from the responses. */
export function undoRows(
  { rowValue, before, needsWas }: NonNullable<JobSpec<unknown>['undo']>,
  rows: readonly DoneRow[],
): readonly NewJobRow[] {
  return rows.map(({ target, name, email, was }) => {
    const isErased = needsWas === true && was === undefined;
    return { target, name, email, before, value: isErased ? null : rowValue(was), secret: null, reason: isErased ? 'changed' : null };
  });
}
