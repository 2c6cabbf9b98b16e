import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/browser/fixtures';

/** What a token or key of the service looks like. */
const secretShapes = [/eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/, /\b(pck|ssk|sak)_[0-9a-hjkmnp-tv-z]{45}\b/];

async function textsBelow(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !entry.parentPath.includes(`${folder}/sandbox`));
  return Promise.all(
    files.map(async (entry) => ({
      path: join(entry.parentPath, entry.name),
      text: await readFile(join(entry.parentPath, entry.name), 'latin1'),
    })),
  );
}

test('no token and no key reaches the page, the log or a file of the profile', async ({ page, screens, host, profile }) => {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await page.reload();
  await screens.startSandbox();
  await screens.entry('Profile').click();
  await screens.entry('Sessions').click();
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await host.stop();
  const stored = await page.evaluate<string>(
    'JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie])',
  );
  const places = [
    ...frames.map((text) => ({ path: 'frame', text })),
    { path: 'storage', text: stored },
    { path: 'page', text: await page.content() },
    ...(await textsBelow(profile)),
  ];
  expect(frames.length).toBeGreaterThan(5);
  for (const shape of secretShapes) expect(places.filter(({ text }) => shape.test(text)).map(({ path }) => path)).toEqual([]);
});
