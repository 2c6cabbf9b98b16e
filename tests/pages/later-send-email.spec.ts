/** Emails that a project admin writes to users, to all at once as releases from 2.8.27 on take them; and releases that can't. */
import type { Page } from '@playwright/test';
import { startMailServer } from '#sandbox/testing/mail-server.ts';
import { connectDemo } from '../support/browser/connecting';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { test as base, expect } from '../support/page/fixtures';
import { type PlayedRelease, startRelease } from '../support/page/services';

const test = base.extend<{ release: PlayedRelease; version: string }>({
  version: ['2.8.86', { option: true }],
  release: async ({ version }, use) => {
    const release = await startRelease(version);
    await use(release);
    await release.stop();
  },
});

const recipients = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Recipients' }).getByRole('listitem');
const sendButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Send (email|to )/ });
const sendings = async (release: PlayedRelease) =>
  release.requests.filter(({ method, path }) => method === 'POST' && path === '/emails/send-email');

/** Opens the users, and returns a function that makes calls as the project. */
async function connect(page: Page, screens: Screens, environment: TestEnvironment, release: PlayedRelease) {
  await connectDemo(page, release);
  await screens.users.waitFor();
  const connectionId = /#\/c\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  return (name: string, input: object) => environment.ask(page, `service.${name}`, { actor: 'project', connectionId, ...input });
}

test('one request sends to all; a user who was deleted stops it, and nothing was sent', async ({ page, screens, environment, release }) => {
  const server = await startMailServer();
  const ask = await connect(page, screens, environment, release);
  await ask('projects.update', { body: { config: { email_config: { type: 'standard', ...server.config } } } });
  const one = (await ask('users.create', { body: { display_name: 'Zed One', primary_email: 'zed@one.example' } })) as { id: string };
  await ask('users.create', { body: { display_name: 'Zed Two', primary_email: 'zed@two.example' } });
  await typeText(screens.search, 'Zed');
  await expect(screens.users.getByRole('row')).toHaveCount(3);
  await screens
    .userRow(/Zed One/)
    .getByRole('checkbox')
    .click();
  await screens
    .userRow(/Zed Two/)
    .getByRole('checkbox')
    .click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send email…' }).click();
  await page.getByRole('dialog', { name: 'Send email' }).waitFor();
  await expect(sendButton(page)).toHaveText('Send to 2 users');
  await ask('users.delete', { params: { user_id: one.id } });
  await page.getByLabel('Subject', { exact: true }).fill('Hello');
  await page.getByLabel('Content', { exact: true }).fill('<p>Hello</p>');
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('No email was sent.');
  await expect(recipients(page).filter({ hasText: 'Zed One' })).toContainText('This user no longer exists.');
  expect(server.messages).toEqual([]);
  await page.getByRole('button', { name: 'Remove Zed One from the recipients' }).click();
  await sendButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Email sent to 1 user' })).toContainText('in the background');
  await expect(recipients(page)).toHaveText([/Zed Two.*Sent$/]);
  expect((await sendings(release)).map(({ body }) => (JSON.parse(String(body)) as { user_ids: string[] }).user_ids.length)).toEqual([2, 1]);
  await server.close();
});

test.describe('a release without emails to users', () => {
  test.use({ version: '2.8.16' });

  test('says so where they would be', async ({ page, screens, environment, release }) => {
    await connect(page, screens, environment, release);
    await screens.entry('Email', 'Admin').click();
    await page.getByRole('tab', { name: 'Sent' }).click();
    const button = page.getByRole('button', { name: 'Send email' });
    await expect(button).toHaveAccessibleDescription('Sending emails to users requires version 2.8.17 of the service or later');
    await expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});
