/** Every key of the command table that a browser tab has is pressed here, and does what the table says. */
import type { Page } from '@playwright/test';
import { commandsIn } from '#contract/commands.ts';
import { productLinks } from '#contract/support/product-links.ts';
import { compose, endComposition } from '../support/browser/input-method';
import type { Screens } from '../support/browser/screens';
import { expect, test } from '../support/page/fixtures';

interface Scene {
  readonly page: Page;
  readonly screens: Screens;
}

const dialogNamed = ({ page }: Scene, name: string) => page.getByRole('dialog', { name, exact: true });

/** Presses the key of a command on the screen of users, and expects its effect. */
const effects: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async settings(scene) {
    await scene.page.keyboard.press('ControlOrMeta+,');
    await expect(scene.page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  },
  async find({ page }) {
    await page.keyboard.press('ControlOrMeta+f');
    await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  },
  // Nothing was changed; `undo.spec.ts` has a change.
  async undo({ page }) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText('This window has no change to undo').first()).toBeVisible();
  },
  // Without a passphrase, what locks is shown; `lock.spec.ts` has one.
  async lock({ page }) {
    await page.keyboard.press('ControlOrMeta+Shift+l');
    await expect(page).toHaveURL(/#\/settings\?section=safety$/);
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  },
  async palette(scene) {
    await scene.page.keyboard.press('ControlOrMeta+k');
    await expect(dialogNamed(scene, 'Search or run a command')).toBeVisible();
  },
  async navigation({ page, screens }) {
    await page.keyboard.press('ControlOrMeta+b');
    await expect(screens.entry('Sessions')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+b');
    await expect(screens.entry('Sessions')).toBeVisible();
  },
  async connection({ page }) {
    await page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name: 'Add connection' }).click();
    await expect(page.getByRole('heading', { name: 'Connect a project' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+1');
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  },
  async documentation({ page }) {
    await page.context().route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'documentation' }));
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('F1');
    await expect(await opened).toHaveURL(productLinks.documentation);
  },
  async shortcuts(scene) {
    await scene.page.keyboard.press('Shift+?');
    await expect(dialogNamed(scene, 'Keyboard shortcuts')).toBeVisible();
  },
};

const keyed = commandsIn('tab').filter(({ keys }) => keys !== undefined);

test('every command with a key has an effect below', () => {
  expect(Object.keys(effects).sort()).toEqual(keyed.map(({ id }) => id).sort());
});

for (const { id, keys = [] } of keyed)
  test(`${keys.join('+')} runs ${id}`, async ({ page, screens }) => {
    await screens.startSandbox();
    await effects[id]?.({ page, screens });
  });

test('F1 works while a text is typed, and a key that is text does not', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.context().route(`${productLinks.website}/**`, (route) => route.fulfill({ body: 'documentation' }));
  await page.getByRole('main').getByRole('searchbox').click();
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('?');
  await expect(screens.dialog).toHaveCount(0);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('F1');
  await (await opened).close();
});

test('keys of an input method reach nothing but the text that is composed', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search or run a command' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await compose(page, 'にほ', 'ArrowDown', 'Enter', 'Escape');
  await endComposition(page, '日本');
  await expect(field).toHaveValue('日本');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await screens.search.focus();
  await compose(page, 'あだ', 'Escape', 'Enter');
  await endComposition(page, 'ａｄａ');
  await expect(screens.search).toHaveValue('ａｄａ');
  await expect(screens.panel).toHaveCount(0);

  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  const email = dialog.getByRole('textbox', { name: 'Primary email' });
  await email.focus();
  await compose(page, 'ｇｒａｃｅ', 'Enter', 'Escape');
  await endComposition(page, 'ｇｒａｃｅ＠ｌｅｔｔｅｒｓ。ｅｘａｍｐｌｅ');
  await expect(email).toHaveValue('grace@letters.example');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
});
