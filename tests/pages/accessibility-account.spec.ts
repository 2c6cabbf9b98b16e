import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

/** The account’s profile, sign-in methods, and sessions. */
const account: Views = {
  profile: async (screens) => {
    await screens.entry('Profile').click();
    await screens.page.getByRole('main').getByText('User ID').first().waitFor();
  },
  'emails and sign-in, setting up an app': async (screens) => {
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('button', { name: 'Set up app' }).click();
    await screens.page.getByRole('img', { name: /^QR code/ }).waitFor();
  },
  'adding an email': async (screens) => {
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('button', { name: 'Add email' }).click();
    await screens.dialog.getByLabel('Email address').waitFor();
  },
  'changing the password': async (screens) => {
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('button', { name: 'Change password' }).click();
    await screens.dialog.getByLabel('New password', { exact: true }).waitFor();
  },
  sessions: async (screens) => {
    await screens.entry('Sessions').click();
    await screens.page.getByRole('main').getByRole('listitem').filter({ hasText: 'This session' }).waitFor();
  },
  'a question': async (screens) => {
    await screens.entry('Sessions').click();
    await screens.page.getByRole('button', { name: 'Revoke all other sessions' }).click();
    await screens.dialog.waitFor();
  },
};

/** What else belongs to the account. */
const access: Views = {
  permissions: async (screens) => {
    await screens.entry('Permissions', 'Account').click();
    await screens.page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(1).waitFor();
  },
  'connected accounts': async (screens) => {
    await screens.entry('Connected accounts').click();
    await screens.page.getByRole('button', { name: 'Disconnect GitHub' }).waitFor();
  },
  'the access token of a connected account': async (screens) => {
    await screens.entry('Connected accounts').click();
    await screens.page.getByRole('button', { name: 'Check the access token of GitHub' }).click();
    await screens.dialog.getByRole('button', { name: 'Check access token' }).click();
    await screens.dialog.getByRole('alert').waitFor();
  },
  notifications: async (screens) => {
    await screens.entry('Notifications').click();
    await screens.page.getByRole('switch', { name: 'Marketing' }).waitFor();
  },
  'own invitations': async (screens) => {
    await screens.entry('Invitations').click();
    await screens.page.getByRole('region', { name: 'Invitations' }).waitFor();
  },
  'API keys': async (screens) => {
    await screens.entry('API keys').click();
    await screens.page.getByRole('grid', { name: 'API keys' }).getByRole('row').nth(1).waitFor();
  },
  'a new API key, with mistakes': async (screens) => {
    await screens.entry('API keys').click();
    await screens.page.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByLabel('Expires').selectOption('date');
    await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByText('Enter today’s date or a later one').waitFor();
  },
  'an API key to save': async (screens) => {
    await screens.entry('API keys').click();
    await screens.page.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByLabel('Description').fill('Reports');
    await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByRole('checkbox').waitFor();
  },
};

/** A team, and the projects that teams own. */
const teams: Views = {
  'a team': async (screens) => {
    await screens.entry('Analytical Engines').click();
    await screens.page.getByRole('textbox', { name: 'Client metadata' }).waitFor();
  },
  'members of a team': async (screens) => {
    await screens.entry('Analytical Engines').click();
    await screens.page.getByRole('tab', { name: 'Members' }).click();
    await screens.page.getByRole('grid', { name: 'Members' }).getByRole('row').nth(3).waitFor();
  },
  'invitations to a team': async (screens) => {
    await screens.entry('Analytical Engines').click();
    await screens.page.getByRole('tab', { name: 'Invitations' }).click();
    await screens.page.getByRole('grid', { name: 'Pending invitations' }).getByRole('row').nth(1).waitFor();
    await screens.page.getByLabel('Email addresses').fill('annabella@letters.example');
    await screens.page.getByRole('button', { name: 'Send invitation' }).click();
    await screens.page.getByRole('list', { name: 'Results' }).getByText('Sent', { exact: true }).waitFor();
    await screens.page.getByLabel('Email addresses').fill('not-an-address');
    await screens.page.keyboard.press('Enter');
    // Below the field, and as the reason of the button.
    await screens.page.getByText('1 address isn’t valid. Correct or remove it.').first().waitFor();
  },
  'your projects': async (screens) => {
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/`);
    await screens.page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
    await screens.page.getByRole('button', { name: 'Open Analytical Engines' }).waitFor();
  },
};

for (const [group, views] of Object.entries({ account, access, teams })) {
  test(`axe finds nothing: ${group}`, async ({ screens, environment }) => {
    await screens.startSandbox();
    await checkViews(screens, environment, views);
  });
}
