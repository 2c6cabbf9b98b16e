/** What is wrong with a scene: what axe finds, what is cut off, English, moving, or out of reach. */
import { expect, type Page } from '@playwright/test';
import { findFaults, type Layout } from '../support/appearance/faults';
import { findFaintTexts, findViolations } from '../support/browser/axe';
import { findUnreachable } from '../support/browser/unreachable';
import { destructiveLabel } from '../support/program/destructive-label';
import type { PutBack } from './play-scenes';
import type { SceneContext } from './scene';

/** The look in which a scene is shown. */
const usual: Layout = { language: 'en', width: 1280, height: 800 };

/** A window of 1280 × 800 pixels at 200 %. */
const zoomed = { width: 640, height: 400 } as const;
const languages = ['de', 'ja', 'pseudo'] as const;
const contrastThemes = ['dark', 'light'] as const;

/** Maximum time in milliseconds until a page has taken its new size and texts. */
const settlingMillis = 3_000;

/** Returns what is wrong with what the nth scene shows. The page stays in the last look. Looks are expensive: texts of another language, and the other theme with high contrast, have their turn in the next scene. */
export async function findSceneFaults(context: SceneContext, n: number): Promise<readonly string[]> {
  const { page } = context.screens;
  await expect(page.locator('html')).toHaveAttribute('lang', usual.language);
  const found = await lastingFaults(context, usual);
  found.push(...(await findViolations(page)), ...(await findQuietQuestions(page)));
  const theme = contrastThemes[n % contrastThemes.length] ?? 'dark';
  const themes = [
    { classes: 'dark', rules: 'colors' },
    { classes: `${theme} contrast-more`, rules: 'highContrast' },
  ] as const;
  found.push(...(await findFaintTexts(page, themes)));
  const layout = { ...zoomed, language: languages[n % languages.length] ?? 'de' };
  await put(context, layout);
  const zoomedFaults = [
    ...(await lastingFaults(context, layout)),
    ...(await findViolations(page, 'size')),
    ...(await findUnreachable(page)),
  ];
  found.push(...zoomedFaults.map((fault) => `at 200 % in ${layout.language}: ${fault}`));
  return found;
}

/** Puts a page that was checked into the look in which scenes are shown. One that is loaded again has its usual texts then. */
export function putBack(context: SceneContext, next: Parameters<PutBack>[0]): Promise<void> {
  const { width, height } = usual;
  return next === 'continued' ? put(context, usual) : context.screens.page.setViewportSize({ width, height });
}

/** Returns the open dialogs whose title or main button names something destructive, and that aren’t announced as such questions. */
async function findQuietQuestions(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const dialog of await page.getByRole('dialog').all()) {
    // What asks for a passphrase is confirmed by no stray key.
    if ((await dialog.locator('input[type=password]').count()) > 0) continue;
    const buttons = await dialog.getByRole('button').allInnerTexts();
    // Without Cancel, it is no question, and its buttons ask first.
    const action = buttons.includes('Cancel') ? buttons.slice(-1) : [];
    const texts = [...(await dialog.getByRole('heading', { level: 2 }).allInnerTexts()), ...action];
    const name = texts.find(destructiveLabel);
    if (name !== undefined) faults.push(`“${name}” isn’t an alertdialog`);
  }
  return faults;
}

/** Puts the page into a look. Resolves when its document has the language. */
async function put({ screens: { page }, bridge }: SceneContext, { language, width, height }: Layout): Promise<void> {
  await page.setViewportSize({ width, height });
  bridge.speak(language);
  // Once in each frame: an expectation looks again only after a tenth of a second.
  await page.evaluate(`new Promise((resolve, reject) => {
    const latest = performance.now() + 20_000;
    const layout = () => {
      const { lang } = document.documentElement;
      if (lang === '${language === 'pseudo' ? 'en-x-pseudo' : language}') resolve();
      else if (performance.now() > latest) reject(new Error('The page is still in ' + lang));
      else requestAnimationFrame(layout);
    };
    layout();
  })`);
}

/** Returns what is wrong once the page has taken its size and texts. */
async function lastingFaults({ screens: { page } }: SceneContext, { language }: Layout): Promise<string[]> {
  let faults = await findFaults(page, language);
  const layout = async () => {
    faults = await findFaults(page, language);
    return faults.length;
  };
  if (faults.length > 0)
    await expect
      .poll(layout, { timeout: settlingMillis })
      .toBe(0)
      .catch(() => undefined);
  return faults;
}
