/** Fills a fresh database: the two projects always, the demonstration's people unless they are not wanted. */

import type { Store } from '../database/database';
import { indices, rebuildSearch, schemaVersion, search, tables } from '../database/schema';
import { writeDemoId } from '../projects/main-projects';
import type { Random } from '../random';
import { hashPassword } from '../sign-in/passwords';
import { repeatable } from './repeatable-random';
import { seedDifferenceEngine } from './seed-difference-engine';
import { seedMails } from './seed-emails';
import { seedCrowd } from './seed-generated-users';
import { seedInvitations, seedProfiles } from './seed-invitations';
import { seedKeys } from './seed-keys';
import { type CastParts, demoPassword, seedCast, seedOwner } from './seed-named-users';
import { seedPermissions } from './seed-permissions';
import { demoProjectId, seedProjects } from './seed-projects';
import { seedTeams } from './seed-teams';

export interface Seed {
  readonly kind: 'demo' | 'empty';
  /** People of the demonstration, the cast included. */
  readonly users: number;
  /** The id of the demonstration's project, when it is not to have its own. */
  readonly projectId?: string;
}

/**
 * Creates tables, people, then indices. People are the same every time relative to `now`; keys and tokens are not.
 * The database must be empty.
 */
export async function seedDatabase(store: Store, seed: Seed, random: Random, now: number): Promise<void> {
  const passwordHash = seed.kind === 'demo' ? await hashPassword(demoPassword) : '';
  store.script('PRAGMA foreign_keys = OFF');
  store.transaction(() => {
    store.script(tables);
    const demoId = seed.projectId ?? demoProjectId;
    const projects = seedProjects(store, random, now, demoId);
    writeDemoId(store, demoId);
    if (seed.kind === 'demo') {
      const chance = repeatable(1843);
      const parts: CastParts = { store, project: projects.demo, now, chance, random, passwordHash };
      const cast = seedCast(parts, seed.users);
      seedCrowd({ store, project: projects.demo, now, passwordHash, count: seed.users - cast });
      seedTeams(store, projects.demo, now, chance);
      seedPermissions(store, projects.demo);
      seedInvitations(parts);
      seedProfiles(parts);
      const difference = seedDifferenceEngine(store, random, now);
      seedOwner({ ...parts, project: projects.internal }, [demoId, difference]);
      seedKeys(store, random, projects.demo, now);
      seedMails(store, { demo: projects.demo, difference }, now);
    }
    store.script(indices);
    store.script(search);
    store.script(rebuildSearch);
  });
  store.script(`PRAGMA foreign_keys = ON; PRAGMA user_version = ${schemaVersion}; ANALYZE`);
}
