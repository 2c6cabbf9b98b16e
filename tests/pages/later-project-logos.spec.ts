/** Logos of a project: by their URLs, and as pictures that a service may have nowhere to store. */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';
import { ownProxied } from '../support/page/own-services';

const project = { actor: 'project', connectionId: 'sandbox' };
const logo = 'https://cdn.example/logo.png';
/** One pixel. */
const dot = Buffer.from('R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

const read = async (page: Page, environment: TestEnvironment) => (await environment.ask(page, 'service.projects.read', project)) as object;

async function openSettings(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await openProjectSettings(screens);
}

async function openProjectSettings(screens: Screens): Promise<void> {
  await screens.entry('Project settings').click();
  await screens.page.getByLabel('Project name', { exact: true }).waitFor();
}

const { step, takeSteps } = createSteps();
test('logos of a project', takeSteps);

step('a logo is set by its URL, changed, and removed, beside unsaved settings', async ({ page, screens, environment }) => {
  await openSettings(screens);
  const { dialog } = screens;
  await page.getByLabel('Description', { exact: true }).pressSequentially('Brass');
  await page.getByRole('button', { name: 'Change Logo for dark mode…' }).click();
  const url = dialog.getByLabel('URL', { exact: true });
  await expect(url).toBeFocused();
  await url.pressSequentially('cdn.example/logo.png');
  await page.keyboard.press('Enter');
  await expect(url).toHaveAccessibleDescription(/Enter a URL that starts with https:\/\//);
  await url.fill('');
  await url.pressSequentially(logo);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Logo saved', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(logo, { exact: true })).toBeVisible();
  expect(await read(page, environment)).toMatchObject({ logo_dark_mode_url: logo, logo_url: null });
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue(/Brass/);

  await page.getByRole('button', { name: 'Change Logo for dark mode…' }).click();
  await expect(url).toHaveValue(logo);
  await url.fill('ftp://cdn.example/logo.png');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(url).toHaveAccessibleDescription(/Enter a URL/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove Logo for dark mode', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Logo removed', { exact: true })).toBeVisible();
  await expect(page.getByText(logo, { exact: true })).toHaveCount(0);
  expect(await read(page, environment)).toMatchObject({ logo_dark_mode_url: null });
});

const pictures = createSteps(ownProxied());
test('pictures as logos of a project', pictures.takeSteps);

pictures.step('a picture that the service can’t store is kept in the dialog, with what to do', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Pictures');
  await openProjectSettings(screens);
  const { dialog } = screens;
  proxied.replaced.set('PATCH /internal/projects/current', { status: 500, text: 'Something went wrong.' });
  await page.getByRole('button', { name: 'Change Logo…' }).click();
  await page.getByLabel('Image file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await expect(dialog.getByRole('alert').filter({ hasText: 'isn’t a PNG' })).toBeVisible();
  await page.getByLabel('Image file').setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: dot });
  await expect(dialog.getByRole('img', { name: 'Stored picture' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The service may have nowhere to store images. Enter the URL of a picture instead.')).toBeVisible();
  proxied.replaced.clear();
  await dialog.getByLabel('URL', { exact: true }).pressSequentially(logo);
  await expect(dialog.getByRole('img', { name: 'Stored picture' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Logo saved', { exact: true })).toBeVisible();
  await expect(page.getByText(logo, { exact: true })).toBeVisible();
});

pictures.step('a picture that the service stores is shown by its URL', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Stored pictures');
  await openProjectSettings(screens);
  await page.getByRole('button', { name: 'Change Logo…' }).click();
  await page.getByLabel('Image file').setInputFiles({ name: 'dot.gif', mimeType: 'image/gif', buffer: dot });
  await screens.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Logo saved', { exact: true })).toBeVisible();
  await expect(screens.dialog).toBeHidden();
  await expect(page.getByText(/^http:\/\/\S+\/files\/[0-9a-f-]{36}$/)).toBeVisible();
});

test.describe('before 2.8.54', () => {
  test.use({ sandboxRelease: '2.8.53' });
  test('there are two logos', async ({ page, screens, environment }) => {
    await openSettings(screens);
    await expect(page.getByRole('button', { name: /^Change .*logo/i })).toHaveCount(2);
    await page.getByRole('button', { name: 'Change Wide logo…' }).click();
    await screens.dialog.getByLabel('URL', { exact: true }).pressSequentially(logo);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Logo saved', { exact: true })).toBeVisible();
    expect(await read(page, environment)).toMatchObject({ full_logo_url: logo });
  });
});

test.describe('on the first supported release', () => {
  test.use({ sandboxRelease: '2.8.4' });
  test('there are none', async ({ page, screens }) => {
    await openSettings(screens);
    await expect(page.getByText('Users and teams', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Logos' })).toHaveCount(0);
  });
});
