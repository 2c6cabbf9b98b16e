/** The table of actions: what each of them reads, sends, and leaves out. */
import type { JobAction } from '#contract/jobs/job-action.ts';
import { importPermissions, importTeams } from './import-teams';
import { importUsers } from './import-users';
import type { JobSpec } from './job-spec';
import { memberSpecs } from './member-specs';
import { metadataSpecs } from './metadata-specs';
import { partSpecs } from './part-specs';
import { permissionSpecs } from './permission-specs';
import { userSpecs } from './user-specs';

const specs: { readonly [K in JobAction['kind']]: (action: Extract<JobAction, { kind: K }>) => unknown } = {
  ...userSpecs,
  ...memberSpecs,
  ...permissionSpecs,
  ...metadataSpecs,
  ...partSpecs,
  'users.import': importUsers,
  'teams.import': importTeams,
  'permissions.import': importPermissions,
};

/** Returns the spec of an action. */
export function specOf(action: JobAction): JobSpec<unknown> {
  return (specs[action.kind] as (of: JobAction) => JobSpec<unknown>)(action);
}
