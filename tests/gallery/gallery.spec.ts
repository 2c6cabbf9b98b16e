/** Not a test but a camera: every screen in every state, both themes, both sizes, on one page. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';
import { plainScenes, screenAt } from './plain-scenes';
import { interceptBridge } from './replies';
import { scenes } from './scenes';
import type { Scene } from './stage';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'test-results', 'gallery');
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1280, height: 800 },
  { width: 1000, height: 640 },
] as const;

const fileOf = (scene: string, theme: string, width: number) => `${scene.replace(/[^a-z]+/g, '-')}-${theme}-${width}.png`;

test('the gallery', async ({ page, host, browser }) => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  page.setDefaultTimeout(15_000);
  const bridge = await interceptBridge(page);
  await page.goto(host.url);
  const stage = { screens: new Screens(page), bridge };
  const shown = new Set<ReturnType<typeof screenAt>>();
  const shootScene = (scene: Scene) =>
    test.step(scene.name, async () => {
      await scene.show(stage);
      shown.add(screenAt(page.url()));
      await shoot(page, scene.name);
    });
  for (const scene of scenes) await shootScene(scene);
  const plain = plainScenes(shown);
  for (const scene of plain) await shootScene(scene);
  const all = [...scenes, ...plain];
  await writeFile(join(folder, 'index.html'), await onePage(all, 4, 440));
  await writeFile(join(folder, 'contact-sheet.html'), await onePage(all, 8, 236));
  const sheet = await browser.newPage({ viewport: { width: 2032, height: 1000 } });
  await sheet.goto(pathToFileURL(join(folder, 'contact-sheet.html')).href);
  await sheet.screenshot({ path: join(root, 'docs', 'gallery.png'), fullPage: true });
});

async function shoot(page: Page, scene: string): Promise<void> {
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(folder, fileOf(scene, colorScheme, width)), animations: 'disabled', caret: 'hide' });
    }
  }
  await page.setViewportSize(sizes[0]);
}

/** One page with all pictures, each in itself so that the page can be handed on alone. */
async function onePage(all: readonly Scene[], columns: number, width: number): Promise<string> {
  const figures = await Promise.all(
    all.flatMap(({ name }) =>
      sizes.flatMap((size) =>
        themes.map(async (theme) => {
          const picture = (await readFile(join(folder, fileOf(name, theme, size.width)))).toString('base64');
          return `<figure><img width="${width}" src="data:image/png;base64,${picture}" alt=""><figcaption>${name} · ${theme} · ${size.width}</figcaption></figure>`;
        }),
      ),
    ),
  );
  const style = `body{margin:16px;font:12px sans-serif;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:16px;background:#888}figure{margin:0}img{display:block;border-radius:4px}figcaption{padding-top:4px;color:#fff}`;
  return `<!doctype html><meta charset="utf-8"><title>Latchkey, every screen</title><style>${style}</style>${figures.join('\n')}`;
}
