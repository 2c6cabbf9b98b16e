/** The matrix of permissions of a team of 200: the requests that its page makes, against those for a team of 20. */
import type { Page } from 'playwright';
import type { Measurement } from './lib/measurement';
import { withMembersPage } from './lib/members-page';

const many = 200;
const few = 20;

export async function measure(): Promise<Measurement[]> {
  const requestsFor = (members: number) => withMembersPage(members, countRequests, 'matrix');
  const [large, small] = [await requestsFor(many), await requestsFor(few)];
  const detail = `${large} against ${small} requests, with all that the window reads at its start`;
  return [{ name: `permission matrix of ${many} members, requests against ${few}`, value: large / small, unit: 'x', limit: 1.2, detail }];
}

/** Opens the page again, and counts the calls of the service until nothing is loading. */
async function countRequests(page: Page): Promise<number> {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { name } = JSON.parse(String(payload)) as { name?: string };
      if (name?.startsWith('service.')) count += 1;
    }),
  );
  await page.reload();
  await page.getByRole('grid', { name: 'Permissions of members' }).getByRole('gridcell').nth(60).waitFor();
  await page.waitForLoadState('networkidle');
  return count;
}
