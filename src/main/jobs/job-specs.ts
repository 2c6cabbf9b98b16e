/** The table of actions: what each of them reads, sends, and leaves out. */
import type { JobAction } from '#contract/jobs/job-action.ts';
import type { JobSpec } from './job-spec';
import { metadataSpecs } from './metadata-specs';
import { permissionSpecs } from './permission-specs';

const specs = { ...permissionSpecs, ...metadataSpecs };

/** Returns the spec of an action. */
export function specOf(action: JobAction): JobSpec<unknown> {
  const create = specs[action.kind as keyof typeof specs] as (of: JobAction) => JobSpec<unknown>;
  return create(action);
}
