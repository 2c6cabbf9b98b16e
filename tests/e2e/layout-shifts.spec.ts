/** What can be pressed stays where it is while a screen loads, however slowly the service responds. */
import type { Page } from '@playwright/test';
import { paths } from '../../src/renderer/routes';
import { teamNamed } from '../support/browser/demo-project';
import { expect, test } from '../support/browser/fixtures';
import { recordShifts, shiftsOf } from '../support/browser/layout-shifts';
import { interceptService, type ServiceReplies } from '../support/browser/service-replies';
import { openPath, screenPaths } from '../support/looks/screen-views';

// There are about forty screens.
test.describe.configure({ timeout: 300_000 });

/** The part of the window that may move, times how far. Chromium calls 0.1 good. */
const maxShift = 0.001;

const views: typeof screenPaths & Readonly<Record<string, (typeof screenPaths)['users']>> = {
  ...screenPaths,
  'users of a team': async (page, world) => paths.users('sandbox', { team: await teamNamed(world, page, 'Analytical Engines') }),
};

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Loads a page again, drawing what is there after each reply of the service. */
async function loadSlowly(page: Page, service: ServiceReplies): Promise<void> {
  service.hold();
  await page.reload();
  await expect(async () => {
    while (service.isAwaited()) {
      service.releaseOne();
      await page.evaluate(twoFrames);
    }
    expect(service.isIdle()).toBe(true);
    await expect(page.getByRole('main')).toBeVisible({ timeout: 100 });
    await expect(page.locator('[class*="skeleton"], main [aria-busy="true"]')).toHaveCount(0, { timeout: 100 });
  }).toPass({ intervals: [20] });
  await page.evaluate(twoFrames);
  service.release();
}

test('nothing on a screen moves when the service’s replies arrive one after another', async ({ page, screens, world }) => {
  await recordShifts(page);
  const service = await interceptService(page);
  await page.reload();
  await screens.startSandbox();
  const moved: Record<string, unknown> = {};
  for (const [name, pathOf] of Object.entries(views)) {
    await test.step(name, async () => {
      await openPath(screens, await pathOf(page, world));
      await loadSlowly(page, service);
      const shifts = await shiftsOf(page);
      if (shifts.reduce((sum, { value }) => sum + value, 0) > maxShift) moved[name] = shifts;
    });
  }
  expect(moved).toEqual({});
});
