import type { Screens } from '../support/browser/screens';
import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

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
    await screens.page.getByRole('switch', { name: 'GitHub', exact: true }).click();
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

/** Saves a new sign-up rule with a condition. */
async function writeCondition({ page, dialog }: Screens, condition: string): Promise<void> {
  await page.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Bots');
  await dialog.getByRole('radio', { name: 'Text' }).click();
  await dialog.getByLabel('Condition as text').fill(condition);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Rules for sign-ups: without any, their editor in both forms with mistakes, a rule, and the test. */
const signUpRules: Views = {
  'no sign-up rules': async (screens) => {
    await screens.entry('Sign-in methods').click();
    await screens.page.getByText('No sign-up rules').scrollIntoViewIfNeeded();
  },
  'a new sign-up rule, with mistakes': async (screens) => {
    await screens.page.getByRole('button', { name: 'Add rule' }).click();
    await screens.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await screens.dialog.getByText('Enter a value').waitFor();
  },
  'a condition as text, with a mistake': async (screens) => {
    await writeCondition(screens, 'mail');
    await screens.dialog.getByText('mail isn’t a variable').waitFor();
  },
  'a sign-up rule': async (screens) => {
    await writeCondition(screens, 'riskScores.bot >= 80');
    await screens.page.getByText('Bot score is at least 80').waitFor();
  },
  'the test of sign-up rules': async (screens) => {
    await screens.page.getByRole('button', { name: 'Test rules' }).click();
    await screens.dialog.getByRole('button', { name: 'Run test' }).click();
    await screens.dialog.getByText('Allowed, because no rule decided').waitFor();
  },
  'users without a verified email': async (screens) => {
    await screens.page.getByRole('switch', { name: 'Require verified email addresses' }).click();
    await screens.dialog.getByRole('list', { name: 'Affected users' }).waitFor();
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
    const row = matrix.getByRole('row').filter({ has: screens.page.getByRole('gridcell', { name: 'team_admin: not granted' }) });
    await row.first().getByRole('gridcell', { name: 'team_admin: not granted' }).click();
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
    await screens.page.getByRole('grid', { name: 'Permissions' }).getByRole('row').filter({ hasText: 'support' }).first().click();
    await screens.permissionPanel.getByRole('checkbox', { name: 'team_member', exact: true }).click();
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
  outbox: async (screens) => {
    await screens.page.getByRole('tab', { name: 'Outbox' }).click();
    await screens.page.getByRole('grid', { name: 'Outbox' }).getByRole('row').nth(1).waitFor();
  },
  'an email in the outbox': async (screens) => {
    await screens.page.getByRole('grid', { name: 'Outbox' }).getByRole('row').nth(4).click();
    await screens.dialog.getByRole('region', { name: 'Failed attempts' }).waitFor();
  },
  'the source of an email in the outbox': async (screens) => {
    await screens.page.getByRole('grid', { name: 'Outbox' }).getByRole('row').nth(4).click();
    await screens.dialog.getByRole('radio', { name: 'Source' }).click();
    await screens.dialog.getByRole('group', { name: 'Source' }).waitFor();
  },
};

for (const [group, views] of Object.entries({ project, signUpRules, projectTeams, permissions, email })) {
  test(`axe finds nothing: ${group}`, async ({ screens, environment }) => {
    await screens.startSandbox();
    await checkViews(screens, environment, views);
  });
}
