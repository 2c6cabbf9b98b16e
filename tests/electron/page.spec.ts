/** What a page may do in Chromium itself. */
import { expect, electronTest as test } from '../support/browser/fixtures';

test.describe('what the page tries', () => {
  // Chromium says on the console what it refuses.
  test.use({ expectedComplaints: /Content Security Policy|Refused to|Not allowed to|Failed to (fetch|load)|net::ERR_/ });

  test('the page is sandboxed: two functions of ours, nothing of Node’s, no network', async ({ page, screens: _screens }) => {
    const found = await page.evaluate(`(async () => ({
    latchkey: Object.keys(window.latchkey),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    fetched: await fetch('https://example.com/').then(() => true, () => false),
    opened: window.open('app://bundle/') !== null,
    permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }))()`);
    expect(found).toEqual({ latchkey: ['call', 'on'], node: [], fetched: false, opened: false, permission: 'denied' });
  });

  test('the page stays where it is', async ({ page, screens: _screens }) => {
    const before = page.url();
    for (const address of ['https://example.com/', 'app://bundle/index.html', 'javascript:document.title="taken"', 'file:///etc/passwd']) {
      await page.evaluate(
        `document.body.appendChild(Object.assign(document.createElement('a'), { href: ${JSON.stringify(address)} })).click()`,
      );
    }
    await expect(page).not.toHaveTitle('taken');
    expect(page.url()).toBe(before);
  });
});

test('module scripts and fonts load from app: under the policy', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.evaluate('document.fonts.ready');
  const statuses = (await page.evaluate(`[...document.fonts].map(({ status }) => status)`)) as string[];
  expect(statuses).toContain('loaded');
  expect(statuses).not.toContain('error');
});

test('a page that tries to leave again and again stays, and keeps working', async ({ page, screens }) => {
  await screens.startSandbox();
  await page
    .evaluate(`for (let number = 0; number < 20; number += 1) location.href = 'https://example.com/' + number;`)
    .catch(() => undefined);
  await expect(screens.users.getByRole('row').nth(1)).toBeVisible();
  expect(page.url()).toMatch(/^app:\/\/bundle\//);
});

test('a page can’t reload itself, but the host does it when it asks', async ({ page, screens: _screens }) => {
  await page.evaluate(`Object.assign(window, { isMarked: true }), location.reload()`);
  expect(await page.evaluate(`window.latchkey.call('app.info', {})`)).toMatchObject({ ok: true });
  expect(await page.evaluate('window.isMarked')).toBe(true);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`void window.latchkey.call('app.run', { id: 'reload' })`);
  await loaded;
  expect(await page.evaluate('window.isMarked')).toBeUndefined();
});
