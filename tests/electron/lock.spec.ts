/** The lock of the real program at what the system reports. */
import { expect, electronTest as test } from '../support/browser/fixtures';

const passphrase = 'correct horse battery';

for (const event of ['suspend', 'lock-screen'] as const) {
  test(`the app locks at the event ${event}, and opens where it was`, async ({ electronApp, page, screens, environment }) => {
    await screens.startSandbox();
    await environment.ask(page, 'lock.setPassphrase', { passphrase, seal: false });
    await electronApp.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), event);
    const heading = page.getByRole('heading', { name: 'Latchkey is locked' });
    await expect(heading).toBeVisible();
    await expect(page.locator('body')).not.toContainText('Analytical Engines');
    const titles = () => electronApp.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle()));
    await expect.poll(titles).toEqual(['Latchkey']);
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(heading).toBeHidden();
    await expect(screens.users).toBeVisible();
  });
}

test('the app doesn’t lock when the machine sleeps if the settings say so', async ({ electronApp, page, screens, environment }) => {
  await screens.startSandbox();
  await environment.ask(page, 'settings.update', { lockOnSuspend: false });
  await environment.ask(page, 'lock.setPassphrase', { passphrase, seal: false });
  await electronApp.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
  expect(await environment.ask(page, 'lock.state', {})).toMatchObject({ value: { hasPassphrase: true, locked: false } });
});
