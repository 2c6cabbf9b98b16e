/** The bridge over Electron's own IPC. */
import { expect, electronTest as test } from '../support/browser/fixtures';

const badCalls: readonly (readonly [string, string])[] = [
  ['an unknown name', `'secrets.readAll', {}`],
  ['a name of a prototype', `'__proto__', {}`],
  ['a name that isn’t text', `7, {}`],
  ['input of another shape', `'connections.edit', { id: 7 }`],
  ['no input', `'connections.edit'`],
];

for (const [what, call] of badCalls) {
  test(`refuses ${what} with a code, and keeps working`, async ({ page, screens: _screens }) => {
    const reply = (await page.evaluate(`window.latchkey.call(${call})`)) as { ok: boolean; error?: { code: string } };
    expect(reply).toMatchObject({ ok: false, error: { code: expect.any(String) } });
    expect(await page.evaluate(`window.latchkey.call('app.info', {})`)).toMatchObject({ ok: true });
  });
}

test('what can’t be cloned is refused by Electron, and the window stays', async ({ page, screens: _screens }) => {
  const refused = await page.evaluate(`window.latchkey.call('app.info', { run: () => 1 }).then(() => 'sent', () => 'refused')`);
  expect(refused).toBe('refused');
  expect(await page.evaluate(`window.latchkey.call('app.info', {})`)).toMatchObject({ ok: true });
});

test('another window of the same program gets no response, although it has the preload script', async ({
  electronApp,
  screens: _screens,
}) => {
  const reply = await electronApp.evaluate(async ({ app, BrowserWindow }) => {
    const preload = `${app.getAppPath()}/out/preload/index.cjs`;
    const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true, contextIsolation: true } });
    await other.loadURL('data:text/html,<title>other</title>');
    const reply: unknown = await other.webContents.executeJavaScript(`window.latchkey.call('app.info', {})`);
    other.destroy();
    return reply;
  });
  expect(reply).toEqual({ ok: false, error: { code: 'not-allowed' } });
});

test('a change in one window arrives in another', async ({ electronApp, page, screens }) => {
  await screens.startSandbox();
  const opened = electronApp.waitForEvent('window');
  await page.evaluate(`window.latchkey.call('app.openWindow', { path: '/' })`);
  const second = await opened;
  await second.waitForLoadState();
  await page.evaluate(`window.latchkey.call('settings.update', { theme: 'dark' })`);
  await expect(second.locator('html')).toHaveClass(/dark/);
});
