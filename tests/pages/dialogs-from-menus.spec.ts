/** Dialogs that are opened from a menu, and the focus that returns to what the menu belongs to. */
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

const tile = ({ page }: Screens) => page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /^Analytical/ });

async function openTileMenu(screens: Screens): Promise<void> {
  const { page } = screens;
  // A key pressed while the tile is drawn again is lost.
  await expect(async () => {
    await tile(screens).focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test('a dialog opened from a menu closes with one Escape each time, and returns the focus to what the menu belongs to', async ({
  page,
  screens,
}) => {
  await screens.startSandbox();
  // Only the first time is its code loaded between the menu and the dialog.
  for (let time = 0; time < 2; time += 1) {
    await openTileMenu(screens);
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await expect(screens.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(screens.dialog).toHaveCount(0);
    await expect(tile(screens)).toBeFocused();
  }
});
