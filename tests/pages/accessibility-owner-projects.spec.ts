/** The projects of an owner: the list, and the dialogs about a project. */

import { checkViews, type Views } from '../support/browser/views';
import { chooseForProject, createOwnTeam, openOwnProjects, test } from '../support/page/dashboard-project';

const views: Views = {
  'the menu of a project': async ({ page }) => {
    await page.getByRole('button', { name: 'Actions for Analytical Engines' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
  },
  'a copy of a project': async (screens) => {
    await screens.page.keyboard.press('Escape');
    await chooseForProject(screens, 'Analytical Engines', 'Create copy…');
    await screens.dialog.getByRole('list', { name: 'Not copied' }).waitFor();
  },
  'a transfer without another team': async (screens) => {
    await chooseForProject(screens, 'Analytical Engines', 'Transfer…');
    await screens.dialog.getByText('You aren’t in any other team.').first().waitFor();
  },
  'a transfer': async (screens, environment) => {
    await createOwnTeam(screens, environment, 'Engine builders');
    await chooseForProject(screens, 'Analytical Engines', 'Transfer…');
    await screens.dialog.getByLabel('New owner team').waitFor();
  },
  'the deletion of a project': async (screens) => {
    await chooseForProject(screens, 'Analytical Engines', 'Delete…');
    await screens.dialog.getByRole('textbox').waitFor();
  },
};

test('axe finds nothing: projects of an owner', async ({ screens, environment, internal }) => {
  await openOwnProjects(screens, internal);
  await screens.page.getByRole('button', { name: 'Open Analytical Engines' }).waitFor();
  await checkViews(screens, environment, views);
});
