/** What is typed while a dialog opens is for the dialog, and confirms nothing that the user hasn't seen. */
import type { Locator, Page } from '@playwright/test';
import { holdReply } from '../support/browser/held-reply';
import { pressAtOnce } from '../support/browser/press-at-once';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run a command' }).getByRole('combobox');

/** Holds back a script until it is released. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(new RegExp(`/${name}-[\\w-]+\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Opens the menu of the user in the panel, and moves to one of its items. */
async function toUserMenuItem(screens: Screens, name: string): Promise<Locator> {
  const { page, panel } = screens;
  await screens.userRow(/Kipchoge/).click();
  await panel.getByRole('button', { name: 'More actions' }).press('Enter');
  const item = page.getByRole('menuitem', { name });
  await item.focus();
  return item;
}

const { step, takeSteps } = createSteps();

test('keys that are pressed while something opens', takeSteps);

step('the palette gets what is typed with its shortcut, whatever has the focus', async ({ page, screens }) => {
  await screens.startSandbox();
  for (const focused of [page.getByRole('button', { name: 'Create user' }), screens.search, screens.userRow(/Kipchoge/)]) {
    await focused.focus();
    await pressAtOnce(page, 'Control+k', ...'webhooks');
    await expect(palette(page)).toHaveValue('webhooks');
    await pressAtOnce(page, 'Enter', '/');
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(screens.search).toHaveValue('');
  }
});

test('a dialog gets what was typed while its code was loading', async ({ page, screens }) => {
  await screens.startSandbox();
  const release = await holdScript(page, 'create-user-dialog');
  await screens.search.focus();
  await page.getByRole('button', { name: 'Create user' }).click();
  await pressAtOnce(page, ...'ade', 'Backspace', 'a');
  await expect(screens.dialog).toHaveCount(0);
  release();
  const name = screens.dialog.getByLabel('Display name', { exact: true });
  await expect(name).toHaveValue('ada');
  await expect(name).toBeFocused();
  await pressAtOnce(page, 'Escape');
  await expect(screens.dialog).toHaveCount(0);
  await expect(screens.search).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Create user' })).toBeFocused();
});

test('a dialog gets what is pasted while it opens, and nothing after a key that it can’t get', async ({ page, screens }) => {
  await screens.startSandbox();
  const release = await holdScript(page, 'create-user-dialog');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'ada');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
  await pressAtOnce(page, 'Tab', ...'secret', 'Enter');
  release();
  await expect(screens.dialog.getByLabel('Display name', { exact: true })).toHaveValue('ada');
});

test('Escape closes the dialog that is opening', async ({ page, screens }) => {
  await screens.startSandbox();
  const release = await holdScript(page, 'create-user-dialog');
  const create = page.getByRole('button', { name: 'Create user' });
  await create.click();
  await pressAtOnce(page, ...'ada', 'Escape', ...'/x');
  release();
  await page.waitForResponse(/create-user-dialog-[\w-]+\.js$/).catch(() => undefined);
  await expect(create).toBeFocused();
  await expect(screens.dialog).toHaveCount(0);
  await expect(screens.search).toHaveValue('');
});

test('keys act on the page again once the mouse is used', async ({ page, screens }) => {
  await screens.startSandbox();
  await holdScript(page, 'create-user-dialog');
  await page.getByRole('button', { name: 'Create user' }).click();
  await pressAtOnce(page, ...'lost');
  await screens.search.click();
  await pressAtOnce(page, ...'ada');
  await expect(screens.search).toHaveValue('ada');
});

step('a confirmation from a menu gets the name that is typed at once, and stays open', async ({ page, screens }) => {
  await screens.startSandbox();
  await toUserMenuItem(screens, 'Delete user');
  await pressAtOnce(page, 'Enter', ...'eliud');
  const field = screens.dialog.getByRole('textbox');
  await expect(field).toHaveValue('eliud');
  await expect(field).toBeFocused();
  // The focus stays in the dialog that the menu opened.
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press(stop % 2 === 0 ? 'Tab' : 'Shift+Tab');
    expect(
      await screens.dialog.evaluate((dialog: { contains(other: unknown): boolean; ownerDocument: { activeElement: unknown } }) =>
        dialog.contains(dialog.ownerDocument.activeElement),
      ),
    ).toBe(true);
  }
  await pressAtOnce(page, 'Escape');
  await expect(screens.dialog).toHaveCount(0);
  await expect(screens.panel.getByRole('button', { name: 'More actions' })).toBeFocused();
});

/** Keys that would confirm, as fast as they can be pressed. */
const confirming = ['Enter', 'Enter', ' ', 'Enter', ' '];

for (const { item, role, title } of [
  { item: 'Delete user', role: 'alertdialog', title: /^Delete/ },
  { item: 'Create session…', role: 'dialog', title: /^Create a session/ },
] as const)
  step(`Enter and Space that are pressed with the menu’s “${item}” confirm nothing`, async ({ page, screens }) => {
    await screens.startSandbox();
    await toUserMenuItem(screens, item);
    await pressAtOnce(page, 'Enter', ...confirming);
    await expect(page.getByRole(role, { name: title })).toBeVisible();
    await expect(screens.dialog.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(screens.dialog).toHaveCount(0);
    await expect(screens.userRow(/Kipchoge/)).toBeVisible();
  });

step('a confirmation without a field isn’t confirmed by the keys that opened it', async ({ page, screens }) => {
  await screens.startSandbox();
  await screens.visit('users?q=ada%40analytical.example');
  await screens.userRow(/Ada Lovelace/).click();
  await screens.panel.getByRole('tab', { name: 'Sessions' }).click();
  const rows = screens.panel.getByRole('listitem').filter({ hasText: 'Zurich' });
  await rows.getByRole('button', { name: /^Actions for Zurich/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Revoke', exact: true }).focus();
  await pressAtOnce(page, 'Enter', ...confirming);
  await expect(screens.dialog).toHaveRole('alertdialog');
  await expect(screens.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await expect(rows).toHaveCount(1);
});

test('a destructive question takes no key for 250 ms after it appeared, but closes with Escape', async ({ page, screens }) => {
  // Time passes only when the spec says so.
  await page.addInitScript(
    `{ const start = performance.now(); globalThis.passed = 0; performance.now = () => start + globalThis.passed;
      Object.defineProperty(Event.prototype, 'timeStamp', { get: () => performance.now() }); }`,
  );
  await page.reload();
  await screens.startSandbox();
  const ask = async () => {
    await toUserMenuItem(screens, 'Revoke sessions…');
    await pressAtOnce(page, 'Enter');
    await expect(screens.dialog).toHaveRole('alertdialog');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))');
  };
  await ask();
  await pressAtOnce(page, 'Escape');
  await expect(screens.dialog).toHaveCount(0);
  await ask();
  const confirm = screens.dialog.getByRole('button', { name: 'Revoke all sessions' });
  for (const millis of [0, 249]) {
    await page.evaluate(`globalThis.passed = ${millis}`);
    await confirm.press('Enter');
    await confirm.press(' ');
  }
  await expect(confirm).not.toHaveAttribute('aria-busy');
  await page.evaluate('globalThis.passed = 250');
  await confirm.press('Enter');
  await expect(screens.dialog).toHaveCount(0);
  await expect(page.getByText(/revoked/i).first()).toBeVisible();
});

step('Enter that is held down since a dialog opened doesn’t submit its form', async ({ page, screens }) => {
  await screens.startSandbox();
  await page.getByRole('button', { name: 'Create user' }).focus();
  await page.keyboard.down('Enter');
  await expect(screens.dialog.getByLabel('Display name', { exact: true })).toBeFocused();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(screens.dialog.getByRole('button', { name: 'Create user' })).toBeEnabled();
  await expect(page.getByText(/^User created|created$/)).toHaveCount(0);
  await page.keyboard.type('Grace');
  await expect(screens.dialog.getByLabel('Display name', { exact: true })).toHaveValue('Grace');
});

test('a text that confirms can be typed while the rows that it is about are still read', async ({ page, screens }) => {
  const preview = await holdReply(page, 'jobs.preview');
  await page.reload();
  await screens.startSandbox();
  await screens.users.locator('[data-row="0"]').getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(preview.isHeld).toBe(true);
  const field = screens.dialog.getByRole('textbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('Analytical ');
  preview.release();
  await expect(screens.dialog.getByRole('checkbox', { name: /^Keep a snapshot/ })).toBeVisible();
  await page.keyboard.type('Engines');
  await expect(field).toHaveValue('Analytical Engines');
  await expect(screens.dialog.getByRole('button', { name: 'Delete users' })).not.toHaveAttribute('aria-disabled');
});

/** Fills the form of a new user, which asks for a confirmation. */
async function enterConfirmedUser({ page, screens, environment }: { page: Page; screens: Screens; environment: TestEnvironment }) {
  await screens.startSandbox();
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'confirm-writes' } });
  await page.getByRole('button', { name: 'Create user' }).click();
  const form = page.getByRole('dialog', { name: 'Create user' });
  const confirmation = page.getByRole('dialog', { name: /^Create this user in/ });
  await form.getByLabel('Display name', { exact: true }).pressSequentially('Grace');
  return { form, confirmation };
}

test('the second click of a double click doesn’t confirm the question that the first one opened', async ({
  page,
  screens,
  environment,
}) => {
  const { form, confirmation } = await enterConfirmedUser({ page, screens, environment });
  await form.getByRole('button', { name: 'Create user' }).click();
  const confirm = confirmation.getByRole('button', { name: 'Create user' });
  await confirm.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  await expect(form.getByLabel('Display name', { exact: true })).toHaveValue('Grace');
  await form.getByRole('button', { name: 'Create user' }).click();
  await confirm.dblclick();
  await expect(form).toHaveCount(0);
});

/** Presses Escape in the task in which a second dialog appears, or gets the focus. */
const pressWhen = (moment: 'appears' | 'gets the focus') => `(() => {
  const press = () => {
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true, cancelable: true, composed: true }));
    document.body.dataset.pressed = 'Escape';
  };
  const dialogs = () => [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')];
  if (${moment === 'appears'}) {
    const observer = new MutationObserver(() => {
      if (dialogs().length < 2) return;
      observer.disconnect();
      press();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  } else {
    const onFocus = ({ target }) => {
      if (dialogs().findIndex((dialog) => dialog.contains(target)) !== 1) return;
      document.removeEventListener('focusin', onFocus);
      press();
    };
    document.addEventListener('focusin', onFocus);
  }
})()`;

for (const moment of ['appears', 'gets the focus'] as const)
  test(`Escape as a confirmation ${moment} is for the confirmation, not for the dialog behind it`, async ({
    page,
    screens,
    environment,
  }) => {
    const { form, confirmation } = await enterConfirmedUser({ page, screens, environment });
    await page.evaluate(pressWhen(moment));
    await form.getByRole('button', { name: 'Create user' }).click();
    await expect(page.locator('body')).toHaveAttribute('data-pressed', 'Escape');
    await expect(confirmation).toHaveCount(0);
    await expect(form.getByRole('button', { name: 'Create user' })).toBeEnabled();
    await expect(form.getByLabel('Display name', { exact: true })).toHaveValue('Grace');
    // The next key is for the form.
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });
