import { test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';
import { expectNoViolationsInViews, type Views } from '../support/browser/views';

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
    await screens.search.fill('no such user');
    await screens.page.getByRole('heading', { name: 'No users match this filter' }).waitFor();
  },
  palette: async (screens) => {
    await screens.page.keyboard.press('ControlOrMeta+k');
    await screens.dialog.waitFor();
  },
  settings: async (screens) => {
    await screens.page.getByRole('button', { name: 'Settings' }).click();
    await screens.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  },
  'a user’s metadata, changed elsewhere': async (screens, world) => {
    const project = { actor: 'project', connectionId: 'sandbox' };
    const { items } = (await world.ask(screens.page, 'service.users.list', { ...project, query: { limit: 1 } })) as {
      items: { id: string }[];
    };
    const id = items[0]?.id ?? '';
    await screens.visit(`users/${id}?tab=metadata`);
    await screens.page.getByRole('textbox', { name: 'Client metadata' }).fill('{"plan": "team", "seats": 12}');
    const body = { client_metadata: { plan: 'free' } };
    await world.ask(screens.page, 'service.users.update', { ...project, params: { user_id: id }, body });
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
    await screens.dialog.getByText('This key outlives the impersonation').waitFor();
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

/** The project, as its admin sees it. */
const project: Views = {
  overview: async (screens) => {
    await screens.entry('Overview').click();
    await screens.page.getByRole('button', { name: 'Show “Active users per day” as a table' }).click();
    await screens.page.getByRole('list', { name: 'Production checklist' }).waitFor();
    await screens.page.getByRole('group', { name: 'Sign-ups per day' }).getByRole('img').last().focus();
  },
  'sign-in methods, with changes': async (screens) => {
    await screens.entry('Sign-in methods').click();
    await screens.page.getByRole('switch', { name: 'Passkey', exact: true }).click();
    await screens.page.getByRole('switch', { name: 'Discord', exact: true }).click();
    await screens.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  },
  'the effects of changed sign-in methods': async (screens) => {
    await screens.page.getByRole('button', { name: 'Save', exact: true }).click();
    await screens.dialog.getByText('Effect on users').waitFor();
  },
  'OAuth providers to add': async (screens) => {
    await screens.page.getByRole('button', { name: 'Add provider' }).click();
    await screens.dialog.getByRole('button', { name: 'Facebook' }).waitFor();
  },
  'keys of an OAuth provider, with mistakes': async (screens) => {
    await screens.page.getByRole('button', { name: 'Add provider' }).click();
    await screens.dialog.getByRole('button', { name: 'Facebook' }).click();
    await screens.dialog.getByRole('button', { name: 'Apply' }).click();
    await screens.dialog.getByText('Enter the value from the provider').first().waitFor();
  },
};

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
    await screens.dialog.getByText('Enter a date from today on').waitFor();
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
    await screens.page.getByText('1 address isn’t valid. Correct or remove it.').waitFor();
  },
  'your projects': async (screens) => {
    await screens.page.goto(`${screens.page.url().split('#')[0]}#/`);
    await screens.page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
    await screens.page.getByRole('button', { name: 'Open Analytical Engines' }).waitFor();
  },
};

/** The project's teams, and one of them. */
const projectTeams: Views = {
  'the teams of the project': async (screens) => {
    await screens.entry('Teams', 'Admin').click();
    await screens.page.getByRole('grid', { name: 'Teams' }).getByRole('row').nth(3).waitFor();
  },
  'a new team, with mistakes': async (screens) => {
    await screens.page.getByRole('button', { name: 'Create team', exact: true }).click();
    await screens.dialog.getByRole('list', { name: 'Users found' }).getByRole('listitem').first().waitFor();
    await screens.dialog.getByRole('button', { name: 'Create team' }).click();
    await screens.dialog.getByText('Enter a team name').waitFor();
  },
  'a team of the project': async (screens) => {
    await screens.page.keyboard.press('Escape');
    await screens.page.getByRole('grid', { name: 'Teams' }).getByRole('row').filter({ hasText: 'Analytical Engines' }).click();
    await screens.page.getByRole('main').getByRole('button', { name: 'Delete team' }).waitFor();
  },
  'members of a team of the project': async (screens) => {
    await screens.page.getByRole('tab', { name: 'Members' }).click();
    await screens.page.getByRole('grid', { name: 'Members' }).getByRole('row').nth(3).waitFor();
  },
  'permissions of members': async (screens) => {
    await screens.page.getByRole('tab', { name: 'Permissions' }).click();
    const matrix = screens.page.getByRole('grid', { name: 'Permissions of members' });
    const row = matrix.getByRole('row').filter({ has: screens.page.getByRole('gridcell', { name: 'admin: not granted' }) });
    await row.first().getByRole('gridcell', { name: 'admin: not granted' }).click();
    await screens.page.getByRole('button', { name: 'Review 1 change' }).waitFor();
  },
  'changes of permissions': async (screens) => {
    await screens.page.getByRole('button', { name: 'Review 1 change' }).click();
    await screens.dialog.getByRole('list', { name: 'Grants' }).waitFor();
  },
};

/** Permission definitions. */
const permissions: Views = {
  'permission definitions': async (screens) => {
    await screens.entry('Permissions', 'Admin').click();
    await screens.page.getByRole('grid', { name: 'Permissions' }).getByRole('row').nth(8).click();
    await screens.permissionPanel.getByRole('checkbox', { name: 'member', exact: true }).click();
    await screens.permissionPanel.getByRole('button', { name: 'Show affected users' }).click();
    await screens.permissionPanel.getByRole('region', { name: 'Affected users' }).getByRole('listitem').first().waitFor();
    await screens.page.getByRole('radio', { name: 'Graph' }).click();
    await screens.page
      .getByRole('region', { name: 'Graph of permissions' })
      .getByRole('button', { name: /^support/ })
      .waitFor();
  },
  'a new permission, with mistakes': async (screens) => {
    await screens.permissionPanel.getByRole('button', { name: 'Discard' }).click();
    await screens.page.getByRole('button', { name: 'Create permission' }).click();
    await screens.dialog.getByRole('button', { name: 'Create permission' }).click();
    await screens.dialog.getByText('Enter an ID').waitFor();
  },
  'default permissions': async (screens) => {
    await screens.entry('Permissions', 'Admin').click();
    await screens.page.getByRole('radio', { name: 'Defaults' }).click();
    await screens.page.getByRole('region', { name: 'Team members' }).waitFor();
  },
};

/** The project's emails. */
const email: Views = {
  'the email server, with mistakes': async (screens) => {
    await screens.entry('Email', 'Admin').click();
    await screens.page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
    await screens.page.getByRole('button', { name: 'Save', exact: true }).click();
    await screens.page.getByText('Enter the server’s host name').waitFor();
  },
  'email templates': async (screens) => {
    await screens.page.getByRole('button', { name: 'Discard' }).click();
    await screens.page.getByRole('tab', { name: 'Templates' }).click();
    await screens.page.locator('iframe').waitFor();
  },
  'sent emails': async (screens) => {
    await screens.page.getByRole('tab', { name: 'Sent' }).click();
    await screens.page.getByRole('grid', { name: 'Sent emails' }).getByRole('row').nth(1).waitFor();
  },
  'a sent email': async (screens) => {
    await screens.page.getByRole('grid', { name: 'Sent emails' }).getByRole('row').nth(1).click();
    await screens.dialog.waitFor();
  },
};

for (const [group, views] of Object.entries({
  users,
  user,
  impersonation,
  project,
  account,
  access,
  teams,
  projectTeams,
  permissions,
  email,
})) {
  test(`axe finds nothing: ${group}`, async ({ screens, world }) => {
    await screens.startSandbox();
    await expectNoViolationsInViews(screens, world, views);
  });
}
