/** Files that the page creates, through Chromium's own downloads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, electronTest as test } from '../support/browser/fixtures';

/** Saves downloads to a file instead of asking, and records the URLs of those that aren't denied. */
const recordDownloads = (electronApp: ElectronApplication, file: string) =>
  electronApp.evaluate(({ BrowserWindow }, path) => {
    const saved: string[] = [];
    Object.assign(globalThis, { savedDownloads: saved });
    BrowserWindow.getAllWindows()[0]?.webContents.session.on('will-download', (event, item) => {
      if (event.defaultPrevented) return;
      saved.push(item.getURL().slice(0, 12));
      item.setSavePath(path);
    });
  }, file);

const saveOwnFile = (page: Page) =>
  page.evaluate(`(() => {
    const url = URL.createObjectURL(new Blob(['line\\n'], { type: 'text/plain' }));
    Object.assign(document.createElement('a'), { href: url, download: 'saved.txt' }).click();
  })()`);

test.use({ expectedComplaints: /Content Security Policy|Refused to|Not allowed to|Failed to (fetch|load)|net::ERR_/ });

for (const url of ['https://example.com/file.txt', 'data:text/plain,x', 'file:///etc/hostname', 'app://bundle/index.html']) {
  test(`a file that the page created is saved, ${url} isn’t`, async ({ electronApp, page, screens: _screens, profile }) => {
    const file = join(profile, 'saved.txt');
    await recordDownloads(electronApp, file);
    await page.evaluate(`Object.assign(document.createElement('a'), { href: ${JSON.stringify(url)}, download: 'x' }).click()`);
    await saveOwnFile(page);
    await expect.poll(() => readFile(file, 'utf8').catch(() => null)).toBe('line\n');
    expect(await electronApp.evaluate(() => Reflect.get(globalThis, 'savedDownloads'))).toEqual(['blob:app://b']);
  });
}
