/** Accessibility checks of several views, one after another in one app: starting it takes longer than a check. */
import { expectNoViolationsInThemes } from './axe';
import { expect, test } from './fixtures';
import type { SandboxWorld } from './sandbox-world';
import type { Screens } from './screens';

/** How to open each view, by its name, from the view before or after a reload. */
export type Views = Readonly<Record<string, (screens: Screens, world: SandboxWorld) => Promise<void>>>;

/** Time for one step of a view. Without it, a missing button would take the time of all other views. */
const stepMillis = 20_000;

/** Tests each view in both themes. A view that fails doesn't prevent the others, which follow after a reload. */
export async function expectNoViolationsInViews(screens: Screens, world: SandboxWorld, views: Views): Promise<void> {
  const { page } = screens;
  page.setDefaultTimeout(stepMillis);
  const problems: string[] = [];
  for (const [name, open] of Object.entries(views)) {
    try {
      await test.step(name, async () => {
        await closeDialog(screens);
        await open(screens, world);
        await expectNoViolationsInThemes(page);
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
