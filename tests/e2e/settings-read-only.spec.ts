/** Read-only mode of the whole app. */
import { expect, test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';

const banner = 'Read-only mode: nothing can be changed in any connection';
const reason = /All of Latchkey is read-only/;

test('read-only mode applies to every window at once, and a window that doesn’t know it yet is refused', async ({
  page,
  screens,
  context,
  environment,
}) => {
  await screens.startSandbox();
  await screens.visit('users?q=grace.hopper');
  await screens.userRow(/Grace Hopper/).click();
  await expect(screens.panel.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();

  const opened = context.waitForEvent('page');
  await page
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Analytical Engines/ })
    .press('Control+Enter');
  const other = new Screens(await opened);
  await expect(other.page.getByRole('grid', { name: 'Users' })).toBeVisible();
  await other.page.keyboard.press('ControlOrMeta+,');
  const readOnly = other.page.getByRole('switch', { name: 'Read-only mode' });
  await readOnly.click();
  await expect(readOnly).toBeChecked();

  await expect(page.getByText(banner)).toBeVisible();
  await expect(page.getByText(reason).first()).toBeAttached();
  const project = { actor: 'project', connectionId: 'sandbox' };
  const body = { display_name: 'Admiral Hopper' };
  const { items } = (await environment.ask(page, 'service.users.list', { ...project, query: { limit: 1 } })) as { items: { id: string }[] };
  const update = environment.ask(page, 'service.users.update', { ...project, params: { user_id: items[0]?.id ?? '' }, body });
  await expect(update).rejects.toThrow('app-read-only');

  await readOnly.click();
  await expect(page.getByText(banner)).toHaveCount(0);
  await screens.renameUser('Admiral Hopper');
  await expect(screens.panel.getByRole('heading', { name: 'Admiral Hopper' })).toBeVisible();
});
