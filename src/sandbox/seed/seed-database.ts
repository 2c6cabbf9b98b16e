/** Seeds a new database: the two projects, and with `demo` their users and data. */
import type { Store } from '../database/database';
import { indices, rebuildSearch, schemaVersion, searchIndices, tables } from '../database/schema';
import { writeDemoProjectId } from '../projects/main-projects';
import type { Random } from '../random';
import { createRepeatableRandom } from './repeatable-random';
import { seedDifferenceEngine } from './seed-difference-engine';
import { seedEmails } from './seed-emails';
import { seedGeneratedUsers } from './seed-generated-users';
import { seedInvitations, seedProfiles } from './seed-invitations';
import { seedKeys } from './seed-keys';
import { demoPasswordHash, type NamedUsersDeps, seedNamedUsers, seedOwner } from './seed-named-users';
import { seedPermissions } from './seed-permissions';
import { demoProjectId, seedProjects } from './seed-projects';
import { seedTeams } from './seed-teams';

export interface Seed {
  readonly kind: 'demo' | 'empty';
  /** Number of users of the demo project, including the named ones. */
  readonly users: number;
  /** ID of the demo project, if not the default. */
  readonly projectId?: string;
}

/**
 * Creates tables, data, then indices.
 *
 * Users are the same every time relative to `now`; keys and tokens aren't. The database must be empty.
 */
export function seedDatabase(store: Store, seed: Seed, random: Random, now: number): void {
  store.script('PRAGMA foreign_keys = OFF');
  store.transaction(() => {
    store.script(tables);
    const demoId = seed.projectId ?? demoProjectId;
    const projects = seedProjects(store, random, now, demoId);
    writeDemoProjectId(store, demoId);
    if (seed.kind === 'demo') {
      const chance = createRepeatableRandom(1843);
      const deps: NamedUsersDeps = { store, project: projects.demo, now, chance, random, passwordHash: demoPasswordHash };
      const namedUsers = seedNamedUsers(deps, seed.users);
      seedGeneratedUsers({ store, project: projects.demo, now, passwordHash: demoPasswordHash, count: seed.users - namedUsers });
      seedTeams(store, projects.demo, now, chance);
      seedPermissions(store, projects.demo);
      seedInvitations(deps);
      seedProfiles(deps);
      const difference = seedDifferenceEngine(store, random, now);
      seedOwner({ ...deps, project: projects.internal }, [demoId, difference]);
      seedKeys(store, random, projects.demo, now);
      seedEmails(store, { demo: projects.demo, difference }, now);
    }
    store.script(indices);
    store.script(searchIndices);
    store.script(rebuildSearch);
  });
  store.script(`PRAGMA foreign_keys = ON; PRAGMA user_version = ${schemaVersion}; ANALYZE`);
}
