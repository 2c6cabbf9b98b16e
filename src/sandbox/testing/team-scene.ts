/** A sandbox for specs of teams and permissions, with signed-in users and the IDs of teams. */
import { demoAccounts } from '../seed/seed-named-users';
import type { SignedIn } from '../sessions/access-tokens';
import { createTestSandbox, type TestSandbox } from './test-sandbox';

/** An ID that no team or user has. */
export const unknownId = '00000000-0000-4000-8000-000000000001';

export interface TeamScene extends TestSandbox {
  /** Admin of `engines`. */
  readonly ada: SignedIn;
  readonly grace: SignedIn;
  /** Plain member of `engines`. */
  readonly charles: SignedIn;
  /** IDs of all teams, oldest first. */
  readonly teams: readonly string[];
  readonly engines: string;
  /** A team that neither Ada nor Charles is a member of. */
  readonly looms: string;
}

/** Creates a sandbox and signs in three of its demo users. */
export async function createTeamScene(release?: string): Promise<TeamScene> {
  const test = await createTestSandbox(release === undefined ? {} : { release });
  const teams = (await test.call('server', 'GET', '/teams')).items.map(({ id }) => String(id));
  return {
    ...test,
    ada: await test.signIn(demoAccounts[0]),
    grace: await test.signIn(demoAccounts[1]),
    charles: await test.signIn(demoAccounts[2]),
    teams,
    engines: String(teams[0]),
    looms: String(teams[5]),
  };
}
