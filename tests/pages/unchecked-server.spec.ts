/** A server that couldn't be checked gets no secret key until the user confirms its host. */
import { Connecting } from '../support/browser/connecting';
import { expect, test } from '../support/page/fixtures';

test('a server that could not be checked is named, and confirmed by its host', async ({ page, screens }) => {
  const form = new Connecting(page);
  await form.open();
  await form.paste(`STACK_PROJECT_ID=internal\nSTACK_SECRET_SERVER_KEY=ssk_${'0'.repeat(45)}`);
  await form.field('Base URL').fill('http://127.0.0.1:9');
  await form.field('Name').fill('Cellar');
  await form.save();
  // The first screen of the connection closes an open menu.
  await expect(page.getByRole('heading', { name: 'Couldn’t reach the service' })).toBeVisible();
  await page.getByRole('link', { name: /^Cellar/ }).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const callout = page.getByText('No secret key was sent to 127.0.0.1:9 yet');
  await expect(callout).toBeVisible();

  await page.getByRole('button', { name: 'Confirm host…' }).click();
  await expect(screens.dialog.getByRole('heading', { name: 'Send the keys to 127.0.0.1:9?' })).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(callout).toBeVisible();

  await page.getByRole('button', { name: 'Confirm host…' }).click();
  await screens.dialog.getByRole('button', { name: 'Send keys' }).click();
  await expect(callout).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Base URL')).toHaveValue('http://127.0.0.1:9');
  await expect(callout).toBeHidden();
});
