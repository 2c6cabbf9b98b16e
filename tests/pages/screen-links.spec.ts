/** Links to screens: copying them, and opening them with one connection, several, or none. */
import { connected } from '../support/browser/connecting';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

test('a link that was copied from a row or the top bar opens the same screen, after a question where several connections fit', async ({
  page,
  screens,
  environment,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const paste = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await connected(page, service, 'Engines');
  await screens.entry('Users', 'Admin').click();
  const row = page.getByRole('main').getByRole('grid', { name: 'Users' }).locator('[data-row="0"]');
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('Link copied').first()).toBeVisible();
  await expect.poll(copied).toMatch(/^latchkey:\/\/c\/[\w-]+\/users\/[\w-]{36}$/);
  const link = await copied();

  await paste(link);
  await expect(page).toHaveURL(new RegExp(`/users/${link.split('/').at(-1)}$`));
  await page.getByRole('tab', { name: /^Sessions/ }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toBe(`${link}?tab=sessions`);
  // Nothing is left to decide.
  await expect(page.getByRole('button', { name: 'Dismiss link' })).toHaveCount(0);

  const here = /\/c\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  await environment.ask(page, 'connections.duplicate', { id: here });
  await screens.entry('Teams', 'Admin').click();
  await page.keyboard.press('ControlOrMeta+k');
  await typeText(page.getByRole('combobox', { name: 'Search or run a command' }), 'copy link to');
  await page.keyboard.press('Enter');
  await expect.poll(copied).toMatch(/\/teams$/);
  await paste(`${link}?tab=sessions`);
  await expect(page.getByRole('heading', { name: 'Which connection opens this link?' })).toBeVisible();
  await expect(page.getByRole('main').getByText('?tab=sessions')).toBeVisible();
  await page.getByRole('main').getByRole('listitem').nth(1).getByRole('button').click();
  await expect(page.getByRole('tab', { name: /^Sessions/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page).not.toHaveURL(new RegExp(`/c/${here}/`));

  await paste('latchkey://c/another-project/users');
  await expect(page.getByRole('heading', { name: 'No connection for this link' })).toBeVisible();
  await expect(page.getByRole('main').getByText('another-project')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss link' }).click();
  await paste('latchkey://c/another-project/edit');
  await expect(page.getByText('Latchkey can’t read this link or code').first()).toBeVisible();
});
