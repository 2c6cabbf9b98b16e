/** The pictures of scenes, and what an area says of them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import type { ScreenName } from '#window/routes.ts';
import type { ShownLanguage } from '../support/appearance/own-texts';
import { screenAt } from './plain-scenes';
import { playScenes } from './play-scenes';
import type { Area, Scene, SceneContext } from './scene';

const root = join(import.meta.dirname, '..', '..');

/** The language that the scenes are shot in, and whether with high contrast. They are always played in English. */
const language = (process.env.LATCHKEY_GALLERY_LANGUAGE ?? 'en') as ShownLanguage;
const contrast = process.env.LATCHKEY_GALLERY_CONTRAST === 'more' ? 'more' : null;
/** Whether these are the pictures of which the document is made. */
export const isPlain = language === 'en' && contrast === null;
/** Others have a folder of their own, which is named the same in scripts/gallery.mjs. */
export const galleryFolder = join(root, 'test-results', ['gallery', language !== 'en' && language, contrast].filter(Boolean).join('-'));
export const documentFolder = join(root, 'docs');

export interface PictureVariant {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 1000, height: 640 },
] as const;
const themes = ['light', 'dark'] as const;

/** In each of these a scene is shot: in all of them in English, in the smallest window in each theme elsewhere. */
export const pictureVariants: readonly PictureVariant[] = sizes
  .filter((_, at) => isPlain || at === 1)
  .flatMap(({ width }) => themes.map((theme) => ({ theme, width })));

/** Returns the name of a picture’s file in the gallery's folder. */
export function pictureFile(scene: string, { theme, width }: PictureVariant): string {
  return `${scene.replace(/[^a-z]+/gi, '-')}-${theme}-${width}.png`;
}

/** What was shot of an area. */
export interface AreaReport {
  readonly scenes: readonly string[];
  readonly screens: readonly ScreenName[];
  /** The scenes that couldn’t be shown, with the reason. */
  readonly failures: readonly string[];
}

const reportFile = (area: string) => join(galleryFolder, `${area}.json`);

/** Returns the report of an area; null if it wasn’t shot yet. */
export async function readReport(area: string): Promise<AreaReport | null> {
  const text = await readFile(reportFile(area), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as AreaReport);
}

/** Shoots scenes, also those after one that fails, and stores the report. Those that `isWanted` refuses are only shown if others continue them. */
export async function shootArea(
  context: SceneContext,
  area: Pick<Area, 'name' | 'scenes'>,
  isWanted: (scene: string) => boolean = () => true,
): Promise<AreaReport> {
  await mkdir(galleryFolder, { recursive: true });
  const { page } = context.screens;
  const shot: string[] = [];
  const screens = new Set<ScreenName>();
  const visit = async ({ name, inView }: Scene) => {
    const screen = screenAt(page.url());
    if (screen !== null) screens.add(screen);
    await shoot(context, name, inView?.(context));
    shot.push(name);
  };
  const failures = await playScenes(context, area, visit, isWanted);
  const report = { scenes: shot, screens: [...screens], failures };
  await writeFile(reportFile(area.name), JSON.stringify(report));
  return report;
}

async function shoot(context: SceneContext, scene: string, inView?: Locator): Promise<void> {
  const { page } = context.screens;
  // It is found by an English name, and stays the same element in another language.
  const region = await inView?.elementHandle();
  if (language !== 'en') await showLanguage(context, language);
  for (const { width, height } of sizes.filter((size) => pictureVariants.some((variant) => variant.width === size.width))) {
    await page.setViewportSize({ width, height });
    await region?.scrollIntoViewIfNeeded();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, contrast, reducedMotion: 'reduce' });
      // A graph follows the theme of the document one render later.
      await expect(page.locator(`.react-flow.${theme === 'light' ? 'dark' : 'light'}`)).toHaveCount(0);
      const path = join(galleryFolder, pictureFile(scene, { theme, width }));
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    }
  }
  await page.setViewportSize(sizes[0]);
  if (language !== 'en') await showLanguage(context, 'en');
}

async function showLanguage({ screens: { page }, bridge }: SceneContext, next: ShownLanguage): Promise<void> {
  bridge.speak(next);
  await expect(page.locator('html')).toHaveAttribute('lang', next === 'pseudo' ? 'en-x-pseudo' : next);
}
