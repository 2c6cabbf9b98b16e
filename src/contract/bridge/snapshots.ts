/** Snapshots of deleted users and teams, from which they can be created again. */
import { z } from 'zod';
import { call } from '../definitions';
import { errorReport } from '../error-report';
import { skipReasons, snapshotLosses, stepKinds } from '../journal/create-again';
import { snapshotParts, snapshotSummary, stepResults } from '../journal/snapshot';

const connectionId = z.string().min(1).max(64);
const id = z.string().min(1).max(64);
const stepId = z.string().max(2_500);

const shownStep = z.strictObject({
  id: stepId,
  kind: z.enum(stepKinds),
  /** What it is about: an address, a name, or a provider. */
  subject: z.string().nullable(),
  /** The user of a member. */
  person: z.strictObject({ userId: z.string(), displayName: z.string().nullable() }).nullable(),
  /** IDs of permissions, or names of categories. */
  details: z.array(z.string()).readonly(),
  skip: z.enum(skipReasons).nullable(),
  /** How it ended so far; null if it wasn't started. */
  result: z.enum(stepResults).nullable(),
  /** Code of the error, and the service's own. */
  code: z.string().nullable(),
  known: z.string().nullable(),
});
export type ShownStep = z.output<typeof shownStep>;

/**
 * Why it can't be created again: it still exists, the connection has no key for it, points to another project, or can't be used; or the project
 * can't be asked.
 */
const obstacles = ['exists', 'no-key', 'moved'] as const;

const createAgainPlan = z.strictObject({
  snapshot: snapshotSummary,
  obstacle: z.enum(obstacles).nullable(),
  /** Whether an account creates it, and not the project. */
  byAccount: z.boolean(),
  steps: z.array(shownStep).readonly(),
  losses: z.array(z.enum(snapshotLosses)).readonly(),
  /** Addresses of invitations that aren't sent again. */
  invitations: z.array(z.string()).readonly(),
  /** Parts that weren't kept. */
  unread: z.array(z.enum(snapshotParts)).readonly(),
});
export type ShownCreateAgain = z.output<typeof createAgainPlan>;

const ended = z.strictObject({
  result: z.enum(['done', 'failed', 'unclear']),
  /** ID of what was created; null until it is. */
  newId: z.string().nullable(),
  /** Why it failed. */
  error: errorReport.nullable(),
});
export type EndedStep = z.output<typeof ended>;

export const snapshots = {
  /** Resolves to the snapshots of a connection, newest first; those of one user or team if it is given. */
  list: call(z.strictObject({ connectionId, targetId: z.string().min(1).max(1_000).optional() }), z.array(snapshotSummary).readonly()),
  /** Resolves to the snapshot of a journal's entry; null if there is none. */
  ofEntry: call(z.strictObject({ seq: z.int().min(0) }), snapshotSummary.nullable()),
  /** Reads what creating again depends on, and resolves to the plan. Throws `object-gone` without the snapshot, and errors of the service. */
  plan: call(z.strictObject({ id }), createAgainPlan),
  /**
   * Allows this window to create it again, and resolves to the ID of that. Throws the errors of safety levels: one confirmation is for all steps.
   * Throws `object-gone`.
   */
  start: call(z.strictObject({ connectionId, id }), z.strictObject({ runId: z.string() })),
  /**
   * Makes one step; resolves also if it failed. A step that may have been done is only made again if it is `repeated`; otherwise it is `unclear`.
   * Throws `flow-over` for an unknown run.
   */
  step: call(z.strictObject({ runId: z.string().max(64), step: stepId, repeated: z.boolean() }), ended),
  /** Removes a snapshot. */
  remove: call(z.strictObject({ id }), z.null()),
};
