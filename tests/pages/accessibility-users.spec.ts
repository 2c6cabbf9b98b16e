import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

/** Users, and what can lie over a screen. */
const users: Views = {
  users: async (screens) => {
    await screens.entry('Users').click();
    await screens.users.getByRole('row').nth(1).waitFor();
  },
  'a user’s panel': async (screens) => {
    await screens.users.getByRole('row').nth(1).click();
    await screens.panel.getByRole('tab', { name: 'Overview' }).waitFor();
  },
  'selected users': async (screens) => {
    await screens.users.locator('[data-row="2"]').getByRole('checkbox').click();
    await screens.page.getByRole('toolbar', { name: 'Selection' }).waitFor();
  },
  'a user’s menu': async (screens) => {
    await screens.page.getByRole('button', { name: 'Clear selection' }).click();
    await screens.users.locator('[data-row="2"]').click({ button: 'right' });
    await screens.page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
  },
  columns: async (screens) => {
    await screens.page.getByRole('button', { name: 'Columns', exact: true }).click();
    await screens.page.getByRole('menuitemcheckbox', { name: 'Email' }).click();
    await screens.users.getByRole('columnheader', { name: 'Email' }).waitFor();
    await screens.page.keyboard.press('Escape');
  },
  'a new user, with mistakes': async (screens) => {
    await screens.page.getByRole('button', { name: 'Create user', exact: true }).click();
    await screens.dialog.getByRole('button', { name: 'More fields' }).click();
    await screens.dialog.getByRole('button', { name: 'Add provider account' }).click();
    await screens.dialog.getByRole('button', { name: 'Create user', exact: true }).click();
    await screens.dialog.getByText('Enter the provider ID and the account ID of each account').waitFor();
  },
  'no match': async (screens) => {
    await typeText(screens.search, 'no such user');
    await screens.page.getByRole('heading', { name: 'No users match your search' }).waitFor();
  },
  palette: async (screens) => {
    await screens.page.keyboard.press('ControlOrMeta+k');
    await screens.dialog.waitFor();
  },
  settings: async (screens) => {
    await screens.page.getByRole('button', { name: 'Settings' }).click();
    await screens.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  },
  'a user’s metadata, changed elsewhere': async (screens, environment) => {
    const project = { actor: 'project', connectionId: 'sandbox' };
    const { items } = (await environment.ask(screens.page, 'service.users.list', { ...project, query: { limit: 1 } })) as {
      items: { id: string }[];
    };
    const id = items[0]?.id ?? '';
    await screens.visit(`users/${id}?tab=metadata`);
    await screens.page.getByRole('textbox', { name: 'Client metadata' }).fill('{"plan": "team", "seats": 12}');
    const body = { client_metadata: { plan: 'free' } };
    await environment.ask(screens.page, 'service.users.update', { ...project, params: { user_id: id }, body });
    await screens.page.getByRole('group', { name: /^(plan|Whole value)/ }).waitFor();
  },
};

/** What a user can do and how the user signs in, as a project admin changes it. */
const user: Views = {
  'a user’s sign-in': async (screens) => {
    await openUserTab(screens, 'Sign-in');
    await screens.page.getByRole('region', { name: 'API keys' }).waitFor();
  },
  'adding an email of a user': async (screens) => {
    await openUserTab(screens, 'Sign-in');
    await screens.page.getByRole('button', { name: 'Add email' }).click();
    await screens.dialog.getByLabel('Email address').waitFor();
  },
  'sending an email to a user': async (screens) => {
    await openUserTab(screens, 'Sign-in');
    await screens.page.getByRole('button', { name: 'Send email: Password reset' }).click();
    await screens.dialog.getByLabel('Open the email’s link on').waitFor();
  },
  'a user’s sessions': async (screens) => {
    await openUserTab(screens, 'Sessions');
    await screens.panel.getByRole('listitem').first().waitFor();
  },
  'adding a user to a team': async (screens) => {
    await openUserTab(screens, 'Teams and permissions');
    await screens.page.getByRole('button', { name: 'Add to team' }).click();
    await screens.dialog.getByRole('radio').first().waitFor();
  },
  'a user’s permissions': async (screens) => {
    await openUserTab(screens, 'Teams and permissions');
    await screens.panel.getByRole('checkbox', { name: 'analyst', exact: true }).click();
    await screens.panel.getByText(/^Also loses/).waitFor();
  },
};

/** A user whom the admin impersonates. */
const impersonation: Views = {
  'the start of an impersonation, with mistakes': async (screens) => {
    await openUserTab(screens, 'Overview');
    await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
    await screens.dialog.getByRole('radio', { name: 'Other' }).click();
    await screens.dialog.getByRole('button', { name: 'Start session' }).click();
    await screens.dialog.getByText('Enter a reason').waitFor();
  },
  'an impersonated account': async (screens) => {
    await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
    await screens.dialog.getByLabel('Reason').fill('Ticket 4821');
    await screens.dialog.getByRole('button', { name: 'Start session' }).click();
    await screens.page.getByRole('region', { name: 'Current impersonation' }).waitFor();
    await screens.entry('Emails and sign-in').click();
    await screens.page.getByRole('region', { name: 'Impersonation', exact: true }).waitFor();
  },
  'a new API key of an impersonated account': async (screens) => {
    await screens.entry('API keys').click();
    await screens.page.getByRole('button', { name: 'Create API key' }).first().click();
    await screens.dialog.getByText('This key stays valid after the impersonation').waitFor();
  },
  'the end of an impersonation': async (screens) => {
    await screens.page.keyboard.press('Escape');
    await screens.page.getByRole('button', { name: 'End session' }).click();
    await screens.page.getByText(/^Impersonation of Ada Lovelace ended$/).waitFor();
  },
};
async function openUserTab(screens: Screens, name: string): Promise<void> {
  // The search field would still hold the text of the view before when it is filled.
  await screens.visit('users?q=ada%40analytical.example');
  await screens.userRow(/Ada Lovelace/).click();
  await screens.panel.getByRole('tab', { name, exact: true }).click();
}

for (const [group, views] of Object.entries({ users, user, impersonation })) {
  test(`axe finds nothing: ${group}`, async ({ screens, environment }) => {
    await screens.startSandbox();
    await checkViews(screens, environment, views);
  });
}
