/** Actions whose failure is shown in a toast, with its reason. */
import { interceptBridge } from '../gallery/replies';
import { expect, test } from '../support/browser/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };
const config = { domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }], allow_localhost: false };

test('why production mode couldn’t be changed is said, and it stays as it was', async ({ page, screens, world }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.startSandbox();
  await world.ask(page, 'service.projects.update', { ...project, body: { config } });
  await screens.entry('Domains').click();
  const mode = page.getByRole('switch', { name: 'Production mode' });
  await expect(mode).toBeEnabled();
  bridge.set({ 'service.projects.update': { ok: false, error: { code: 'service-error', status: 503, text: 'Closed for repairs' } } });
  await mode.click();
  await screens.dialog.getByRole('button', { name: 'Turn on production mode' }).click();
  await expect(page.getByText('Closed for repairs').first()).toBeVisible();
  await expect(mode).not.toBeChecked();
});
