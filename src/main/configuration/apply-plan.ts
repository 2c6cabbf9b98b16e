/** Applies a plan: each step after a fresh read, up to the first one whose target is no longer what it was. */
import { documentOf, type NamingProblem, type ProjectReading } from '#contract/configuration/document-of.ts';
import { type ChosenRow, type ConfigurationPlan, openRows, type PlanStep } from '#contract/configuration/plan.ts';
import { requestOf, type SecretOf, type StepRequest } from '#contract/configuration/step-request.ts';
import { type ErrorReport, fail, toReport } from '#contract/errors.ts';
import type { ServicePart } from './read-project';

/** What a step reads before it is sent. */
export type ReadingPart = ServicePart | 'schemas' | 'views';

export interface ApplyPorts {
  readonly read: (parts: readonly ReadingPart[]) => Promise<Partial<ProjectReading>>;
  readonly send: (request: StepRequest) => Promise<unknown>;
  /** Called before a step is sent, and once it is done; `already` if there was nothing left to make. */
  readonly onStep: (index: number, state: 'sending' | 'done' | 'already') => void;
  /** Whether to stop before the next step, as when the user does or the app locks. */
  readonly isStopped: () => boolean;
}

export interface Applied {
  /** How many steps, from the first one, are done. */
  readonly done: number;
  /** Why the rest isn't; null if all are done. */
  readonly stop:
    | null
    | { readonly reason: 'stopped' }
    /** These were changed since they were compared. */
    | { readonly reason: 'conflict'; readonly rows: readonly ChosenRow[] }
    | { readonly reason: 'names'; readonly problems: readonly NamingProblem[] }
    /** Whether the service did it is unknown after a lost response. Comparing again says so. */
    | { readonly reason: 'failed'; readonly error: ErrorReport };
}

/**
 * Applies a plan from a reading of its target. A step that is done already is left out, so that a plan which was interrupted can be applied again.
 * Throws if the plan has refusals, or if a secret is missing.
 */
export async function applyPlan(
  { steps, asks, refusals }: ConfigurationPlan,
  first: ProjectReading,
  secretOf: SecretOf,
  ports: ApplyPorts,
): Promise<Applied> {
  if (refusals.length > 0 || asks.some(({ name }) => secretOf(name) === '')) throw fail('bad-input');
  let reading = first;
  for (const [index, step] of steps.entries()) {
    if (ports.isStopped()) return { done: index, stop: { reason: 'stopped' } };
    try {
      reading = { ...reading, ...(await ports.read(partsOf(step))) };
      const stop = await applyStep(step, index, { reading, secretOf, ports });
      if (stop !== null) return { done: index, stop };
    } catch (thrown) {
      return { done: index, stop: { reason: 'failed', error: toReport(thrown) } };
    }
  }
  return { done: steps.length, stop: null };
}

interface Applying {
  readonly reading: ProjectReading;
  readonly secretOf: SecretOf;
  readonly ports: ApplyPorts;
}

async function applyStep(step: PlanStep, index: number, { reading, secretOf, ports }: Applying): Promise<Applied['stop']> {
  const known = documentOf(reading);
  if (!known.ok) return { reason: 'names', problems: known.problems };
  const { open, conflicts } = openRows(step, known.document);
  if (conflicts.length > 0) return { reason: 'conflict', rows: conflicts };
  if (open.length === 0) {
    ports.onStep(index, 'already');
    return null;
  }
  const request = requestOf({ ...step, rows: open }, reading, secretOf);
  if (request === undefined) return { reason: 'conflict', rows: open };
  ports.onStep(index, 'sending');
  await ports.send(request);
  ports.onStep(index, 'done');
  return null;
}

/** Reads only what a step depends on. */
function partsOf({ kind, rows }: PlanStep): readonly ReadingPart[] {
  switch (kind) {
    case 'update-project':
      return rows.some(({ key, section }) => section === 'settings' && key === 'email_theme') ? ['project', 'themes'] : ['project'];
    case 'create-definition':
    case 'update-definition':
    case 'delete-definition':
      return [rows[0]?.section === 'permissions.team' ? 'team-definitions' : 'project-definitions'];
    case 'create-theme':
    case 'update-theme':
      return ['themes'];
    case 'create-template':
    case 'update-template':
    case 'delete-template':
      return ['templates'];
    case 'set-schema':
      return ['schemas'];
    case 'save-view':
    case 'delete-view':
      return ['views'];
  }
}
