/** An email server that is a managed domain: it is shown, and replaced only after a question (wire/later 6). */
import type { Page } from '@playwright/test';
import { connected } from '../support/browser/connecting';
import type { RunningSandbox } from '../support/browser/launch-sandbox';
import type { Screens } from '../support/browser/screens';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

const domain = { subdomain: 'mail.example.com', sender_local_part: 'hello' };

function adminHeaders({ demo }: RunningSandbox): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-stack-access-type': 'admin',
    'x-stack-project-id': demo.project_id,
    'x-stack-super-secret-admin-key': demo.super_secret_admin_key,
  };
}

async function ask(service: RunningSandbox, path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${service.url}${path}`, { method: 'POST', headers: adminHeaders(service), body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

/** Applies a managed domain as the service's dashboard does. */
async function applyDomain(service: RunningSandbox): Promise<void> {
  const path = '/api/v1/internal/emails/managed-onboarding';
  const { domain_id } = await ask(service, `${path}/setup`, domain);
  await ask(service, '/sandbox/managed-domain', { domain_id, status: 'verified' });
  await ask(service, `${path}/apply`, { domain_id });
}

async function open(screens: Screens, service: RunningSandbox): Promise<void> {
  await connected(screens.page, service, 'Engines');
  await screens.entry('Email', 'Admin').click();
}

const managed = (page: Page) => page.getByRole('region', { name: 'Managed domain', exact: true });
const type = (page: Page) => page.getByRole('combobox', { name: 'Server' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a managed domain is shown, kept, and replaced when another server is saved', async ({ page, screens, service }) => {
  await applyDomain(service);
  await open(screens, service);
  await expect(managed(page)).toContainText('hello@mail.example.com');
  await expect(type(page)).toHaveCount(0);

  const other = managed(page).getByRole('button', { name: 'Use another server' });
  await other.focus();
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toContainText('Replace the managed domain “mail.example.com”?');
  await page.keyboard.press('Escape');
  await expect(type(page)).toHaveCount(0);

  await other.click();
  await screens.dialog.getByRole('button', { name: 'Use another server' }).click();
  await expect(page.getByRole('main')).toContainText('Saving another server ends the managed domain');
  await page.getByRole('button', { name: 'Keep the managed domain' }).click();
  await expect(managed(page)).toContainText('hello@mail.example.com');

  await other.click();
  await screens.dialog.getByRole('button', { name: 'Use another server' }).click();
  await field(page, 'Host').fill('');
  await typeText(field(page, 'Host'), 'smtp.engines.example');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Email server saved, not tested', { exact: true })).toBeVisible();
  await expect(field(page, 'Host')).toHaveValue('smtp.engines.example');
  await expect(page.getByRole('button', { name: 'Keep the managed domain' })).toHaveCount(0);
});

test('an own server at the same provider is edited as any other', async ({ page, screens, service }) => {
  await open(screens, service);
  await type(page).selectOption('Your own server');
  const fields = { Host: 'smtp.resend.com', Port: '465', Username: 'resend', 'Sender name': 'Engines', 'Sender email': 'a@b.example' };
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Email server saved, not tested', { exact: true })).toBeVisible();
  await page.reload();
  await expect(field(page, 'Host')).toHaveValue('smtp.resend.com');
  await expect(managed(page)).toHaveCount(0);
});

test('a domain is set up, checked until the provider has verified it, and used', async ({ page, screens, service }) => {
  await open(screens, service);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Set up a managed domain' }).click();
  const { dialog } = screens;
  const submit = dialog.getByRole('button', { name: 'Set up domain' });
  await typeText(dialog.getByRole('textbox', { name: 'Domain' }), 'example.com');
  await submit.click();
  await expect(dialog).toContainText('Enter a subdomain such as news.example.com');
  await expect(dialog).toContainText('Enter the part before the @');
  await dialog.getByRole('textbox', { name: 'Domain' }).press('Home');
  await page.keyboard.type('Mail.');
  await typeText(dialog.getByRole('textbox', { name: 'Sender before the @' }), 'hello');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Domain set up', { exact: true })).toBeVisible();

  const row = main.getByRole('group', { name: 'mail.example.com' });
  await expect(row).toContainText('Waiting for DNS');
  await expect(row).toContainText('ns1.mail.example.com.managed.example');
  await row.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('mail.example.com isn’t verified yet', { exact: true })).toBeVisible();
  const listed = await fetch(`${service.url}/api/v1/internal/emails/managed-onboarding/list`, { headers: adminHeaders(service) });
  const { items } = (await listed.json()) as { items: readonly { domain_id: string }[] };
  await ask(service, '/sandbox/managed-domain', { domain_id: items[0]?.domain_id, status: 'verified' });
  await row.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('mail.example.com is verified', { exact: true })).toBeVisible();
  await expect(row).toContainText('Verified');

  await row.getByRole('button', { name: 'Use this domain' }).click();
  await expect(dialog).toContainText('Send emails from “hello@mail.example.com”?');
  await dialog.getByRole('button', { name: 'Use this domain' }).click();
  await expect(page.getByText('Emails come from hello@mail.example.com', { exact: true })).toBeVisible();
  await expect(managed(page)).toContainText('hello@mail.example.com');
  await expect(type(page)).toHaveCount(0);
});
