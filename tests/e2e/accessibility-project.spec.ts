/** The screens about the project as a whole. */
import { test } from '../support/browser/fixtures';
import { expectNoViolationsInViews, type Views } from '../support/browser/views';

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

for (const [group, views] of Object.entries({ settings, domains })) {
  test(`axe finds nothing: project ${group}`, async ({ screens, world }) => {
    await screens.startSandbox();
    await expectNoViolationsInViews(screens, world, views);
  });
}
