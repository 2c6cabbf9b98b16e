/** The progress of a job comes several times a second, as long as it runs: it renders what shows it, and reads nothing that it hasn't changed. */
import type { Page } from '@playwright/test';
import type { JobPreview } from '#contract/jobs/job.ts';
import { connected } from '../support/browser/connecting';
import { takeRenders, watchRenders } from '../support/browser/renders';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const rows = 240;

/** Starts a job that grants a permission to users, some of whom have it. */
async function grant(environment: TestEnvironment, page: Page, count: number): Promise<void> {
  const connectionId = /\/c\/([^/]+)/.exec(page.url())?.[1] ?? '';
  const targets: { id: string; of: null }[] = [];
  for (let cursor: string | null = ''; cursor !== null && targets.length < count; ) {
    const query: object = { limit: 100, ...(cursor === '' ? {} : { cursor }) };
    const list = await environment.ask(page, 'service.users.list', { actor: 'project', connectionId, query });
    const { items, pagination } = list as { items: { id: string }[]; pagination: { next_cursor: string | null } };
    targets.push(...items.map(({ id }) => ({ id, of: null })));
    cursor = pagination.next_cursor;
  }
  const action = { kind: 'users.grantInProject', permissionId: 'analyst' };
  const input = { connectionId, scope: { kind: 'targets', targets: targets.slice(0, count) }, action };
  const { id, hash } = (await environment.ask(page, 'jobs.preview', input)) as JobPreview;
  await environment.ask(page, 'jobs.start', { id, hash, options: { perSecond: 40, stopAfter: null } });
}

test('the progress of a job renders what shows it, and reads no rows again that are there', async ({
  page,
  screens,
  proxied,
  environment,
}) => {
  await watchRenders(page, {
    card: 'section[aria-labelledby="active-jobs"]',
    navigation: 'nav:not([aria-label="Connections"])',
    finished: '[role="grid"]',
    rows: 'section[aria-label="Rows"] ul',
  });
  let reads = 0;
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"jobs.rows"')) reads += 1;
    });
  });
  await page.reload();
  await screens.startSandbox();
  await connected(page, proxied, 'Engines');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await grant(environment, page, 2);
  await expect(page.getByRole('grid', { name: 'Finished jobs' }).locator('[data-row]')).toHaveCount(1);
  await grant(environment, page, rows);
  await page
    .getByRole('region', { name: /^Active/ })
    .getByRole('button')
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: 'Job' });
  const ended = async () => Number(await panel.getByRole('progressbar').getAttribute('aria-valuenow'));
  // The first hundred rows are there, and there are more.
  await expect(panel.getByRole('button', { name: 'Show more' })).toBeVisible();
  await takeRenders(page);
  const [firstReads, first] = [reads, await ended()];
  // The clock may render all that shows times, but not twice.
  const windows: Readonly<Record<string, number>>[] = [];
  for (const more of [40, 80]) {
    await expect.poll(ended).toBeGreaterThan(first + more);
    windows.push(await takeRenders(page));
  }
  expect(await ended()).toBeLessThan(rows);
  const fewest = (name: string) => Math.min(...windows.map((counts) => counts[name] ?? 0));
  expect(fewest('card')).toBeGreaterThan(0);
  expect({ navigation: fewest('navigation'), finished: fewest('finished'), rows: fewest('rows') }).toEqual({
    navigation: 0,
    finished: 0,
    rows: 0,
  });
  expect(reads).toBe(firstReads);
  // All of them once it has ended.
  await expect(page.getByRole('region', { name: /^Active/ })).toHaveCount(0);
  await expect.poll(() => reads).toBeGreaterThan(firstReads);
});
