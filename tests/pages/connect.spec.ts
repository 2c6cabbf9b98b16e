import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { Page } from '@playwright/test';
import { Connecting, expectNoSecret, tiles } from '../support/browser/connecting';
import { holdReply } from '../support/browser/held-reply';
import { envBlock } from '../support/browser/launch-sandbox';
import { expect, test } from '../support/page/fixtures';
import { selfSigned } from '../support/service/certificate';

test('an environment block is pasted, tested and saved, and the users are there', async ({ page, screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.paste(envBlock(service));
  await expect(page.getByText('Recognized: base URL, project ID, publishable key, server key and admin key')).toBeVisible();
  await expect(form.field('Paste your configuration')).toHaveValue('');
  await expect(form.field('Base URL')).toHaveValue(service.url);
  await expect(form.field('Secret server key')).toHaveAttribute('type', 'password');

  // A pasted configuration is tested at once.
  await expect(page.getByText('All checks passed')).toBeVisible();
  await expect(form.check('Admin key')).toContainText('Gives access to: users and teams, project settings');
  await expect(form.field('Name')).toHaveValue('Analytical Engines');

  await form.field('Name').fill('Engines');
  await page.getByRole('radio', { name: 'Production' }).click();
  await expect(page.getByLabel('Safety level')).toHaveValue('type-to-destroy');
  await form.save();
  await expect(screens.users.getByRole('row').nth(1)).toBeVisible();
  await expect(page).toHaveTitle(/Users · Engines \(Production\)/);
  await expectNoSecret(page);
});

/** Pastes a configuration, whose test gets no reply yet, and goes to the name. */
async function pasteWhileTested(page: Page, service: Parameters<typeof envBlock>[0]) {
  const form = new Connecting(page);
  const reply = await holdReply(page, 'connections.test');
  await page.reload();
  await form.open();
  await form.paste(envBlock(service));
  await expect.poll(reply.isHeld).toBe(true);
  await form.field('Name').focus();
  return { form, reply };
}

test('a name that is typed while a pasted configuration is tested stays', async ({ page, screens: _screens, service }) => {
  const { form, reply } = await pasteWhileTested(page, service);
  await page.keyboard.type('Mine');
  reply.release();
  await expect(form.check('Server key')).toBeVisible();
  await expect(form.field('Name')).toHaveValue('Mine');
});

test('a name is not filled in where someone is about to type one', async ({ page, screens: _screens, service }) => {
  const { form, reply } = await pasteWhileTested(page, service);
  reply.release();
  await expect(form.check('Server key')).toBeVisible();
  await page.keyboard.type('Mine');
  await expect(form.field('Name')).toHaveValue('Mine');
});

test('each failure has its own sentence, and what was typed stays', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.save();
  await expect(form.field('Name')).toBeFocused();
  await expect(page.getByText('Enter a name')).toBeVisible();

  await form.field('Name').fill('Engines');
  const refused = async (field: string, value: string, sentence: string) => {
    const before = await form.field(field).inputValue();
    await form.field(field).fill(value);
    await form.save();
    await expect(form.field(field)).toBeFocused();
    await expect(form.field(field)).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(form.field(field)).toHaveValue(value);
    await form.field(field).fill(before);
  };
  await form.field('Project ID').fill(service.demo.project_id);
  for (const address of ['javascript:alert(1)', 'nonsense', 'ftp://a.example', '"><img src=x onerror=alert(1)>']) {
    await refused('Base URL', address, 'Enter a valid URL');
  }
  await refused('Base URL', 'https://me:secret@a.example', 'can’t contain a username');
  await refused('Project ID', 'javascript:alert(1)', 'Enter a valid project ID');
  await refused('Secret server key', 'schlüssel', 'single line of ASCII characters');
  await expect(form.field('Handler path')).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await refused('Handler path', '../../etc', 'handler path starts with a slash');
  await refused('Handler path', 'javascript:alert(1)', 'handler path starts with a slash');
  for (const key of ['Publishable client key', 'Secret server key', 'Super secret admin key']) {
    await refused(key, 'ключ', 'single line of ASCII characters');
  }
  await form.paste('javascript:alert(1)');
  await expect(page.getByText('Nothing recognized')).toBeVisible();

  await form.field('Base URL').fill('http://a.example');
  await form.save();
  await expect(form.field('Base URL')).toHaveAccessibleDescription(/isn’t encrypted/);
  await page.getByRole('switch', { name: /Allow unencrypted HTTP/ }).click();
  await form.save();
  await expect(page.getByRole('heading', { name: /Sign in/ })).toBeVisible();
});

test('a key of any form is accepted, with a warning where it is probably a mistake', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  const server = form.field('Secret server key');
  for (const [typed, warning] of [
    [service.demo.publishable_client_key, 'This looks like a publishable client key'],
    ['ssk_short', 'looks incomplete'],
    ['two words', 'contains a space'],
  ] as const) {
    await server.fill(typed);
    await expect(server).toHaveAccessibleDescription(new RegExp(warning));
    await expect(server).not.toHaveAttribute('aria-invalid', 'true');
  }
  await form.field('Publishable client key').fill(service.demo.super_secret_admin_key);
  await expect(form.field('Publishable client key')).toHaveAccessibleDescription(/visible in browsers/);
  await form.paste(
    'STACK_PROJECT_ID=internal\nNEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=this-publishable-client-key-is-for-local-development-only',
  );
  await expect(form.field('Publishable client key')).toHaveValue('this-publishable-client-key-is-for-local-development-only');
  await expect(form.field('Publishable client key')).not.toHaveAccessibleDescription(/looks|contains/);
  await server.fill('q0Yk3o1+/9mS4Yz8w2bX7c5d6e7f8g9h0i1j2k3l4m4=');
  await form.field('Name').fill('Self-hosted');
  await form.save();
  await expect(page.getByRole('heading', { name: 'Connect a project' })).toBeHidden();
});

test('a test says which credential does not fit, and saving is possible all the same', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await form.paste(envBlock(service));
  await form.field('Secret server key').fill(`ssk_${'0'.repeat(45)}`);
  await form.test();
  await expect(form.check('Server key')).toContainText('The server key isn’t valid for this project. Copy the server key again');
  await expect(form.check('Publishable key')).toContainText('Gives access to: sign-in');
  await expect(page.getByText('You can save anyway')).toBeVisible();

  await form.field('Project ID').fill('00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('You’ve made changes since this test')).toBeVisible();
  await form.test();
  await expect(form.check('Project ID')).toContainText('There’s no project with this ID');

  await form.field('Base URL').fill('http://127.0.0.1:9');
  await form.test();
  await expect(page.getByText('Couldn’t reach the service', { exact: true })).toBeVisible();
  await expect(form.check('Server key')).toContainText('Not checked');
  await form.field('Base URL').fill(new URL(page.url()).origin);
  await form.test();
  await expect(form.check('Base URL')).toContainText('the service isn’t at this URL');
  await form.save();
  const question = page.getByRole('alertdialog', { name: `Send the keys to ${new URL(page.url()).host}?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.field('Base URL')).toHaveAccessibleDescription(/No key was sent/);
  await form.save();
  await question.getByRole('button', { name: 'Send keys' }).click();
  await page.getByRole('heading', { name: 'Connect a project' }).waitFor({ state: 'detached' });
});

test('whatever else responds, the fields stay as they were typed and nothing is kept', async ({ page, screens: _screens, service }) => {
  const portal = createServer((_request, response) => response.writeHead(302, { location: 'http://login.example/' }).end());
  const stranger = createSecureServer(selfSigned(), (_request, response) => response.end());
  const form = new Connecting(page);
  await form.open();
  await form.paste(envBlock(service));
  await form.field('Name').fill('javascript:alert(1)');
  try {
    for (const [address, sentence, next] of [
      [await listening('http', portal), 'tried to redirect Latchkey to another URL', 'do that in a browser first'],
      [await listening('https', stranger), 'This computer doesn’t trust the server’s certificate', 'contact the service’s administrator'],
    ] as const) {
      await form.field('Base URL').fill(address);
      await form.test();
      await expect(form.check('Base URL')).toContainText(sentence);
      await expect(form.check('Base URL')).toContainText(next);
      await expect(form.field('Base URL')).toHaveValue(address);
      await expect(form.field('Name')).toHaveValue('javascript:alert(1)');
      await expect(form.field('Project ID')).toHaveValue(service.demo.project_id);
      await expect(form.field('Secret server key')).toHaveValue(service.demo.secret_server_key);
    }
  } finally {
    portal.close();
    stranger.close();
  }
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect(tiles(page)).toHaveCount(0);
});

async function listening(scheme: string, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('leaving with unsaved input asks', async ({ page, screens: _screens, service }) => {
  const form = new Connecting(page);
  await form.open();
  await page.getByRole('link', { name: 'Home' }).click();
  await form.open();
  await form.paste(service.demo.secret_server_key);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('alertdialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.field('Secret server key')).toHaveValue(service.demo.secret_server_key);
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expectNoSecret(page);
});
