/** A walk through the app by keyboard alone, from its first screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { Keyboard } from './keyboard';
import type { Screens } from './screens';

export interface KeyboardWalk {
  readonly keyboard: Keyboard;
  readonly page: Page;
  readonly main: Locator;
  readonly screens: Screens;
  button(name: string | RegExp): Locator;
  /** Presses a button of the open dialog, which then closes. */
  confirm(name: string): Promise<void>;
}

/** Starts the sandbox by keyboard. */
export async function startKeyboardWalk(page: Page, screens: Screens): Promise<KeyboardWalk> {
  const keyboard = await Keyboard.of(page);
  const main = page.getByRole('main');
  await keyboard.press(page.getByRole('button', { name: 'Start sandbox' }));
  await screens.users.waitFor();
  const confirm = async (name: string) => {
    await expect(screens.dialog).toBeVisible();
    // A person presses no button before it was painted, and the dialog takes no Enter until then.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const button = screens.dialog.getByRole('button', { name, exact: true });
    // What is easily overlooked may still be looked up.
    await expect(button).toBeEnabled();
    await keyboard.press(button);
    // A destructive question takes no key before there was time to read it.
    await expect(async () => {
      if (await button.isVisible()) await page.keyboard.press('Enter');
      await expect(screens.dialog).toHaveCount(0, { timeout: 500 });
    }).toPass();
  };
  return { keyboard, page, main, screens, confirm, button: (name) => main.getByRole('button', { name }) };
}
