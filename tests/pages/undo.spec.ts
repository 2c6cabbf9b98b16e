/** Undoing what this window has written: from the toast, by the key, and with what was changed by another admin since. */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const project = { actor: 'project', connectionId: 'sandbox' };

/** Opens a user's page; resolves to their ID. */
async function open({ page, screens, environment }: { page: Page; screens: Screens; environment: TestEnvironment }): Promise<string> {
  await screens.startSandbox();
  const { items } = (await environment.ask(page, 'service.users.list', { ...project, query: { query: 'grace.hopper' } })) as {
    items: { id: string }[];
  };
  const id = items[0]?.id ?? '';
  await screens.visit(`users/${id}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  return id;
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Display name', exact: true });
const notifications = (page: Page) => page.getByRole('region', { name: /^Messages/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Undo / });

async function rename(page: Page, name: string): Promise<void> {
  await typeText(field(page), name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

const { step, takeSteps } = createSteps();
test('undoing', takeSteps);

step('one toast says that a change is saved, and offers to undo it', async (shared) => {
  const { page } = shared;
  await open(shared);
  await rename(page, 'Amazing Grace');
  const offer = notifications(page).getByRole('button', { name: 'Undo', exact: true });
  await expect(offer).toHaveCount(1);
  await expect(notifications(page).getByRole('listitem')).toHaveCount(1);
  await offer.click();
  await expect(dialog(page)).toContainText('Changed display name');
  const row = dialog(page).getByRole('row', { name: /display_name/ });
  await expect(row).toContainText('"Grace Hopper"');
  await expect(row).toContainText('restored');
  await expect(dialog(page).getByRole('region', { name: 'Requests' })).toContainText('{ "display_name": "Grace Hopper" }');
  await dialog(page).getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Grace Hopper' })).toBeVisible();
  await expect(field(page)).toHaveValue('Grace Hopper');
  await expect(notifications(page)).toContainText('Change undone');
});

step('the key undoes the last change, unless a text is edited, which it undoes instead', async (shared) => {
  const { page, environment } = shared;
  const id = await open(shared);
  await rename(page, 'Rear Admiral Grace');
  await expect(notifications(page).getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await field(page).press('End');
  await field(page).pressSequentially('!');
  await field(page).press('ControlOrMeta+z');
  await expect(dialog(page)).toBeHidden();
  await expect(field(page)).not.toHaveValue(/!$/);
  await page.getByRole('heading', { level: 2, name: 'Rear Admiral Grace' }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dialog(page).getByRole('button', { name: 'Undo 1 change' })).toBeVisible();
  // By another admin, while the dialog is open.
  await environment.ask(page, 'service.users.update', { ...project, params: { user_id: id }, body: { display_name: 'Somebody else' } });
  await dialog(page).getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(dialog(page)).toContainText('A value was changed in the meantime');
  await expect(dialog(page)).toContainText('Everything has been changed since');
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Somebody else' })).toBeVisible();
});

step('the key continues with the change before once the last one can no longer be undone', async (shared) => {
  const { page, screens, environment } = shared;
  const grace = await open(shared);
  await rename(page, 'Grace of the Mark I');
  const { id } = (await environment.ask(page, 'service.users.create', { ...project, body: { display_name: 'Howard' } })) as { id: string };
  await screens.visit(`users/${id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Howard' })).toBeVisible();
  await rename(page, 'Howard Aiken');
  await environment.ask(page, 'service.users.delete', { ...project, params: { user_id: id } });
  await screens.visit(`users/${grace}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Grace of the Mark I' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dialog(page)).toContainText('This can’t be undone');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dialog(page).getByRole('row', { name: /display_name/ })).toContainText('"Grace of the Mark I"');
  await dialog(page).getByRole('button', { name: 'Undo 1 change' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Grace of the Mark I' })).toBeHidden();
});

test('the offer to undo is shown for ten seconds', async ({ page, screens, environment }) => {
  await open({ page, screens, environment });
  await page.clock.install();
  await rename(page, 'Amazing Grace');
  const offer = notifications(page).getByRole('button', { name: 'Undo', exact: true });
  await expect(offer).toBeVisible();
  // Longer than other messages are shown, and with time to spare, because the clock continues in the meantime.
  await page.clock.runFor(6_000);
  await expect(offer).toBeVisible();
  await page.clock.runFor(4_000);
  await expect(offer).toHaveCount(0);
});

test('a lost response of an undo is reported, and nothing is created a second time unasked', async ({
  page,
  screens,
  proxied,
  environment,
}) => {
  await connected(page, proxied, 'Engines');
  const connectionId = /\/c\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const target = { actor: 'project', connectionId };
  const { items } = (await environment.ask(page, 'service.users.list', { ...target, query: { query: 'grace.hopper' } })) as {
    items: { id: string }[];
  };
  const user_id = items[0]?.id ?? '';
  const body = { user_id, type: 'email', value: 'grace@navy.example', used_for_auth: false, is_primary: false, is_verified: true };
  const { id } = (await environment.ask(page, 'service.contactChannels.create', { ...target, body })) as { id: string };
  await environment.ask(page, 'service.contactChannels.delete', { ...target, params: { user_id, id } });
  await screens.entry('Journal').click();
  const rows = page.getByRole('grid', { name: 'Entries' }).locator('[data-row]');
  await rows.first().click();
  await page.getByRole('complementary', { name: 'Entry' }).getByRole('button', { name: 'Undo', exact: true }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Undo', exact: true });
  await expect(dialog(page).getByRole('region', { name: 'Requests' })).toContainText('grace@navy.example');
  const sent = () => proxied.requests.filter((request) => request === 'POST /contact-channels').length;
  const before = sent();
  proxied.lost.add('POST /contact-channels');
  await confirm.click();
  await expect(dialog(page).getByRole('alert')).toContainText('The connection was lost before the response was complete');
  await expect(dialog(page)).toContainText('An earlier undo may have been done');
  await expect(dialog(page).getByRole('button', { name: 'Undo anyway' })).toBeVisible();
  expect(sent()).toBe(before + 1);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(rows.filter({ hasText: 'Unclear' })).toHaveCount(1);
});
