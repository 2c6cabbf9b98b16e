/** The screens about the project as a whole. */
import { userNamed } from '../support/browser/demo-project';
import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

const settings: Views = {
  'project settings': async (screens) => {
    await screens.entry('Project settings').click();
    await screens.page.getByLabel('Project name', { exact: true }).fill('');
    await screens.page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
    await screens.page.getByText('Enter a name').waitFor();
  },
  webhooks: async (screens) => {
    await screens.page.getByRole('main').getByRole('button', { name: 'Discard' }).click();
    await screens.entry('Webhooks').click();
    await screens.page.getByRole('button', { name: 'Create token' }).click();
    await screens.page.getByRole('button', { name: 'Copy token' }).waitFor();
    await screens.page.getByLabel('URL of the webhooks page').fill('nowhere');
  },
};

const domains: Views = {
  domains: async (screens) => {
    await screens.entry('Domains').click();
    await screens.page.getByRole('button', { name: 'Add domain' }).click();
    await screens.page.getByRole('list', { name: 'Production checklist' }).waitFor();
  },
};

const emails: Views = {
  'writing an email to a user': async (screens) => {
    await screens.visit('users?q=ada%40analytical');
    await screens.userRow(/Ada Lovelace/).click({ button: 'right' });
    await screens.page.getByRole('menuitem', { name: 'Send email' }).click();
    await screens.dialog.getByRole('button', { name: 'Add recipient' }).click();
    await screens.dialog.getByLabel('Content', { exact: true }).fill('<p>Hello</p>');
    await screens.page.frameLocator('iframe').getByText('Hello').waitFor();
  },
  'adding an account to a user': async (screens, environment) => {
    await screens.visit(`users/${await userNamed(environment, screens.page, 'Grace Hopper')}?tab=sign-in`);
    await screens.page.getByRole('region', { name: 'Connected accounts' }).getByRole('button', { name: 'Add account' }).click();
    await screens.dialog.getByRole('button', { name: 'Add account' }).click();
    await screens.page.getByText('Enter the account’s ID').waitFor();
  },
};

for (const [group, views] of Object.entries({ settings, domains, emails })) {
  test(`axe finds nothing: project ${group}`, async ({ screens, environment }) => {
    await screens.startSandbox();
    await checkViews(screens, environment, views);
  });
}
