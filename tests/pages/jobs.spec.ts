/** Jobs: followed while they run, their rows, and what can be done with them afterwards. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { JobOptions, JobPreview } from '#contract/jobs/job.ts';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import { connected } from '../support/browser/connecting';
import type { ProxiedService } from '../support/browser/proxied-service';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const finished = (page: Page) => page.getByRole('grid', { name: 'Finished jobs' }).locator('[data-row]');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Job' });
const active = (page: Page) => page.getByRole('region', { name: /^Active/ });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name });

interface User {
  readonly id: string;
  readonly display_name: string | null;
}

/** Starts a job that grants a permission to the first users, in another window. Returns the users. */
async function grant(environment: TestEnvironment, page: Page, count: number, perSecond: JobOptions['perSecond'] = null): Promise<User[]> {
  const connectionId = /\/c\/([^/]+)/.exec(page.url())?.[1] ?? '';
  const query = { limit: count };
  const { items } = (await environment.ask(page, 'service.users.list', { actor: 'project', connectionId, query })) as { items: User[] };
  const targets = items.map(({ id }) => ({ id, of: null }));
  const action = { kind: 'users.grantInProject', permissionId: 'reports:export' };
  const input = { connectionId, scope: { kind: 'targets', targets }, action };
  const { id, hash } = (await environment.ask(page, 'jobs.preview', input)) as JobPreview;
  await environment.ask(page, 'jobs.start', { id, hash, options: { perSecond, stopAfter: null } });
  return items;
}

const { step, takeSteps } = createSteps();
let proxy: ProxiedService | undefined;
test('jobs', async ({ page, screens, environment, context, host, userBrowser, sentToWindows, proxied }) => {
  proxy = proxied;
  await takeSteps({ page, screens, environment, context, host, userBrowser, sentToWindows });
});

function proxyOf(): ProxiedService {
  if (proxy === undefined) throw new Error('The service was not started.');
  return proxy;
}

let refused = '';

step('are empty at first, and a job appears with what failed in it', async ({ page, environment }) => {
  const proxied = proxyOf();
  await connected(page, proxied, 'Engines');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
  const connectionId = /\/c\/([^/]+)/.exec(page.url())?.[1];
  const list = await environment.ask(page, 'service.users.list', { actor: 'project', connectionId, query: { limit: 6 } });
  const [, , third] = (list as { items: User[] }).items;
  refused = `POST /project-permissions/${third?.id}/reports:export`;
  proxied.replaced.set(refused, { status: 400, text: 'Not this one' });
  proxied.replaced.set(refused.replace(':export', '%3Aexport'), { status: 400, text: 'Not this one' });
  await grant(environment, page, 6);
  await expect(finished(page)).toHaveCount(1);
  await expect(finished(page).first()).toContainText('Grant reports:export');
  await expect(finished(page).first()).toContainText('1 failed');
});

step('open with the keyboard, and say why a row failed', async ({ page }) => {
  await finished(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Grant reports:export' })).toBeVisible();
  await expect(panel(page).getByRole('radio', { name: 'Failed 1' })).toBeChecked();
  await expect(panel(page).getByRole('region', { name: 'Rows' })).toContainText('Not this one');
  await expect(page).toHaveURL(/job=/);
  await expectNoViolationsInThemes(page);
});

step('export their results', async ({ page }) => {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export results').click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFrow,id,belongs_to,name,email,state,/);
  expect(text.trim().split('\n')).toHaveLength(7);
  expect(text).toContain('failed');
});

step('send what failed again', async ({ page }) => {
  proxyOf().replaced.clear();
  await button(page, 'Retry 1 failed').click();
  await expect(finished(page).first()).toContainText('Done');
  await expect(button(page, 'Retry 1 failed')).toHaveCount(0);
  await expect(panel(page).getByRole('radio', { name: /^Done/ })).toBeVisible();
});

step('are undone as a job of their own', async ({ page, screens: { dialog } }) => {
  await button(page, 'Undo job').click();
  await expect(dialog).toContainText('Only rows that were done are undone');
  await dialog.getByRole('button', { name: 'Start undo' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(finished(page).first()).toContainText('Undo: Revoke reports:export');
  await expect(button(page, 'Undo job')).toHaveCount(0);
  await page.keyboard.press('Escape');
});

step('are paused, resumed, and canceled', async ({ page, screens: { dialog }, environment }) => {
  await grant(environment, page, 60, 2);
  const pause = active(page).getByRole('button', { name: 'Pause: Grant reports:export' });
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Jobs ?1$/ })).toBeVisible();
  await pause.click();
  await expect(active(page)).toContainText('Paused by you');
  await active(page).getByRole('button', { name: 'Resume: Grant reports:export' }).click();
  await expect(pause).toBeVisible();
  await active(page).getByRole('button', { name: 'Cancel: Grant reports:export' }).click();
  await dialog.getByRole('button', { name: 'Cancel job' }).click();
  await expect(active(page)).toHaveCount(0);
  await expect(finished(page).first()).toContainText('Canceled');
});

step('show their entries in the journal, and are removed', async ({ page, screens: { dialog } }) => {
  await finished(page).nth(2).click();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Show in journal' }).click();
  await expect(page.getByRole('grid', { name: 'Entries' }).locator('[data-row]').first()).toBeVisible();
  await page.getByRole('grid', { name: 'Entries' }).locator('[data-row]').first().click();
  await page.getByRole('button', { name: 'Open job' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Grant reports:export' })).toBeVisible();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Remove job' }).click();
  await dialog.getByRole('button', { name: 'Remove job' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(finished(page)).toHaveCount(2);
});
