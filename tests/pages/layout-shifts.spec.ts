/** What can be pressed stays where it is while a screen loads, however slowly the service responds, and little else moves. */
import type { Page } from '@playwright/test';
import { paths } from '#window/routes.ts';
import { openPath, screenPaths, tabPaths } from '../support/appearance/screen-views';
import { allShiftsOf, forgetShifts, recordShifts, type Shift, shiftsOf } from '../support/browser/layout-shifts';
import type { Screens } from '../support/browser/screens';
import { interceptService, type ServiceReplies } from '../support/browser/service-replies';
import { expect, test } from '../support/page/fixtures';

// There are about forty screens.
test.describe.configure({ timeout: 300_000 });

/** The part of the window that may move, times how far. Chromium calls 0.1 good. */
const maxShift = 0.001;
/** The same for what can't be pressed. */
const maxShiftOfAll = 0.02;

const sumOf = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0);

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Lets the window have the replies that are held back, drawing what is there in between, until nothing of the screen is being loaded. */
async function drawEach(page: Page, service: ServiceReplies, release: () => void): Promise<void> {
  await expect(async () => {
    while (service.isAwaited()) {
      release();
      await page.evaluate(twoFrames);
    }
    expect(service.isIdle()).toBe(true);
    await expect(page.getByRole('main')).toBeVisible({ timeout: 100 });
    await expect(page.locator('[class*="skeleton"], main [aria-busy="true"]')).toHaveCount(0, { timeout: 100 });
  }).toPass({ intervals: [20] });
  await page.evaluate(twoFrames);
  service.release();
}

/** A path with the same navigation around it: that it appears is what the user asked for. */
function besides(path: string): string {
  if (!path.startsWith('/c/sandbox/')) return paths.settings();
  return path === paths.sessions('sandbox') ? paths.profile('sandbox') : paths.sessions('sandbox');
}

/** Opens a screen from another one with a distant service: the replies to what is requested at once arrive together, later ones a round trip later. */
async function openFromAfar(screens: Screens, service: ServiceReplies, path: string): Promise<void> {
  const { page } = screens;
  await openPath(screens, besides(path));
  service.hold();
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  // It appears with the screen, which takes more than two frames on a busy machine.
  if (path.startsWith('/c/')) await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
  await page.evaluate(twoFrames);
  await forgetShifts(page);
  await drawEach(page, service, service.releaseRound);
}

/** Loads a page again, drawing what is there after each reply of the service. */
async function loadSlowly(page: Page, service: ServiceReplies): Promise<void> {
  service.hold();
  await page.reload();
  await drawEach(page, service, service.releaseOne);
}

for (const [what, views] of Object.entries({ screen: screenPaths, tab: tabPaths }))
  test(`nothing on a ${what} moves when the service’s replies arrive one after another`, async ({ page, screens, environment }) => {
    await recordShifts(page);
    const service = await interceptService(page);
    await page.reload();
    await screens.startSandbox();
    const moved: Record<string, unknown> = {};
    for (const [name, pathOf] of Object.entries(views)) {
      await test.step(name, async () => {
        await openFromAfar(screens, service, await pathOf(page, environment));
        const opened = await allShiftsOf(page);
        if (sumOf(opened) > maxShiftOfAll) moved[`${name}, opened`] = opened;
        await loadSlowly(page, service);
        const shifts = await shiftsOf(page);
        const all = await allShiftsOf(page);
        if (sumOf(shifts) > maxShift || sumOf(all) > maxShiftOfAll) moved[name] = all;
      });
    }
    expect(moved).toEqual({});
  });

test('nothing in the navigation moves when the teams arrive, also at the first visit', async ({ page, screens }) => {
  await recordShifts(page);
  const service = await interceptService(page);
  await page.reload();
  service.hold('teams.list');
  await screens.startSandbox();
  await expect.poll(service.isAwaited).toBe(true);
  await forgetShifts(page);
  const team = screens.entry('Analytical Engines', 'Teams');
  await expect(team).toHaveCount(0);
  service.release();
  await expect(team).toHaveCount(1);
  expect(await shiftsOf(page)).toEqual([]);
});

test('a message that was dismissed isn’t shown while the page is loaded again', async ({ page, screens }) => {
  await screens.startSandbox();
  const message = page.getByRole('status').filter({ hasText: 'kept in memory only' });
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
  await page.addInitScript(`
    window.wasShown = false;
    new MutationObserver(() => { window.wasShown ||= (document.body?.textContent ?? '').includes('kept in memory only'); })
      .observe(document, { childList: true, subtree: true, characterData: true });
  `);
  const service = await interceptService(page);
  await page.reload();
  await screens.users.waitFor();
  await expect.poll(service.isIdle).toBe(true);
  expect(await page.evaluate('window.wasShown')).toBe(false);
});
