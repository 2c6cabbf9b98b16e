/** The profile: image, metadata, and whether the account can be deleted. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { ProxiedService } from '../support/browser/proxied-service';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';
import { ownProxied } from '../support/page/own-services';
import { png } from '../support/samples/images';

const email = 'ada@analytical.example';

/** Signs Ada in to a service that isn't the app's own sandbox, and opens her profile. */
async function openProfile(page: Page, screens: Screens, proxied: ProxiedService): Promise<void> {
  await connected(page, proxied, 'Engines');
  await screens.entry('Sign in').click();
  await screens.signIn(email, 'Analytical-Engine-1843');
  await screens.entry('Profile').click();
  await expect(page.getByRole('button', { name: 'Choose image' })).toBeVisible();
}

/** Stores Ada's metadata as another program would. */
async function storeMetadata({ url, demo }: ProxiedService, metadata: unknown): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-stack-access-type': 'server',
    'x-stack-project-id': demo.project_id,
    'x-stack-secret-server-key': demo.secret_server_key,
  };
  const found = await fetch(`${url}/api/v1/users?query=${email}`, { headers });
  const { items } = (await found.json()) as { items: readonly { id: string }[] };
  const body = JSON.stringify({ client_metadata: metadata });
  const response = await fetch(`${url}/api/v1/users/${items[0]?.id}`, { method: 'PATCH', headers, body });
  expect(response.status).toBe(200);
}

/** Returns an image of noise, which compresses badly. */
async function noise(page: Page, width: number, height: number): Promise<Buffer> {
  const script = `(() => {
    const canvas = document.createElement('canvas');
    canvas.width = ${width};
    canvas.height = ${height};
    const context = canvas.getContext('2d');
    const image = context.createImageData(${width}, ${height});
    for (let at = 0; at < image.data.length; at += 1) image.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
    context.putImageData(image, 0, 0);
    return canvas.toDataURL('image/png');
  })()`;
  return Buffer.from((await page.evaluate<string>(script)).replace(/^[^,]*,/, ''), 'base64');
}

/** A GIF of two frames of one pixel. */
const animatedGif = Buffer.from(
  `47494638396101000100800000ff0000ffffff${'21f90400000000002c00000000010001000002024401003b'.slice(0, -2).repeat(2)}3b`,
  'hex',
);

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Image file').setInputFiles({ name, mimeType, buffer });

/** Drops a file on the image. */
async function drop(page: Page, file: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle<unknown>(`(() => {
    const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    return transfer;
  })()`);
  const target = page.getByRole('main').getByText(/^Choose or drop a PNG/);
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: transfer });
}

const { step, takeSteps } = createSteps(ownProxied());
test('the profile of the account', takeSteps);

step('an image is cropped, compressed and removed; what isn’t an image is refused', async ({ page, screens, proxied }) => {
  let stored: string | null = null;
  proxied.change = (path, body) => {
    if (path === '/users/me') stored = (body as { profile_image_url: string | null }).profile_image_url;
    return body;
  };
  await openProfile(page, screens, proxied);
  const problem = page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
  // By its path: the bytes of a large file would be sent to the browser as text.
  const large = test.info().outputPath('large.png');
  await writeFile(large, Buffer.alloc(11_000_000, 1));
  await page.getByLabel('Image file').setInputFiles(large);
  await expect(problem).toHaveText('This file is larger than 10 MB. Choose a smaller image.');
  await choose(page, 'empty.png', 'image/png', Buffer.alloc(0));
  await expect(problem).toHaveText('This file is empty. Choose another image.');
  await choose(page, 'image.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(problem).toHaveText(/^This file isn’t a PNG, JPEG, GIF, WebP, or BMP image/);
  await choose(page, 'broken.png', 'image/png', Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'));
  await expect(problem).toHaveText('Couldn’t read this image. Choose another one.');
  await choose(page, 'huge.png', 'image/png', Buffer.from(png(20_000, 20_000)));
  await expect(problem).toHaveText('This image is larger than 4,096 × 4,096 pixels, or has too many frames. Choose a smaller image.');

  await choose(page, 'animated.gif', 'image/gif', animatedGif);
  await expect(screens.dialog.getByText('This image is animated. Only its first frame is kept.')).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(problem).toBeHidden();

  await drop(page, await noise(page, 1500, 1000));
  await screens.dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
  const area = screens.dialog.getByRole('group', { name: /^Crop area/ });
  await area.press('ArrowLeft');
  proxied.replaced.set('PATCH /users/me', { status: 400, text: 'Invalid profile image URL' });
  await screens.dialog.getByRole('button', { name: 'Save image' }).click();
  await expect(screens.dialog.getByRole('alert')).toContainText('Invalid profile image URL');
  proxied.replaced.clear();
  await screens.dialog.getByRole('button', { name: 'Save image' }).click();
  await expect(screens.dialog).toBeHidden();
  await expect(page.getByText('Image saved', { exact: true }).first()).toBeVisible();
  const file = await fetch(String(stored));
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  const sent = `data:image/jpeg;base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
  expect(sent.length).toBeLessThanOrEqual(100_000);

  await page.getByRole('button', { name: 'Remove image' }).click();
  await screens.dialog.getByRole('button', { name: 'Remove image' }).click();
  await expect(page.getByText('Image removed', { exact: true }).first()).toBeVisible();
  expect(stored).toBeNull();
});

step('metadata is checked while typing, reviewed, and never written over a change made elsewhere', async ({ page, screens, proxied }) => {
  await storeMetadata(proxied, { theme: 'dark', size: 3 });
  await openProfile(page, screens, proxied);
  const editor = page.getByRole('textbox', { name: 'Client metadata' });
  const review = page.getByRole('button', { name: 'Review changes' });
  await expect(editor).toContainText('"theme": "dark"');
  await expect(review).toHaveAttribute('aria-disabled', 'true');

  await editor.fill('{\n  "theme": "light",\n}');
  await expect(page.getByText('Line 2, column 19: Remove the comma after the last item').first()).toBeVisible();
  await expect(review).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Go to the error' }).click();
  await expect(editor).toBeFocused();
  await screens.entry('Sessions').click();
  await screens.dialog.getByRole('button', { name: 'Keep editing' }).click();

  // The text is plain, whatever it contains.
  await editor.fill('{"theme": "light", "size": 3, "note": "<img src=x onerror=alert(1)> javascript: مرحبا 🔑"}');
  await review.click();
  const changes = screens.dialog.getByRole('list', { name: 'Your changes' }).getByRole('listitem');
  await expect(changes).toHaveText([/theme.*Changed.*"dark".*"light"/, /note.*Added.*onerror/]);

  await storeMetadata(proxied, { theme: 'dark', size: 4 });
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog.getByRole('list', { name: 'Changed elsewhere' })).toHaveText(/size.*3.*4/);
  await screens.dialog.getByRole('button', { name: 'Combine changes' }).click();
  await expect(changes).toHaveCount(2);

  await storeMetadata(proxied, { theme: 'system', size: 4 });
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog.getByText('Conflict', { exact: true })).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Keep the other values' }).click();
  await expect(changes).toHaveText([/note.*Added/]);
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog).toBeHidden();
  await expect(page.getByText('Client metadata saved').first()).toBeVisible();
  await expect(editor).toContainText('"theme": "system"');
  await expect(editor).toContainText('"size": 4');
});

step('unsaved metadata stays in the editor, also after a failure; a lost response is looked up', async ({ page, screens, proxied }) => {
  await storeMetadata(proxied, null);
  await openProfile(page, screens, proxied);
  const editor = page.getByRole('textbox', { name: 'Client metadata' });
  await editor.fill('{"a": 1}');
  await storeMetadata(proxied, { b: 2 });
  await screens.rename(page.getByRole('main'), 'name', 'Augusta Ada King');
  await expect(page.getByText('“Client metadata” changed elsewhere')).toBeVisible();
  await expect(editor).toContainText('{"a": 1}');
  await page.getByRole('button', { name: 'Review changes' }).click();
  await screens.dialog.getByRole('button', { name: 'Combine changes' }).click();
  await expect(screens.dialog.getByRole('list', { name: 'Your changes' })).toHaveText(/^aAdded/);
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toContainText('"b": 2');

  await editor.fill('{"a": 1}');
  await editor.press('ControlOrMeta+Enter');
  proxied.replaced.set('PATCH /users/me', { status: 400, text: 'Not now' });
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog.getByRole('alert')).toContainText('Not now');
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toContainText('{"a": 1}');

  // It was stored, but the response was lost.
  await page.getByRole('button', { name: 'Review changes' }).click();
  proxied.replaced.set('PATCH /users/me', { status: 500, text: 'Internal error' });
  const reads = proxied.requests.length;
  proxied.change = (path, body) =>
    path === '/users/me' && proxied.requests.length > reads + 1 ? { ...Object(body), client_metadata: { a: 1 } } : body;
  await screens.dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(screens.dialog).toBeHidden();
  await expect(page.getByText('Client metadata saved').first()).toBeVisible();
});

step('the account can be deleted only where the project allows it', async ({ page, screens, proxied }) => {
  proxied.change = (path, body) => {
    if (path !== '/projects/current') return body;
    const { config, ...rest } = body as { config: object };
    return { ...rest, config: { ...config, client_user_deletion_enabled: false } };
  };
  await openProfile(page, screens, proxied);
  const button = page.getByRole('button', { name: 'Delete account' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/This project doesn’t let users delete their accounts/);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toHaveCount(0);
});
