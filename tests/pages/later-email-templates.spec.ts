/** The templates of later releases: sources that the service renders when they are saved, and previews of what it returned. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { interceptBridge } from '../gallery/replies';
import { connectDemo } from '../support/browser/connecting';
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { test as base, expect } from '../support/page/fixtures';
import { type PlayedRelease, startRelease } from '../support/page/services';
import { ownEmailServer } from '../support/samples/own-email-server';
import { sampleAppInfo } from '../support/samples/sample-app-info';

const test = base.extend<{ release: PlayedRelease }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  release: async ({}, use) => {
    const release = await startRelease('2.8.86');
    await use(release);
    await release.stop();
  },
});
// The browser reports what the policy and the sandbox of the frame prevent.
test.use({ expectedComplaints: /Content Security Policy|sandboxed|ERR_BLOCKED_BY_CSP/ });

const source = (page: Page) => page.getByLabel('Source', { exact: true });
const previewOf = (page: Page, name: string) => page.frameLocator(`iframe[title="Preview of ${name}"]`);
const save = (within: Page | Locator) => within.getByRole('button', { name: 'Save', exact: true });

/** Gives the project its own email server, and opens its templates. */
async function open(screens: Screens, release: PlayedRelease): Promise<void> {
  const { page } = screens;
  await connectDemo(page, release);
  await screens.users.waitFor();
  await screens.entry('Email', 'Admin').click();
  await page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
  const texts = { Host: 'a.example', Username: 'u', 'Sender name': 'S', 'Sender email': 's@a.example' };
  for (const [label, text] of Object.entries(texts)) await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  await page.getByLabel('Password', { exact: true }).fill('p');
  await save(page).click();
  await page.getByText('Email server saved, not tested', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Templates' }).click();
  await source(page).waitFor();
}

test('a source follows the file of another program, is saved by the user only, and goes on here afterwards', async ({
  page,
  screens,
  release,
}) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await open(screens, release);
  const outside = page.getByRole('button', { name: 'Open in editor' });
  await expect(outside).toHaveAccessibleDescription('Not available in a browser.');
  const closed: unknown[] = [];
  let text: string | null = 'from the editor';
  bridge.set({
    'app.info': { ok: true, value: sampleAppInfo },
    'externalEdits.open': { ok: true, value: { id: 'e1', path: '/home/ada/source.tsx', isOpened: true } },
    'externalEdits.read': () => ({ ok: true, value: { text } }),
    'externalEdits.close': (input) => {
      closed.push(input);
      return { ok: true, value: null };
    },
  });
  await page.reload();
  await source(page).waitFor();
  await outside.click();
  await expect(page.getByText('What you save in /home/ada/source.tsx appears here')).toBeVisible();
  await expect(source(page)).not.toBeEditable();
  bridge.push('externalEdits.changed', { id: 'e1' });
  await expect(source(page)).toHaveValue('from the editor');
  await expect(save(page)).toBeVisible();
  text = null;
  bridge.push('externalEdits.changed', { id: 'e1' });
  await expect(page.getByText('Couldn’t read /home/ada/source.tsx')).toBeVisible();
  await expect(source(page)).toHaveValue('from the editor');
  // The file would bring back what is discarded.
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(source(page)).toBeEditable();
  await expect(source(page)).not.toHaveValue('from the editor');
  await expect(outside).toBeVisible();
  expect(closed).toEqual([{ id: 'e1' }]);
});

test('a template is created, saved, previewed as the service rendered it, and deleted; a broken one is refused', async ({
  page,
  screens,
  release,
}) => {
  await open(screens, release);
  await expect(page.getByLabel('Subject', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create template' }).click();
  await screens.dialog.getByRole('button', { name: 'Create template' }).click();
  await expect(screens.dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name');
  await screens.dialog.getByLabel('Name').fill('Welcome');
  await screens.dialog.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('region', { name: 'Welcome', exact: true }).waitFor();
  await expect(previewOf(page, 'Welcome').getByText('Welcome', { exact: true })).toBeVisible();

  const text = await source(page).inputValue();
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await source(page).fill(text.replace('<p>Welcome</p>', '<p>Welcome aboard</p>'));
  await expect(previewOf(page, 'Welcome').getByText('Welcome aboard')).toBeVisible();
  await source(page).fill('export function Nothing() {}');
  await expect(preview.getByRole('alert')).toContainText('The template does not export a function named EmailTemplate.');
  await expect(preview.getByRole('alert')).toContainText('Saving it would fail.');
  const saved = release.requests.filter(({ method, path }) => method === 'PATCH' && path.startsWith('/internal/email-templates'));
  expect(saved).toEqual([]);
  await source(page).fill(text.replace('<p>Welcome</p>', '<p>Welcome aboard</p>'));
  await save(page).click();
  await expect(page.getByText('Welcome saved', { exact: true })).toBeVisible();
  await source(page).fill('export function Nothing() {}');
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved.' })).toContainText('a function named EmailTemplate');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(previewOf(page, 'Welcome').getByText('Welcome aboard')).toBeVisible();

  await page.getByRole('button', { name: 'Delete template' }).click();
  await screens.dialog.getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByRole('button', { name: 'Welcome', exact: true })).toHaveCount(0);
});

test('hostile HTML in a preview does nothing', async ({ page, screens, release }) => {
  let contacts = 0;
  const server = createServer((socket) => {
    contacts += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rendered_html = `<html><head>
    <link rel="preconnect" href="${outside}"><link rel="dns-prefetch" href="${outside}"><link rel="stylesheet" href="${outside}/a.css">
    <meta http-equiv="refresh" content="0; url=${outside}/meta"><base href="${outside}/">
    <style>@import "${outside}/b.css"; body { background: url(${outside}/c.png); color: rgb(1, 2, 3) }</style></head>
    <body onload="top.document.title='owned'"><script>parent.document.title = 'owned'; fetch('${outside}')</script>
    <img src="${outside}/d.png" onerror="top.document.title='owned'"><iframe src="${outside}/e"></iframe>
    <object data="${outside}/f"></object><video src="${outside}/g" autoplay></video>
    <form action="${outside}/h"><button>Send</button></form>
    <a href="${outside}/i">A link</a> <a href="${outside}/j" target="_top">The top</a> <a href="${outside}/k" target="_self">The frame</a>
    <img alt="A drawing" src="data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}">
    <img alt="A picture" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
    <p>The end of the email</p></body></html>`;
  const bridge = await interceptBridge(page);
  await page.reload();
  await open(screens, release);
  bridge.set({ 'service.emails.render': { ok: true, value: { html: rendered_html } } });
  await source(page).fill(`${await source(page).inputValue()}\n`);
  // In a preview that is scaled down, Playwright presses beside what it aims at.
  await page.setViewportSize({ width: 1600, height: 900 });
  const frame = page.frameLocator('iframe[title^="Preview of "]');
  await expect(frame.getByText('The end of the email')).toHaveCSS('color', 'rgb(1, 2, 3)');
  // The policy lets only those pictures through that were checked.
  await expect(frame.getByAltText('A picture')).toHaveJSProperty('naturalWidth', 1);
  await expect(frame.getByAltText('A drawing')).toHaveJSProperty('naturalWidth', 0);
  const [title, url, pages] = [await page.title(), page.url(), page.context().pages().length];
  for (const name of ['A link', 'The top']) await frame.getByRole('link', { name }).click();
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(frame.getByText('The end of the email')).toBeVisible();
  await frame.getByRole('link', { name: 'The frame' }).click();
  await expect(frame.getByText('The end of the email')).toHaveCount(0);
  expect([await page.title(), page.url(), page.context().pages().length, contacts]).toEqual([title, url, pages, 0]);
  server.close();
});

test('an unsaved template is previewed as wide as a phone or a desktop, and sent to oneself', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await asProject(environment, page, 'projects.update', { body: { config: { email_config: ownEmailServer } } });
  await screens.visit('email?tab=templates');
  await source(page).waitFor();
  await source(page).fill((await source(page).inputValue()).replace(/<Subject value=[^>]*>/, '<Subject value={"Not saved"} />'));
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  const frame = page.locator('iframe[title^="Preview of "]');
  for (const [device, width] of [
    ['Phone', 375],
    ['Tablet', 768],
    ['Desktop', 1024],
  ] as const) {
    await page.getByRole('radio', { name: device }).click();
    await expect(frame).toHaveCSS('width', `${width}px`);
  }
  await page.getByRole('button', { name: 'Send to me' }).click();
  await expect(page.getByText('Email sent to ada@analytical.example', { exact: true })).toBeVisible();
  const { items } = (await asProject(environment, page, 'outbox.list', { query: {} })) as { items: { subject?: string }[] };
  expect(items.map(({ subject }) => subject)).toContain('Not saved');
});
