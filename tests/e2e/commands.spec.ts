import { expect, test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';

test('a connection opens in a separate window, where it was left', async ({ page, context, screens }) => {
  await screens.startSandbox();
  await screens.entry('Sessions').click();
  const tile = page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: /Analytical Engines/ });
  for (const open of [() => tile.click({ button: 'right' }), () => tile.press('ContextMenu')]) {
    const opened = context.waitForEvent('page');
    await open();
    await page.getByRole('menuitem', { name: 'Open in new window' }).click();
    const other = new Screens(await opened);
    await expect(other.page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
    expect(other.page.url()).toMatch(/\/#\/c\/[^/]+\/account\/sessions$/);
    await other.page.close();
  }
  const opened = context.waitForEvent('page');
  await tile.press('Control+Enter');
  await expect(new Screens(await opened).page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
});
