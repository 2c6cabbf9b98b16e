/** What a pasted key is: valid or not, and whose. */
import type { Page } from '@playwright/test';
import { connected, expectNoSecret } from '../support/browser/connecting';
import type { RunningSandbox } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';
import { interceptService } from '../support/browser/service-replies';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

interface Item {
  readonly id: string;
  readonly display_name: string;
}

/** Asks the service as the project's own server does. */
async function ask<T>({ url, demo }: RunningSandbox, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'server',
      'x-stack-project-id': demo.project_id,
      'x-stack-secret-server-key': demo.secret_server_key,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function idOf(service: RunningSandbox, path: string, name: string): Promise<string> {
  const { items } = await ask<{ items: Item[] }>(service, 'GET', path);
  return items.find((item) => item.display_name === name)?.id ?? '';
}

async function open(screens: Screens, service: RunningSandbox): Promise<void> {
  await connected(screens.page, service, 'Engines');
  await screens.entry('Project keys').click();
  await screens.page.getByRole('button', { name: 'Check key' }).click();
  await screens.page.getByRole('heading', { name: 'Check an API key' }).waitFor();
}

const field = (page: Page) => page.getByLabel('Key', { exact: true });

async function check(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole('button', { name: 'Check key' }).click();
  await expect(field(page)).toHaveValue('');
}

test('keys of users and teams are checked as what they are, with their owner', async ({ page, screens, service }) => {
  const userId = await idOf(service, '/users?query=Grace%20Hopper&limit=5', 'Grace Hopper');
  const teamId = await idOf(service, '/teams', 'Analytical Engines');
  const expires_at_millis = Date.now() + 86_400_000;
  const ofUser = await ask<{ id: string; value: string }>(service, 'POST', '/user-api-keys', {
    user_id: userId,
    description: 'Reports',
    expires_at_millis,
  });
  const ofTeam = await ask<{ value: string }>(service, 'POST', '/team-api-keys', {
    team_id: teamId,
    description: 'Nightly',
    expires_at_millis,
  });
  await open(screens, service);
  const result = (value: string) => page.getByRole('region', { name: `Key ending in ${value.slice(-4)}` });

  await check(page, ` ${ofUser.value} `);
  await expect(result(ofUser.value).getByRole('status')).toHaveText('Valid');
  await expect(result(ofUser.value)).toContainText('API key of a user');
  await expect(result(ofUser.value)).toContainText('Reports');
  await expect(result(ofUser.value).getByRole('link', { name: 'Grace Hopper' })).toBeVisible();
  expect(await page.content()).not.toContain(ofUser.value);
  await expectNoSecret(page);

  await check(page, ofTeam.value);
  await expect(result(ofTeam.value)).toContainText('API key of a team');
  await expect(result(ofTeam.value).getByRole('link', { name: 'Analytical Engines' })).toBeVisible();

  await ask(service, 'PATCH', `/user-api-keys/${ofUser.id}?user_id=${userId}`, { revoked: true });
  await check(page, ofUser.value);
  await expect(result(ofUser.value).getByRole('status')).toHaveText('Revoked');
  await result(ofUser.value).getByRole('link', { name: 'Grace Hopper' }).click();
  await expect(page).toHaveURL(new RegExp(`users/${userId}`));
});

test('what is no key, and a key of the project, is reported without a request to the service', async ({ page, screens, service }) => {
  await open(screens, service);
  await page.getByRole('button', { name: 'Check key' }).click();
  await expect(field(page)).toHaveAccessibleDescription(/Enter a key/);
  await check(page, '<img src=x onerror=alert(1)>');
  await expect(page.getByText('Key not found', { exact: true })).toBeVisible();
  await check(page, service.demo.secret_server_key);
  const found = page.getByRole('region', { name: `Server key of a project, ending in ${service.demo.secret_server_key.slice(-4)}` });
  await expect(found).toContainText('Used here');
  await expect(found).toContainText('Valid');
  await found.getByRole('link', { name: 'Sandbox keys' }).click();
  await expect(page.getByRole('grid', { name: 'Project keys' }).getByRole('row', { name: /^Select Sandbox keys/ })).toBeVisible();
  // Nothing of the check is left.
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(found).toHaveCount(0);
});

test('a key that is entered while a revoked one is checked again stays', async ({ page, screens, service }) => {
  const userId = await idOf(service, '/users?query=Grace%20Hopper&limit=5', 'Grace Hopper');
  const { value } = await ask<{ value: string }>(service, 'POST', '/user-api-keys', {
    user_id: userId,
    description: 'Reports',
    expires_at_millis: Date.now() + 86_400_000,
  });
  const replies = await interceptService(page);
  await page.reload();
  await open(screens, service);
  await check(page, value);
  await page.getByRole('button', { name: 'Revoke leaked key' }).click();
  await typeText(screens.dialog.getByRole('textbox'), 'Reports');
  replies.hold('apiKeys.checkUserKey');
  await screens.dialog.getByRole('button', { name: 'Revoke API key' }).click();
  await expect.poll(replies.isAwaited).toBe(true);
  await screens.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(screens.dialog).toHaveCount(0);
  await check(page, service.demo.secret_server_key);
  const found = page.getByRole('region', { name: /^Server key of a project/ });
  await expect(found).toBeVisible();
  replies.release();
  await expect.poll(replies.isIdle).toBe(true);
  await expect(found).toBeVisible();
  await expect(page.getByRole('region', { name: /^Key ending in/ })).toHaveCount(0);
});
