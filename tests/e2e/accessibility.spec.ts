import { expectNoViolationsInThemes } from '../support/browser/axe';
import { test } from '../support/browser/fixtures';
import type { SandboxWorld } from '../support/browser/sandbox-world';
import type { Screens } from '../support/browser/screens';

const looks = { baseUrl: 'https://auth.example.com', projectId: 'internal', handlerBase: '/handler', safety: 'read-only' };
const exportedList = JSON.stringify({
  format: 'latchkey/connections-export',
  version: 1,
  connections: [
    { name: 'Customers', environment: 'production', colour: 'violet', group: 'Shops', ...looks },
    { name: 'Staff', environment: 'staging', colour: null, group: null, ...looks },
    { name: 'Broken' },
  ],
});

/** Two connections without keys, in two sections of the rail. */
async function importConnections({ page }: Screens): Promise<void> {
  await page.getByRole('link', { name: 'Import or export connections' }).click();
  await page.getByLabel('Exported list').fill(exportedList);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('list', { name: 'Import results' }).waitFor();
}

/** Every screen and what can lie over it, by the way there. */
const views: Readonly<Record<string, (screens: Screens, world: SandboxWorld) => Promise<void>>> = {
  'first run': async ({ page }) => page.getByRole('button', { name: 'Start sandbox' }).waitFor(),
  'connect a project': async ({ page }) => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByLabel('Paste your configuration').fill('STACK_PROJECT_ID=internal\nSTACK_SECRET_SERVER_KEY=ssk_');
    await page.getByText('Recognized: project ID').waitFor();
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Test connection', exact: true }).click();
    await page.getByText('Couldn’t reach the service', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a name').waitFor();
  },
  'export and import': importConnections,
  'a connection’s form': async (screens) => {
    await importConnections(screens);
    await screens.page.getByRole('link', { name: /^Customers/ }).focus();
    await screens.page.keyboard.press('Shift+F10');
    await screens.page.getByRole('menuitem', { name: 'Edit' }).click();
    await screens.page.getByRole('heading', { name: 'Customers' }).waitFor();
    await screens.page.getByLabel('Base URL').focus();
  },
  'the group of a connection': async (screens) => {
    await importConnections(screens);
    await screens.page.getByRole('link', { name: /^Customers/ }).focus();
    await screens.page.keyboard.press('Shift+F10');
    await screens.page.getByRole('menuitem', { name: 'Group' }).click();
    await screens.dialog.waitFor();
  },
  users: (screens) => screens.startSandbox(),
  'a user’s panel': async (screens) => {
    await screens.startSandbox();
    await screens.users.getByRole('row').nth(1).click();
    await screens.panel.getByRole('tab', { name: 'Overview' }).waitFor();
  },
  'no match': async (screens) => {
    await screens.startSandbox();
    await screens.search.fill('no such user');
    await screens.page.getByRole('heading', { name: 'No users match this filter' }).waitFor();
  },
  profile: async (screens) => {
    await screens.startSandbox();
    await screens.entry('Profile').click();
    await screens.page.getByRole('main').getByText('User ID').first().waitFor();
  },
  'emails and sign-in, setting up an app': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('button', { name: 'Set up app' }).click();
    await screens.page.getByRole('img', { name: /^QR code/ }).waitFor();
  },
  'adding an email': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('button', { name: 'Add email' }).click();
    await screens.dialog.getByLabel('Email address').waitFor();
  },
  'changing the password': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('button', { name: 'Change password' }).click();
    await screens.dialog.getByLabel('New password', { exact: true }).waitFor();
  },
  sessions: async (screens) => {
    await screens.startSandbox();
    await screens.entry('Sessions').click();
    await screens.page.getByRole('main').getByRole('listitem').filter({ hasText: 'This session' }).waitFor();
  },
  'API keys': async (screens) => {
    await screens.startSandbox();
    await screens.entry('API keys').click();
    await screens.page.getByRole('grid', { name: 'API keys' }).getByRole('row').nth(1).waitFor();
  },
  'a new API key, with mistakes': async (screens) => {
    await screens.startSandbox();
    await screens.entry('API keys').click();
    await screens.page.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByLabel('Expires').selectOption('date');
    await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByText('Enter a date from today on').waitFor();
  },
  'an API key to save': async (screens) => {
    await screens.startSandbox();
    await screens.entry('API keys').click();
    await screens.page.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByLabel('Description').fill('Reports');
    await screens.dialog.getByRole('button', { name: 'Create API key' }).click();
    await screens.dialog.getByRole('checkbox').waitFor();
  },
  'a team': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Analytical Engines').click();
    await screens.page.getByRole('textbox', { name: 'Client metadata' }).waitFor();
  },
  'members of a team': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Analytical Engines').click();
    await screens.page.getByRole('tab', { name: 'Members' }).click();
    await screens.page.getByRole('grid', { name: 'Members' }).getByRole('row').nth(3).waitFor();
  },
  'invitations to a team': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Analytical Engines').click();
    await screens.page.getByRole('tab', { name: 'Invitations' }).click();
    await screens.page.getByRole('grid', { name: 'Pending invitations' }).getByRole('row').nth(1).waitFor();
    await screens.page.getByLabel('Email addresses').fill('annabella@letters.example');
    await screens.page.getByRole('button', { name: 'Send invitation' }).click();
    await screens.page.getByRole('list', { name: 'Results' }).getByText('Sent', { exact: true }).waitFor();
    await screens.page.getByLabel('Email addresses').fill('not-an-address');
    await screens.page.keyboard.press('Enter');
    await screens.page.getByText('1 address isn’t valid. Correct or remove it.').waitFor();
  },
  'own invitations': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Invitations').click();
    await screens.page.getByRole('region', { name: 'Invitations' }).waitFor();
  },
  notifications: async (screens) => {
    await screens.startSandbox();
    await screens.entry('Notifications').click();
    await screens.page.getByRole('switch', { name: 'Marketing' }).waitFor();
  },
  permissions: async (screens) => {
    await screens.startSandbox();
    await screens.entry('Permissions').click();
    await screens.page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(1).waitFor();
  },
  'connected accounts': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Connected accounts').click();
    await screens.page.getByRole('button', { name: 'Disconnect GitHub' }).waitFor();
  },
  'the access token of a connected account': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Connected accounts').click();
    await screens.page.getByRole('button', { name: 'Check the access token of GitHub' }).click();
    await screens.dialog.getByRole('button', { name: 'Check access token' }).click();
    await screens.dialog.getByRole('alert').waitFor();
  },
  'a question': async (screens) => {
    await screens.startSandbox();
    await screens.entry('Sessions').click();
    await screens.page.getByRole('button', { name: 'Revoke all other sessions' }).click();
    await screens.dialog.waitFor();
  },
  palette: async (screens) => {
    await screens.startSandbox();
    await screens.page.keyboard.press('ControlOrMeta+k');
    await screens.dialog.waitFor();
  },
  settings: async (screens) => {
    await screens.startSandbox();
    await screens.page.getByRole('button', { name: 'Settings' }).click();
    await screens.dialog.waitFor();
  },
  'sign-in': async (screens) => {
    await screens.startSandbox();
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/c/sandbox/sign-in`);
    await screens.page.getByLabel('Email', { exact: true }).waitFor();
  },
  'mailed code, refused': async (screens) => {
    await screens.startSignedOut();
    await screens.askForCode('grace.hopper@analytical.example');
    await screens.page.keyboard.type('zzzzzz');
    await screens.page.getByText('Incorrect code').waitFor();
  },
  'second step': async (screens) => {
    await screens.startSignedOut();
    await screens.signIn('alan.turing@analytical.example', 'Analytical-Engine-1843');
    await screens.digitsField.waitFor();
  },
  'forgotten password, mail sent': async (screens) => {
    await screens.startSandbox();
    await screens.visit('forgot-password');
    await screens.page.getByLabel('Email', { exact: true }).fill('ada@analytical.example');
    await screens.page.getByRole('button', { name: 'Send reset link' }).click();
    await screens.page.getByLabel('Link from the email').waitFor();
  },
  'waiting for the browser': async (screens) => {
    await screens.startSignedOut();
    await screens.page.getByRole('button', { name: 'Sign in with GitHub' }).click();
    await screens.page.getByRole('button', { name: 'Open browser again' }).waitFor();
  },
  'a new password, from a link': async (screens, world) => {
    await screens.startSandbox();
    await screens.visit('forgot-password');
    await screens.page.getByLabel('Email', { exact: true }).fill('ada@analytical.example');
    await screens.page.getByRole('button', { name: 'Send reset link' }).click();
    await screens.openLink(await world.mailedLink('ada@analytical.example'));
    await screens.page.getByLabel('New password').waitFor();
  },
  invitation: async (screens, world) => {
    await screens.startSandbox();
    const { link } = await world.invite(screens.page, 'grace.hopper@analytical.example');
    await screens.visit('forgot-password');
    await screens.openLink(link);
    await screens.page.getByRole('button', { name: 'Join team' }).waitFor();
  },
  'a program asks': async (screens, world) => {
    await screens.startSandbox();
    const link = await world.programAsks(screens.page);
    await screens.visit('forgot-password');
    await screens.openLink(link);
    await screens.page.getByRole('button', { name: 'Approve sign-in' }).waitFor();
  },
  'your projects': async (screens) => {
    await screens.startSandbox();
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/`);
    await screens.page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
    await screens.page.getByRole('button', { name: 'Open Analytical Engines' }).waitFor();
  },
  'sign-up': async (screens) => {
    await screens.startSandbox();
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/c/sandbox/sign-up`);
    await screens.page.getByLabel('Email', { exact: true }).waitFor();
  },
  'a new user': async (screens) => {
    const { page } = screens;
    await screens.startSignedOut();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: /^Create an account in / }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill('mary@analytical.example');
    await page.getByLabel('Password', { exact: true }).fill('Analytical-Engine-1843');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Send verification email' }).waitFor();
  },
};

for (const [name, open] of Object.entries(views)) {
  test(`axe finds nothing: ${name}`, async ({ page, screens, world }) => {
    await open(screens, world);
    await expectNoViolationsInThemes(page);
  });
}
