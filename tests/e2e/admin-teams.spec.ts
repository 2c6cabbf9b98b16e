/** The list of the teams of the project is found again where it was left. */
import type { Locator, Page } from '@playwright/test';
import { afterRestart } from '../support/browser/after-restart';
import { expect, test } from '../support/browser/fixtures';
import type { Screens } from '../support/browser/screens';

const project = { actor: 'project', connectionId: 'sandbox' };

const list = (page: Page) => page.getByRole('grid', { name: 'Teams' });
const row = (page: Page, name: string): Locator => list(page).getByRole('row').filter({ hasText: name });

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Teams', 'Admin').click();
  await row(screens.page, 'Analytical Engines').waitFor();
}

test('the list is found again where it was left, also after a restart', async ({ page, host, screens, profile, environment }) => {
  await open(screens);
  for (let at = 0; at < 40; at += 1)
    await environment.ask(page, 'service.teams.create', { ...project, body: { display_name: `Workshop ${String(at).padStart(2, '0')}` } });
  await page.getByRole('button', { name: 'Sort: Newest first' }).click();
  await page.getByRole('menuitemradio', { name: 'Name Z to A' }).click();
  const last = row(page, 'Analytical Engines');
  await row(page, 'Workshop 39').focus();
  await page.keyboard.press('End');
  await expect(last).toBeFocused();
  await expect(row(page, 'Workshop 39')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'General' }).waitFor();
  await page.goBack();
  await expect(last).toBeInViewport();
  await screens.entry('Users', 'Admin').click();
  await screens.users.waitFor();

  await afterRestart({ page, host, profile }, async (found) => {
    await found.openDemo();
    await found.entry('Teams', 'Admin').click();
    await expect(found.page.getByRole('button', { name: 'Sort: Name Z to A' })).toBeVisible();
    await expect(row(found.page, 'Analytical Engines')).toBeInViewport();
    // Other rows start at their top.
    await found.visit('teams?order=name');
    await expect(row(found.page, 'Analytical Engines')).toBeInViewport();
    await found.visit('teams?q=workshop&order=name');
    await expect(row(found.page, 'Workshop 00')).toBeInViewport();
  });
});
