/** The daily work of an admin without a mouse: everything is reached, and the focus is visible and never lost. */
import type { Page } from '@playwright/test';
import { type KeyboardWalk, startKeyboardWalk } from '../support/browser/keyboard-walk';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

interface Walk extends KeyboardWalk {
  /** Goes to the search of a list with its shortcut, and searches. */
  search(text: string): Promise<void>;
  openTab(name: string): Promise<void>;
}

async function start(page: Page, screens: Screens): Promise<Walk> {
  const walk = await startKeyboardWalk(page, screens);
  const { keyboard, main } = walk;
  return {
    ...walk,
    async confirm(name) {
      await walk.confirm(name);
      await keyboard.expectFocusKept();
    },
    async search(text) {
      await page.keyboard.press('/');
      await keyboard.expectFocus(main.getByRole('searchbox').first());
      await page.keyboard.insertText(text);
    },
    async openTab(name) {
      await keyboard.to(main.getByRole('tab', { selected: true }));
      await keyboard.arrow(main.getByRole('tab', { name }), 'ArrowRight');
      await expect(main.getByRole('tab', { name, selected: true })).toBeVisible();
    },
  };
}

async function overview({ keyboard, page, main, screens, button }: Walk): Promise<void> {
  await keyboard.press(screens.entry('Overview'));
  const chart = main.getByRole('region', { name: 'Sign-ups per day' });
  const bars = chart.getByRole('group').getByRole('img');
  await expect(bars).toHaveCount(31);
  await keyboard.to(bars.last());
  await page.keyboard.press('ArrowLeft');
  await keyboard.expectFocus(bars.nth(29));
  await page.keyboard.press('Home');
  await keyboard.expectFocus(bars.first());
  await keyboard.press(button('Show “Sign-ups per day” as a table'));
  await keyboard.expectFocus(button('Show “Sign-ups per day” as a chart'));
  await keyboard.to(main.getByRole('region', { name: 'Active users per day' }).getByRole('img').last());
  const countries = main.getByRole('region', { name: 'Countries' });
  await keyboard.press(countries.getByRole('button', { name: /^Show all \d+$/ }));
  await keyboard.expectFocus(countries.getByRole('button', { name: 'Show fewer' }));
  await keyboard.press(main.getByRole('list', { name: 'Recently active' }).getByRole('link').first());
  await button('Show in list').waitFor();
}

async function users({ keyboard, page, screens, search, button }: Walk): Promise<void> {
  const { panel } = screens;
  await keyboard.press(screens.entry('Users', 'Admin'));
  await screens.users.getByRole('row').nth(8).waitFor();
  await search('grace.hopper');
  const row = screens.users.locator('[data-row="0"]');
  await expect(screens.users.locator('[data-row]')).toHaveCount(1);
  await expect(row).toContainText('Grace Hopper');
  await keyboard.press(row, 'Space');
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
  await page.keyboard.press('Escape');
  await keyboard.expectFocus(row);
  await page.keyboard.press('Enter');
  await keyboard.type(panel.getByRole('textbox', { name: 'Display name', exact: true }), 'Grace Brewster Hopper');
  await keyboard.press(panel.getByRole('button', { name: 'Save', exact: true }));
  await panel.getByRole('heading', { name: 'Grace Brewster Hopper' }).waitFor();
  await keyboard.expectFocusKept();
  await keyboard.press(panel.getByRole('button', { name: 'Close panel' }));
  await expect(panel).toHaveCount(0);
  await keyboard.expectFocus(row);

  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await keyboard.expectFocus(row);
  await page.keyboard.press('Shift+F10');
  await keyboard.arrow(page.getByRole('menuitem', { name: 'Open' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await panel.getByRole('heading', { name: 'Grace Brewster Hopper' }).waitFor();
  await keyboard.expectFocus(row);
  await keyboard.press(panel.getByRole('button', { name: 'Open full page' }));
  await button('Show in list').waitFor();
  await keyboard.expectFocusKept();
}

async function grants({ keyboard, page, main, openTab, button }: Walk): Promise<void> {
  await openTab('Access');
  const choice = main.getByRole('checkbox', { name: 'reports:export', exact: true });
  await keyboard.press(choice, 'Space');
  await expect(choice).toBeChecked();
  await keyboard.press(button('Save'));
  await expect(page.getByText('Permissions saved: Project', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
}

async function teams({ keyboard, page, main, screens, search, openTab, confirm, button }: Walk): Promise<void> {
  await keyboard.press(screens.entry('Teams', 'Admin'));
  const list = page.getByRole('grid', { name: 'Teams' });
  await list.locator('[data-row="2"]').waitFor();
  await search('analytical');
  await expect(list.locator('[data-row]')).toHaveCount(1);
  await keyboard.press(list.getByRole('row', { name: 'Analytical Engines' }));
  await main.getByRole('tab', { name: /^Members/, selected: true }).waitFor();
  for (const name of ['Invitations', 'Metadata', 'API keys', 'General', 'Members']) await openTab(name);
  const member = page.getByRole('grid', { name: 'Members' }).locator('[data-row="0"]');
  await keyboard.to(member);
  await page.keyboard.press('Shift+F10');
  await keyboard.arrow(page.getByRole('menuitem', { name: 'Remove member' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await screens.dialog.waitFor();
  await page.keyboard.press('Escape');
  await keyboard.expectFocus(member);

  await openTab('Permissions');
  const cell = page.getByRole('grid', { name: 'Permissions of members' }).locator('[role=gridcell][tabindex="0"]');
  await keyboard.to(cell);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(cell).toHaveAccessibleName(/: to be (granted|revoked)$/);
  await keyboard.press(button('Review 1 change'));
  await confirm('Save changes');
  await expect(page.getByText('1 change saved', { exact: true })).toBeVisible();
  await keyboard.expectFocusKept();
}

async function definitions({ keyboard, page, main, screens, search, button, confirm }: Walk): Promise<void> {
  const panel = screens.permissionPanel;
  await keyboard.press(screens.entry('Permissions', 'Admin'));
  await keyboard.press(button('Create permission'));
  await keyboard.type(screens.dialog.getByLabel('ID'), 'night_shift');
  await page.keyboard.press('Enter');
  await panel.getByRole('heading', { name: 'night_shift' }).waitFor();
  await keyboard.expectFocus(button('Create permission'));
  const member = panel.getByRole('checkbox', { name: 'team_member', exact: true });
  await keyboard.press(member, 'Space');
  await expect(member).toBeChecked();
  await keyboard.press(panel.getByRole('button', { name: 'Save' }));
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await keyboard.expectFocusKept();

  await search('night');
  const rows = page.getByRole('grid', { name: 'Permissions' }).locator('[data-row]');
  await expect(rows).toHaveCount(1);
  await keyboard.to(main.getByRole('radio', { name: 'Table' }));
  await keyboard.arrow(main.getByRole('radio', { name: 'Graph' }), 'ArrowRight');
  await page.keyboard.press('Space');
  const node = page.getByRole('region', { name: 'Graph of permissions' }).getByRole('button', { name: /^night_shift/ });
  await keyboard.press(node);
  await keyboard.expectFocus(node);

  await keyboard.choose(panel.getByRole('button', { name: 'Actions for night_shift' }), 'Delete permission');
  await confirm('Delete permission');
  await expect(panel).toHaveCount(0);
  await expect(node).toHaveCount(0);
  await keyboard.expectFocusKept();
}

test('the daily work of an admin is done by keyboard', async ({ page, screens }) => {
  const walk = await start(page, screens);
  await test.step('overview', () => overview(walk));
  await test.step('users', () => users(walk));
  await test.step('permissions of a user', () => grants(walk));
  await test.step('teams', () => teams(walk));
  await test.step('permission definitions', () => definitions(walk));
  walk.keyboard.expectNoMouse();
});
