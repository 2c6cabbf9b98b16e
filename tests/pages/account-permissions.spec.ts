import { Connecting } from '../support/browser/connecting';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

test('lists the account’s permissions, and how they were granted', async ({ page, screens, environment, sentToWindows }) => {
  await screens.startSandbox();
  const before = sentToWindows.length;
  await screens.entry('Permissions', 'Account').click();
  const list = page.getByRole('grid', { name: 'Permissions' });
  const row = (name: RegExp) => list.getByRole('row', { name });
  await expect(row(/^analyst .*Project Directly$/)).toBeVisible();
  await expect(row(/^reports:read/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show inherited' }).click();
  await expect(row(/^reports:read .*Project via analyst → reports:export$/)).toBeVisible();
  await expect(page.getByText(/^\d+ granted directly, \d+ inherited$/)).toBeVisible();

  // One request for each resource, not for each team.
  const requests = sentToWindows.slice(before).filter((text) => text.includes('"team_id"') && text.includes('$manage_api_keys'));
  expect(requests.length).toBeLessThanOrEqual(2);

  await page.keyboard.press('/');
  await page.keyboard.type('$MANAGE');
  await expect(list.getByRole('row', { name: /^\$manage_api_keys/ })).not.toHaveCount(0);
  await expect(row(/^analyst/)).toHaveCount(0);
  await page.reload();
  await expect(list.getByRole('row', { name: /^\$manage_api_keys/ })).not.toHaveCount(0);
  await expect(row(/^analyst/)).toHaveCount(0);
  await typeText(page.getByRole('searchbox', { name: 'Search by permission or team' }), 'nothing like it');
  await page.getByRole('button', { name: 'Clear search' }).click();

  const { value } = (await environment.ask(page, 'accounts.list', {})) as { value: { id: string }[] };
  const asAccount = { actor: 'account', connectionId: 'sandbox', accountId: value[0]?.id };
  const { id } = (await environment.ask(page, 'service.users.me', asAccount)) as { id: string };
  const params = { user_id: id, permission_id: 'reports:read' };
  await environment.ask(page, 'service.permissions.grantInProject', { actor: 'project', connectionId: 'sandbox', params, body: {} });
  await expect(row(/^reports:read .*Project Directly$/)).toBeVisible();
});

/** Holds what the page does once typing pauses, until `endPause()` is called in the page. */
const holdPause = `
  const { setTimeout: wait } = window;
  window.endPause = () => {};
  window.setTimeout = (action, delay, ...rest) => {
    if (delay !== 250) return wait(action, delay, ...rest);
    window.endPause = action;
    return 0;
  };`;

interface InPage {
  readonly ownerDocument: { readonly defaultView: { endPause(): void } };
  click(): void;
}

test('a search that takes effect while the screen is left doesn’t return to it', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.entry('Permissions', 'Account').click();
  const search = page.getByRole('searchbox', { name: 'Search by permission or team' });
  await search.waitFor();
  await page.evaluate(holdPause);
  await typeText(search, 'reports:read');
  // In one task: the address of the window changes before the screen is taken away.
  await screens.entry('Notifications').evaluate((entry: unknown) => {
    (entry as InPage).click();
    (entry as InPage).ownerDocument.defaultView.endPause();
  });
  await expect(page.getByRole('switch', { name: 'Marketing' })).toBeVisible();
  await expect(page).toHaveURL(/\/account\/notifications$/);
});

test('says that the chain needs the admin key, which the connection lacks', async ({ page, screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.field('Base URL').fill(service.url);
  await form.field('Project ID').fill(service.demo.project_id);
  await form.field('Publishable client key').fill(service.demo.publishable_client_key);
  await form.field('Name').fill('Engines');
  await form.save();
  await page.getByLabel('Password', { exact: true }).waitFor();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.entry('Permissions', 'Account').click();
  const list = page.getByRole('grid', { name: 'Permissions' });
  await expect(list.getByRole('row', { name: /^analyst Project Directly$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show inherited' }).click();
  await expect(list.getByRole('row', { name: /^reports:read Project Inherited$/ })).toBeVisible();
  await expect(page.getByText('Seeing how permissions are inherited requires the project’s admin key')).toBeVisible();
});
