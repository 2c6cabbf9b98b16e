/** Checks of several views, one after another in one app: starting it takes longer than a check. */

import { findFaultsInLooks, tightLayouts } from '../appearance/faults';
import { expectNoViolationsInThemes } from './axe';
import { expect, test } from './fixtures';
import type { Screens } from './screens';
import type { TestEnvironment } from './test-environment';

/** How to open each view, by its name, from the view before or after a reload. */
export type Views = Readonly<Record<string, (screens: Screens, environment: TestEnvironment) => Promise<void>>>;

/** Time for one step of a view. Without it, a missing button would take the time of all other views. */
const stepMillis = 20_000;

/** Tests that axe finds nothing in each view, in both themes and with high contrast, and that nothing is cut off, English, or moving in any language. A view that fails doesn't prevent the others, which follow after a reload. */
export async function checkViews(screens: Screens, environment: TestEnvironment, views: Views): Promise<void> {
  const { page } = screens;
  test.setTimeout(300_000);
  page.setDefaultTimeout(stepMillis);
  const problems: string[] = [];
  for (const [name, open] of Object.entries(views)) {
    try {
      await test.step(name, async () => {
        await closeDialog(screens);
        await open(screens, environment);
        await expectNoViolationsInThemes(page);
        expect(await findFaultsInLooks(page, tightLayouts), 'faults').toEqual([]);
      });
    } catch (error) {
      problems.push(`${name}: ${String(error)}`);
      await page.reload();
    }
  }
  expect(problems, 'views with problems').toEqual([]);
}

async function closeDialog({ page, dialog }: Screens): Promise<void> {
  if ((await dialog.count()) === 0) return;
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
