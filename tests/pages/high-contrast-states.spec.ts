/** High contrast: no state is shown by a color or by faintness alone. */
import type { Locator } from '@playwright/test';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const { step, takeSteps } = createSteps();

test('states with high contrast', takeSteps);

/** Starts with the colors of the system as they are at first. */
async function start(screens: Screens, contrast: 'more' | 'no-preference' = 'no-preference'): Promise<void> {
  await screens.page.emulateMedia({ contrast, forcedColors: 'none' });
  await screens.startSandbox();
}

const startWithHighContrast = (screens: Screens) => start(screens, 'more');

/** Sets a state that otherwise only lasts as long as a request. */
function setAttribute(of: Locator, name: string): Promise<void> {
  return of.evaluate((element: { setAttribute(name: string, value: string): void }, set) => element.setAttribute(set, 'true'), name);
}

// Nothing has been left yet.
step('a button that can’t be used is dashed and not faded, a busy one not faded', async ({ page, screens }) => {
  await startWithHighContrast(screens);
  const icon = page.getByRole('button', { name: 'Forward' });
  await expect(icon).toBeDisabled();
  await expect(icon).toHaveCSS('outline-style', 'dashed');
  await expect(icon).toHaveCSS('opacity', '1');
  await typeText(screens.search, 'grace');
  await screens.userRow(/Grace Hopper/).click();
  await screens.panel.getByRole('textbox', { name: 'Display name', exact: true }).fill('Ada');
  const plain = screens.panel.getByRole('button', { name: 'Discard' });
  await expect(plain).toHaveCSS('border-style', 'solid');
  await expect(plain).not.toHaveCSS('border-color', 'rgba(0, 0, 0, 0)');
  await setAttribute(plain, 'aria-disabled');
  await expect(plain).toHaveCSS('border-style', 'dashed');
  await expect(plain).toHaveCSS('opacity', '1');
  await setAttribute(plain, 'aria-busy');
  await expect(plain).toHaveCSS('border-style', 'solid');
  await expect(plain).toHaveCSS('opacity', '1');
});

step('an address that isn’t valid says so', async ({ page, screens }) => {
  await start(screens);
  await screens.entry('Analytical Engines').click();
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByLabel('Email addresses').fill('mary@letters.example, not@@valid.example,');
  await page.keyboard.press('Enter');
  const addresses = page.getByRole('list', { name: 'Addresses to invite' }).getByRole('listitem');
  await expect(addresses).toHaveCount(2);
  await expect(addresses.filter({ hasText: 'Not valid' })).toContainText('not@@valid.example');
  await expect(addresses.locator('svg + bdi')).toHaveText(['not@@valid.example']);
});

step('links are underlined, entries and tiles are not', async ({ page, screens }) => {
  await startWithHighContrast(screens);
  await expect(screens.entry('Users')).toHaveCSS('text-decoration-line', 'none');
  await expect(page.getByRole('navigation', { name: 'Connections' }).getByRole('link').first()).toHaveCSS('text-decoration-line', 'none');
  await screens.entry('Profile').click();
  const links = page.getByRole('main').getByRole('link');
  await expect(links.filter({ hasText: 'Manage connected accounts' })).toHaveCSS('text-decoration-line', 'underline');
  await page.emulateMedia({ contrast: 'no-preference' });
  await expect(links.filter({ hasText: 'Manage connected accounts' })).toHaveCSS('text-decoration-line', 'none');
});

step('only what can’t be used is dashed', async ({ page, screens }) => {
  await startWithHighContrast(screens);
  const filter = page.getByRole('button', { name: /^Sort: / });
  await expect(filter).toHaveCSS('border-style', 'solid');
  await expect(filter).toHaveCSS('border-width', '1px');
  await filter.click();
  await expect(filter).toHaveCSS('border-style', 'solid');
  await expect(filter).toHaveCSS('border-width', '2px');
  await screens.users.waitFor();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const mark = (name: string | RegExp) => page.getByRole('menuitemcheckbox', { name }).locator('span').first();
  await expect(mark(/^User(?! ID)/)).toHaveCSS('border-style', 'dashed');
  await expect(mark('Country')).toHaveCSS('border-style', 'solid');
});

step('selected text has the ground of what is chosen', async ({ page, screens }) => {
  await startWithHighContrast(screens);
  const isAccent = () =>
    page.evaluate<boolean>(`(() => {
      const probe = document.body.appendChild(document.createElement('span'));
      probe.style.color = 'var(--accent)';
      const accent = getComputedStyle(probe).color;
      probe.remove();
      return getComputedStyle(document.querySelector('main'), '::selection').backgroundColor === accent;
    })()`);
  await expect.poll(isAccent).toBe(true);
});

step('forced colors come with the marks of high contrast', async ({ page, screens }) => {
  await start(screens);
  await expect(page.locator('html')).not.toContainClass('contrast-more');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.locator('html')).toContainClass('contrast-more');
});

step('forced colors leave a connection’s colors apart, and mark the chosen one', async ({ page, screens }) => {
  await start(screens);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: 'Add connection' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const colors = page.getByRole('radiogroup', { name: 'Color' }).getByRole('radio');
  await colors.nth(3).click();
  const grounds = colors.evaluateAll((all: unknown[]) => {
    const style = (globalThis as unknown as { getComputedStyle(of: unknown, part: string): { backgroundColor: string } }).getComputedStyle;
    return all.map((one) => style(one, '::before').backgroundColor);
  });
  expect(new Set((await grounds).slice(1)).size).toBe((await colors.count()) - 1);
  await expect(colors.nth(3)).toHaveCSS('box-shadow', /2px inset/);
  await expect(colors.nth(4)).toHaveCSS('box-shadow', 'none');
});

// Signs out.
step('the current page is marked in the navigation, also while it is locked', async ({ page, screens }) => {
  await start(screens);
  await screens.entry('Profile').click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await screens.dialog.getByRole('button', { name: 'Sign out' }).click();
  await screens.users.waitFor();
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/account/profile`);
  const locked = page.getByRole('navigation').getByRole('button', { name: /^Profile/ });
  await expect(locked).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('nav [aria-current="page"]')).toHaveCount(1);
  await page.emulateMedia({ contrast: 'more' });
  await expect(locked).toHaveCSS('box-shadow', /3px 0px 0px 0px inset/);
});
