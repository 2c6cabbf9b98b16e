/** Scrolling over twenty thousand known rows of the users list with a wheel, against a bare list: how long the frames take. */
import type { Measurement } from './lib/measurement';
import { measureScrolling } from './lib/scroll-frames';
import { withUsersPage } from './lib/users-page';

const users = 25_000;
const rows = 20_000;

/** The 99th percentile of the frames against the bare list's, and the longest. Together the rounds turn back over all rows. */
export function measure(): Promise<Measurement[]> {
  return withUsersPage(users, async (page) => {
    await page.evaluate(`latchkeyBench.knowRows(${rows})`);
    return measureScrolling(page, 'users list', { list: 'Users', rows, rounds: 4, turnsPerRound: 180 });
  });
}
