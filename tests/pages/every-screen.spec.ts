/** What is true for every screen, each opened in the same window. */
import type { ScreenName } from '#window/routes.ts';
import { allLayouts, findFaultsInLooks } from '../support/appearance/faults';
import { openPath, screenPaths } from '../support/appearance/screen-views';
import { findUnreached } from '../support/appearance/tab-walk';
import { expectNoViolationsInThemes } from '../support/browser/axe';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

// There are about forty screens, each of which is seen in seven looks.
test.describe.configure({ timeout: 600_000 });

/** Opens each screen of the demo project and checks it. One that fails doesn't prevent the others. */
async function checkEvery(screens: Screens, environment: TestEnvironment, check: () => Promise<void>): Promise<void> {
  await screens.startSandbox();
  const problems: string[] = [];
  for (const [name, pathOf] of Object.entries(screenPaths) as [ScreenName, (typeof screenPaths)[ScreenName]][]) {
    try {
      await test.step(name, async () => {
        await openPath(screens, await pathOf(screens.page, environment));
        await check();
      });
    } catch (error) {
      problems.push(`${name}: ${String(error)}`);
    }
  }
  expect(problems, 'screens with problems').toEqual([]);
}

test('nothing is cut off, English, or moving, in any language, and axe finds nothing, in both themes and with high contrast', async ({
  page,
  screens,
  environment,
}) => {
  await checkEvery(screens, environment, async () => {
    expect(await findFaultsInLooks(page, allLayouts)).toEqual([]);
    await expectNoViolationsInThemes(page);
  });
});

test.describe('in the smallest window', () => {
  test.use({ viewport: { width: 1000, height: 640 } });

  test('the Tab key reaches every control in its order, shows where the focus is, and leaves the screen', async ({
    page,
    screens,
    environment,
  }) => {
    await checkEvery(screens, environment, async () => expect(await findUnreached(page)).toEqual([]));
  });
});
