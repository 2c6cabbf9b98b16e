/** Actions whose failure is shown in a toast, with its reason. */
import { interceptBridge } from '../gallery/replies';
import { noClipboard } from '../support/browser/no-clipboard';
import { typeText } from '../support/browser/type-text';
import { openSandboxProjects } from '../support/page/dashboard-project';
import { expect, test } from '../support/page/fixtures';

const closed = { ok: false, error: { code: 'service-error', status: 503, text: 'Closed for repairs' } } as const;
const project = { actor: 'project', connectionId: 'sandbox' };
const config = { domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }], allow_localhost: false };

test('why production mode couldn’t be changed is shown, and it stays as it was', async ({ page, screens, environment }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.startSandbox();
  await environment.ask(page, 'service.projects.update', { ...project, body: { config } });
  await screens.entry('Domains').click();
  const mode = page.getByRole('switch', { name: 'Production mode' });
  await expect(mode).toBeEnabled();
  bridge.set({ 'service.projects.update': closed });
  await mode.click();
  await screens.dialog.getByRole('button', { name: 'Turn on production mode' }).click();
  await expect(page.getByText('Closed for repairs').first()).toBeVisible();
  await expect(mode).not.toBeChecked();
});

test('why a project couldn’t be opened is shown, and the list stays', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await openSandboxProjects(screens);
  bridge.set({ 'connections.openOwned': closed });
  const open = page.getByRole('button', { name: 'Open Analytical Engines' });
  await open.click();
  await expect(page.getByText('Closed for repairs').first()).toBeVisible();
  bridge.set({});
  await open.click();
  await expect(page).toHaveTitle(/^Users · Analytical Engines/);
});

test('why another account couldn’t be used is shown, and the card stays', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.startSandbox();
  await screens.account(/Ada Lovelace/).click();
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await screens.signIn('grace.hopper@analytical.example', 'Analytical-Engine-1843');
  await expect(screens.account(/Grace Hopper/)).toBeVisible();
  await screens.visit('sign-in');
  bridge.set({ 'accounts.use': closed });
  const ada = page.getByRole('button', { name: /Continue as Ada Lovelace/ });
  await ada.click();
  await expect(page.getByText('Closed for repairs').first()).toBeVisible();
  bridge.set({});
  await ada.click();
  await expect(screens.account(/Ada Lovelace/)).toBeVisible();
});

test('why the account page couldn’t be opened is shown, where connecting an account needs it', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.startSandbox();
  await screens.entry('Connected accounts').click();
  bridge.set({
    'signIn.wait': { ok: false, error: { code: 'known-error', known: 'REDIRECT_URL_NOT_WHITELISTED' } },
    'signIn.openAccountPage': closed,
  });
  await page.getByRole('button', { name: 'Connect account' }).click();
  await page.getByRole('button', { name: 'Connect GitLab', exact: true }).click();
  await page.getByRole('button', { name: 'Open account page' }).click();
  await expect(page.getByText('Closed for repairs').first()).toBeVisible();
});

test('what couldn’t be copied from a menu is said', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.evaluate(noClipboard);
  const failed = page.getByText('Couldn’t copy', { exact: true });
  await typeText(screens.search, 'turing');
  await screens.userRow(/Turing/).click();
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy ID' }).click();
  await expect(failed).toHaveCount(1);
  await page.reload();
  await page.evaluate(noClipboard);
  await screens.visit('permissions?panel=support');
  await screens.permissionPanel.getByRole('button', { name: 'Actions for support' }).click();
  await page.getByRole('menuitem', { name: 'Copy ID' }).click();
  await expect(failed).toHaveCount(1);
});
