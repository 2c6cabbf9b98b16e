/** The screens of project keys have no accessibility problems that axe finds, in both themes. */

import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

const projectKeys: Views = {
  'project keys': async (screens) => {
    await screens.entry('Project keys').click();
    await screens.page.getByRole('grid', { name: 'Project keys' }).getByRole('row').nth(4).waitFor();
  },
  'new project keys, with mistakes': async (screens) => {
    await screens.page.getByRole('main').getByRole('button', { name: 'Create keys' }).click();
    await screens.dialog.getByLabel('Expires').selectOption('never');
    await screens.dialog.getByRole('button', { name: 'Create keys' }).click();
    await screens.dialog.getByText('Enter a name').waitFor();
  },
  'revoking project keys': async (screens) => {
    await screens.page.getByRole('button', { name: 'Revoke Sandbox keys' }).click();
    await screens.dialog.getByText('This connection uses these keys').waitFor();
  },
  'created project keys': async (screens) => {
    await screens.page.getByRole('main').getByRole('button', { name: 'Create keys' }).click();
    await screens.dialog.getByLabel('Name').fill('Reports');
    await screens.dialog.getByRole('checkbox', { name: 'Admin' }).check();
    await screens.dialog.getByRole('button', { name: 'Create keys' }).click();
    await screens.dialog.getByRole('radio', { name: 'Each key' }).waitFor();
  },
};

const keyCheck: Views = {
  'a key check': async (screens) => {
    await screens.entry('Project keys').click();
    await screens.page.getByRole('button', { name: 'Check key' }).click();
    await screens.page.getByRole('heading', { name: 'Check an API key' }).waitFor();
    await screens.page.getByRole('button', { name: 'Check key' }).click();
    await screens.page.getByText('Enter a key').waitFor();
  },
  'an unknown key': async (screens) => {
    await screens.page.getByLabel('Key', { exact: true }).fill('sk_nothing');
    await screens.page.getByRole('button', { name: 'Check key' }).click();
    await screens.page.getByText('Key not found', { exact: true }).waitFor();
  },
};

for (const [group, views] of Object.entries({ 'project keys': projectKeys, 'key check': keyCheck })) {
  test(`axe finds nothing: ${group}`, async ({ screens, environment }) => {
    await screens.startSandbox();
    await checkViews(screens, environment, views);
  });
}
