/** The screens about a project that is deleted while they are used: each says so, and what was edited stays. */
import type { Locator, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { RunningSandbox } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

interface Row {
  /** The heading of the screen. */
  readonly heading: string;
  readonly tab?: string;
  readonly open: (screens: Screens) => Promise<unknown>;
  /** Whether the screen keeps the project's configuration, which was read before, and reads no list. */
  readonly keeps?: true;
  /** Sends the first request of a screen that reads nothing. */
  readonly request?: (main: Locator) => Promise<void>;
}

const entry = (name: string) => (screens: Screens) => screens.entry(name, 'Admin').click();
const tab = (name: string) => (screens: Screens) => screens.page.getByRole('tab', { name }).click();

const table: readonly Row[] = [
  // Its rules are keys of the configuration, which no screen has read before.
  { heading: 'Sign-in methods', open: entry('Sign-in methods') },
  { heading: 'Domains', open: entry('Domains'), keeps: true },
  // The figures of delivery below the form are read with it.
  { heading: 'Email', tab: 'Server', open: entry('Email') },
  { heading: 'Email', tab: 'Templates', open: tab('Templates') },
  { heading: 'Email', tab: 'Sent', open: tab('Sent') },
  { heading: 'Project keys', open: entry('Project keys') },
  {
    heading: 'API key check',
    // The screen from which it is opened has only its error.
    open: ({ page }) => page.goto(page.url().replace('project-keys', 'project-keys/check')),
    async request(main) {
      await main.getByLabel('Key', { exact: true }).fill('not-a-key-of-any-project');
      await main.getByRole('button', { name: 'Check key' }).click();
    },
  },
  {
    heading: 'Webhooks',
    open: entry('Webhooks'),
    request: (main) => main.getByRole('button', { name: 'Open portal' }).click(),
  },
  { heading: 'Project settings', open: entry('Project settings'), keeps: true },
];

async function deleteProject({ url, demo }: Pick<RunningSandbox, 'url' | 'demo'>): Promise<void> {
  const headers = {
    'x-stack-access-type': 'admin',
    'x-stack-project-id': demo.project_id,
    'x-stack-super-secret-admin-key': demo.super_secret_admin_key,
  };
  const answer = await fetch(`${url}/api/v1/internal/projects/current`, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(`The project wasn't deleted: ${answer.status}`);
}

/** Opens a screen. Returns the part of it that is its own. */
async function open(page: Page, screens: Screens, { open: opener, heading, tab: name }: Row): Promise<Locator> {
  await opener(screens);
  await page.getByRole('banner').getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
  const own = name === undefined ? page.getByRole('main') : page.getByRole('tabpanel', { name });
  await own.waitFor();
  return own;
}

test('a project that was deleted elsewhere is reported on each of its screens', async ({ page, screens, service }) => {
  await connected(page, service, 'Engines');
  const main = page.getByRole('main');
  await screens.entry('Project settings', 'Admin').click();
  const name = main.getByLabel('Project name', { exact: true });
  await name.fill('Difference Engines');
  await deleteProject(service);

  await test.step('what was edited stays when it can’t be saved', async () => {
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(main.getByRole('alert').first()).toContainText('Project not found');
    await expect(name).toHaveValue('Difference Engines');
    await main.getByRole('button', { name: 'Discard' }).click();
    await expect(main.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  });
  for (const row of table) {
    await test.step(row.tab ?? row.heading, async () => {
      const own = await open(page, screens, row);
      await row.request?.(main);
      if (row.keeps) await expect(own.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
      else await expect(own.getByRole('alert').first()).toContainText('Project not found');
      const status = page.getByRole('status').filter({ hasText: 'The project in “Engines” no longer exists' });
      await expect(status.getByRole('button', { name: 'Edit connection' })).toBeVisible();
    });
  }
});
