/** An owner without a mouse: copies, transfers, and deletes a project. */

import { Keyboard } from '../support/browser/keyboard';
import { createOwnTeam, openOwnProjects, test } from '../support/page/dashboard-project';
import { expect } from '../support/page/fixtures';

test('a project is copied, transferred, and deleted by keyboard', async ({ page, screens, environment, internal }) => {
  const { dialog } = screens;
  const main = page.getByRole('main');
  const menu = main.getByRole('button', { name: 'Actions for Difference Works', exact: true });
  await openOwnProjects(screens, internal);
  await createOwnTeam(screens, environment, 'Engine builders');
  const keyboard = await Keyboard.of(page);

  const source = main.getByRole('button', { name: 'Actions for Analytical Engines', exact: true });
  await keyboard.choose(source, 'Create copy…');
  await expect(dialog.getByRole('heading', { name: 'Create a copy of “Analytical Engines”' })).toBeVisible();
  await keyboard.type(dialog.getByLabel('Name', { exact: true }), 'Difference Works');
  await expect(dialog.getByLabel('Owner team')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await keyboard.expectFocus(source);

  await keyboard.choose(menu, 'Transfer…');
  await expect(dialog.getByRole('heading', { name: 'Transfer “Difference Works”' })).toBeVisible();
  await expect(dialog.getByText('All members of Engine builders can administer the project')).toBeVisible();
  await keyboard.to(dialog.getByLabel('New owner team'));
  await keyboard.press(dialog.getByRole('button', { name: 'Transfer project' }));
  await expect(dialog).toHaveCount(0);
  await keyboard.expectFocus(menu);

  await keyboard.choose(menu, 'Delete…');
  await expect(dialog.getByRole('heading', { name: 'Delete “Difference Works”?' })).toBeVisible();
  await keyboard.type(dialog.getByRole('textbox'), 'Difference Works');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(menu).toHaveCount(0);
  await keyboard.expectFocusKept();
  keyboard.expectNoMouse();
});
