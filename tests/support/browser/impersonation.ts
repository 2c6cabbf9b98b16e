/** Impersonates Alan Turing of the demo project. */
import { expect, type Page } from '@playwright/test';
import type { Screens } from './screens';
import { typeText } from './type-text';

/** Returns the bar of the current impersonation. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Current impersonation' });

/** Starts the sandbox and opens the user beside the list. */
export async function openAlan(page: Page, screens: Screens): Promise<void> {
  await screens.startSandbox();
  await typeText(screens.search, 'turing');
  await screens.userRow(/Turing/).click();
  await expect(screens.panel.getByRole('heading', { name: 'Alan Turing' })).toBeVisible();
  await expect(page).toHaveURL(/panel=/);
}

/** Impersonates the user whose panel is open. */
export async function impersonate(page: Page, screens: Screens, reason: string): Promise<void> {
  await screens.panel.getByRole('button', { name: 'Impersonate' }).click();
  await screens.dialog.getByLabel('Reason').fill(reason);
  await screens.dialog.getByRole('button', { name: 'Start session' }).click();
  await expect(bar(page)).toContainText('Alan Turing');
}
