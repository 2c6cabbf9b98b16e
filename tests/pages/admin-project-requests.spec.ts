/** What opening a screen about the project requests, when everything has been open before: each resource once. */
import type { Locator, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

interface Row {
  readonly name: string;
  readonly open: (screens: Screens) => Locator;
  readonly shown: (page: Page) => Locator;
  /** What it requests, in alphabetical order. */
  readonly requests: readonly string[];
}

const project = 'GET /internal/projects/current';
const main = (page: Page) => page.getByRole('main');
const entry = (name: string) => (screens: Screens) => screens.entry(name, 'Admin');
const tab = (name: string) => (screens: Screens) => screens.page.getByRole('tab', { name });

const table: readonly Row[] = [
  {
    name: 'sign-in methods',
    open: entry('Sign-in methods'),
    shown: (page) => page.getByText('If no rule decides'),
    requests: [
      'GET /internal/config',
      'GET /internal/config/override/branch',
      'GET /internal/config/override/environment',
      'GET /internal/config/override/project',
      'GET /internal/config/source',
      project,
      'GET /internal/sign-up-rules-stats',
    ],
  },
  {
    name: 'domains',
    open: entry('Domains'),
    shown: (page) => page.getByRole('list', { name: 'Production checklist' }),
    requests: [project],
  },
  {
    name: 'email server',
    open: entry('Email'),
    shown: (page) => page.getByRole('combobox', { name: 'Server' }),
    requests: ['GET /emails/delivery-info', 'GET /internal/emails/managed-onboarding/list', project],
  },
  {
    name: 'email templates',
    open: tab('Templates'),
    shown: (page) => page.getByLabel('Source', { exact: true }),
    requests: ['GET /internal/email-templates', project, 'POST /emails/render-email'],
  },
  {
    name: 'sent emails',
    open: tab('Sent'),
    shown: (page) => page.getByRole('grid', { name: 'Sent emails' }).getByRole('row').nth(1),
    requests: ['GET /internal/emails'],
  },
  {
    name: 'project keys',
    open: entry('Project keys'),
    shown: (page) => page.getByRole('grid', { name: 'Project keys' }).getByRole('row').nth(1),
    requests: ['GET /internal/api-keys'],
  },
  {
    name: 'key check',
    open: ({ page }) => main(page).getByRole('button', { name: 'Check key' }),
    shown: (page) => page.getByRole('heading', { name: 'Check an API key' }),
    requests: [],
  },
  {
    name: 'webhooks',
    open: entry('Webhooks'),
    shown: (page) => page.getByRole('button', { name: 'Open portal' }),
    requests: [],
  },
  {
    name: 'project settings',
    open: entry('Project settings'),
    shown: (page) => page.getByLabel('Project name', { exact: true }),
    requests: [project],
  },
];

/** Opens a screen, and waits until it has read everything. */
async function open(screens: Screens, row: Row): Promise<void> {
  await row.open(screens).click();
  await row.shown(screens.page).first().waitFor();
  // A screen that reads nothing has nothing to refresh.
  if (row.requests.length > 0) await expect(screens.page.getByRole('button', { name: 'Refresh' })).toHaveAttribute('aria-busy', 'false');
}

test('opening a screen about the project requests each resource once', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  for (const row of table) await open(screens, row);
  for (const row of table) {
    await test.step(row.name, async () => {
      const before = proxied.requests.length;
      await open(screens, row);
      expect(proxied.requests.slice(before).sort()).toEqual(row.requests);
    });
  }
});
