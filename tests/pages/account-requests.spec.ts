/** What opening a screen of the account requests, when everything has been open before: each resource once, whatever the number of rows. */
import type { Locator, Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

// It opens every screen twice.
test.describe.configure({ timeout: 300_000 });

interface Row {
  readonly entry: string;
  /** The section of the navigation; the account's if there is none. */
  readonly section?: 'Account' | 'Teams';
  readonly tab?: string;
  readonly shown: (page: Page) => Locator;
  /** What it requests, in alphabetical order. Permissions are read twice, with and without inherited ones. */
  readonly requests: readonly string[];
}

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/;
const main = (page: Page) => page.getByRole('main');
const rowsOf = (name: string) => (page: Page) => page.getByRole('grid', { name }).getByRole('row').nth(1);
const team = 'Analytical Engines';

const table: readonly Row[] = [
  {
    entry: 'Profile',
    shown: (page) => page.getByRole('textbox', { name: 'Client metadata' }),
    requests: ['GET /projects/current', 'GET /users/me'],
  },
  {
    entry: 'Emails and sign-in',
    shown: (page) => page.getByRole('table', { name: 'Email addresses' }),
    requests: ['GET /contact-channels', 'GET /oauth-providers', 'GET /projects/current', 'GET /users/me'],
  },
  { entry: 'Sessions', shown: (page) => main(page).getByText('This session'), requests: ['GET /auth/sessions'] },
  {
    entry: 'Connected accounts',
    shown: (page) => page.getByRole('button', { name: 'Disconnect GitHub' }),
    requests: ['GET /contact-channels', 'GET /oauth-providers', 'GET /projects/current', 'GET /users/me'],
  },
  { entry: 'API keys', shown: rowsOf('API keys'), requests: ['GET /projects/current', 'GET /user-api-keys'] },
  {
    entry: 'Permissions',
    shown: rowsOf('Permissions'),
    requests: [
      'GET /project-permission-definitions',
      'GET /project-permissions',
      'GET /project-permissions',
      'GET /team-permission-definitions',
      'GET /team-permissions',
      'GET /team-permissions',
      'GET /teams',
    ],
  },
  {
    entry: 'Notifications',
    shown: (page) => page.getByRole('switch', { name: 'Marketing' }),
    requests: ['GET /emails/notification-preference/me'],
  },
  {
    entry: 'Invitations',
    shown: (page) => page.getByRole('region', { name: 'Invitations' }),
    requests: ['GET /team-invitations', 'GET /users/me'],
  },
  { entry: 'Create team', section: 'Teams', shown: (page) => page.getByLabel('Team name'), requests: ['GET /projects/current'] },
  {
    entry: team,
    section: 'Teams',
    shown: (page) => page.getByRole('textbox', { name: 'Client metadata' }),
    requests: ['GET /team-permissions', 'GET /teams', 'GET /users/me'],
  },
  { entry: team, tab: 'Members', shown: rowsOf('Members'), requests: ['GET /team-member-profiles', 'GET /users/me'] },
  {
    entry: team,
    tab: 'Invitations',
    shown: rowsOf('Pending invitations'),
    requests: ['GET /internal/projects/current', 'GET /team-invitations'],
  },
  {
    entry: team,
    tab: 'Your profile',
    shown: (page) => main(page).getByRole('button', { name: 'Edit name in this team' }),
    requests: ['GET /team-member-profiles/:id/me'],
  },
  {
    entry: team,
    tab: 'API keys',
    shown: (page) => main(page).getByRole('button', { name: 'Create API key' }),
    requests: ['GET /projects/current', 'GET /team-api-keys'],
  },
];

/** Opens a screen, and waits until it has read everything. */
async function open(screens: Screens, { entry, section = 'Account', tab, shown }: Row): Promise<void> {
  const { page } = screens;
  await (tab === undefined ? screens.entry(entry, section) : page.getByRole('tab', { name: tab })).click();
  await shown(page).first().waitFor();
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveAttribute('aria-busy', 'false');
}

test('opening a screen of the account requests each resource once', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.account(/Ada/).waitFor();
  for (const row of table) await open(screens, row);
  for (const row of table) {
    await test.step([row.entry, row.tab].join(' '), async () => {
      const before = proxied.requests.length;
      await open(screens, row);
      const requests = proxied.requests.slice(before).map((request) => request.replace(id, ':id'));
      expect(requests.sort()).toEqual(row.requests);
    });
  }
});
