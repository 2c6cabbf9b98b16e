/** IDs in addresses that aren't any: the screen says so, and no request is sent for them. */
import type { Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

/** The service takes the first one for the user who sends the request. */
const malformed = ['me', 'not-an-id', '%20', '..%2Fusers', '3241a285-1111-4222-8333-44445555140', '{3241a285-1111-4222-8333-44445555140c}'];

/** Returns the requests about one user or team that the page has the main process send. */
function followReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const name = /"(service\.(?:users|teams)\.read|service\.permissions\.inTeams)"/.exec(String(payload))?.[1];
      if (name !== undefined) reads.push(name);
    }),
  );
  return reads;
}

const { step, takeSteps } = createSteps();
test('malformed IDs in addresses', takeSteps);

for (const { what, path, title, link } of [
  { what: 'page of a user', path: (id: string) => `users/${id}`, title: 'User not found', link: 'Show all users' },
  { what: 'tab of a user', path: (id: string) => `users/${id}?tab=sessions`, title: 'User not found', link: 'Show all users' },
  { what: 'panel of a user', path: (id: string) => `users?panel=${id}`, title: 'User not found', link: 'Show all users' },
  { what: 'tab in the panel', path: (id: string) => `users?panel=${id}&tab=permissions`, title: 'User not found', link: 'Show all users' },
  { what: 'page of a team', path: (id: string) => `teams/${id}`, title: 'Team not found', link: 'Show all teams' },
  { what: 'tab of a team', path: (id: string) => `teams/${id}?tab=members`, title: 'Team not found', link: 'Show all teams' },
  {
    what: 'team of the account',
    path: (id: string) => `account/teams/${id}`,
    title: 'You’re not a member of this team',
    link: 'Show profile',
  },
  {
    what: 'tab of a team of the account',
    path: (id: string) => `account/teams/${id}?tab=members`,
    title: 'You’re not a member of this team',
    link: 'Show profile',
  },
]) {
  step(`a malformed ID in the address of a ${what} is reported as unknown, without a request`, async ({ page, screens }) => {
    const reads = followReads(page);
    await page.reload();
    await screens.startSandbox();
    for (const id of malformed) {
      await screens.visit('domains');
      await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' });
      reads.length = 0;
      await screens.visit(path(id));
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: link })).toBeVisible();
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
      expect([id, reads]).toEqual([id, []]);
    }
  });
}
