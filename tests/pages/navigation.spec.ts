/** The navigation beside the screens: its sections, and what replaces those that can't be used. */
import type { Page } from '@playwright/test';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';

const headings = (page: Page) => page.getByRole('navigation', { name: 'Navigation' }).getByRole('heading');
const account = (page: Page) => page.getByRole('group', { name: 'Account', exact: true });

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

const { step, takeSteps } = createSteps();
test('the navigation beside the screens', takeSteps);

step('without an account, the project comes first, and one entry signs in', async ({ page, screens }) => {
  await screens.startSandbox();
  await expect(headings(page)).toHaveText(['Account', 'Admin', 'Tools', 'Teams']);
  await signOut(page);
  await expect(headings(page)).toHaveText(['Admin', 'Account', 'Tools']);
  await expect(account(page).locator('a, button')).toHaveText(['Sign in']);
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/account/profile`);
  await expect(account(page).getByRole('button', { name: /^Profile/ })).toHaveAttribute('aria-current', 'page');
  await account(page).getByRole('link', { name: 'Sign in' }).click();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
  await expect(headings(page)).toHaveText(['Account', 'Admin', 'Tools', 'Teams']);
});

step('the sandbox looks different from the environments of projects', async ({ page, screens }) => {
  await screens.startSandbox();
  await expect(page.getByRole('button', { name: 'Analytical Engines Sandbox' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Analytical Engines (Sandbox)' })).toBeVisible();
  await expect(page).toHaveTitle('Users · Analytical Engines (Sandbox) · Latchkey');
  await expect(page.getByText('Development')).toHaveCount(0);
});

test('a sandbox that runs is opened, not started again', async ({ page, screens }) => {
  await expect(page.getByRole('button', { name: 'Start sandbox' }).first()).toBeVisible();
  await screens.startSandbox();
  await expect(page.getByRole('button', { name: 'Start sandbox' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially('sandbox');
  await expect(page.getByRole('option', { name: /Open sandbox/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Start sandbox/ })).toHaveCount(0);
});

/** Returns by how much of its height each heading is cut by the upper edge of the entries. */
const cutHeadings = `(() => {
  const list = document.querySelector('nav[aria-label=Navigation] [role=group]').parentElement;
  const { top } = list.getBoundingClientRect();
  const boxes = [...list.querySelectorAll('h2')].map((heading) => heading.getBoundingClientRect());
  return boxes.filter((box) => box.top < top - 0.5 && box.bottom > top + 0.5).length;
})()`;

test('a scrolled navigation cuts no heading', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await screens.startSandbox();
  const entry = screens.entry('Project settings');
  for (const distance of [20, 40, 200, 330, 350, 900, -30, -200]) {
    await entry.hover();
    await page.mouse.wheel(0, distance);
    await expect.poll(() => page.evaluate(cutHeadings)).toBe(0);
  }
});

/** Whether the current entry is between the edges of the entries. */
const isCurrentInView = `(() => {
  const list = document.querySelector('nav[aria-label=Navigation] [role=group]').parentElement;
  const [entry, frame] = [list.querySelector('[aria-current=page]'), list].map((element) => element.getBoundingClientRect());
  return entry.top >= frame.top && entry.bottom <= frame.bottom;
})()`;

test('the current entry is in sight at every height, below whole headings', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.evaluate('location.hash = "#/c/sandbox/imports"');
  await expect(screens.entry('Import')).toHaveAttribute('aria-current', 'page');
  for (let height = 820; height >= 400; height -= 15) {
    await page.setViewportSize({ width: 1280, height });
    await expect
      .poll(async () => [await page.evaluate(isCurrentInView), await page.evaluate(cutHeadings)], `${height} px`)
      .toEqual([true, 0]);
  }
});

test('an entry that is pressed stays where it is until it is clicked', async ({ page, screens }) => {
  await page.setViewportSize({ width: 1000, height: 640 });
  await screens.startSandbox();
  await screens.entry('Domains').hover();
  await page.mouse.down();
  // Cuts the heading above in half, and waits for the end of that.
  await page.evaluate(`(() => {
    const list = document.querySelector('nav[aria-label=Navigation] [role=group]').parentElement;
    const heading = list.querySelectorAll('h2')[0].getBoundingClientRect();
    const ended = new Promise((resolve) => list.addEventListener('scrollend', () => requestAnimationFrame(resolve), { once: true }));
    list.scrollTop += heading.top + heading.height / 2 - list.getBoundingClientRect().top;
    return ended;
  })()`);
  expect(await page.evaluate(cutHeadings)).toBe(1);
  await page.mouse.up();
  await expect.poll(() => page.evaluate(cutHeadings)).toBe(0);
});
