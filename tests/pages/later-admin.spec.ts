/** What admin screens show of a later release that the sandbox, which is the baseline, doesn't send. */
import type { Page } from '@playwright/test';
import { startMailServer } from '#sandbox/testing/mail-server.ts';
import { connectDemo } from '../support/browser/connecting';
import { createSteps } from '../support/browser/steps';
import { expect, test } from '../support/page/fixtures';
import { ownRelease } from '../support/page/own-services';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

const { step, takeSteps } = createSteps(ownRelease('2.8.86'));
test('what admins see of a later release', takeSteps);

step(
  'the webhook portal opens at the reported address, which the page doesn’t learn',
  async ({ page, screens, release, environment, sentToWindows }) => {
    await connectDemo(page, release);
    await screens.entry('Webhooks').click();
    await expect(page.getByText(/doesn’t report the portal’s URL/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Open portal' }).click();
    await expect(page.getByText('Portal opened in your browser', { exact: true }).first()).toBeVisible();
    const url = await environment.opened();
    expect(url).toMatch(/^https:\/\/portal\.webhooks\.example\/login#key=\w+/);
    await expect(page.getByText(/doesn’t report the portal’s URL/)).toHaveCount(0);
    expect(await page.content()).not.toContain('portal.webhooks.example');
    expect(sentToWindows.join('\n')).not.toContain('portal.webhooks.example');
    expect(await environment.openedLink()).not.toContain('portal.webhooks.example');
  },
);

step('the JSON of users has fields that Latchkey doesn’t know', async ({ page, screens, release }) => {
  await connectDemo(page, release);
  await screens.userRow(/grace hopper/i).click();
  await screens.panel.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show JSON' }).click();
  const json = screens.dialog.getByRole('region', { name: 'JSON' });
  await expect(json).toContainText('"free_trial_abuse"');
  await screens.dialog.getByRole('button', { name: 'Copy JSON' }).click();
  await expect.poll(() => copied(page)).toContain('"free_trial_abuse"');
  await page.keyboard.press('Escape');

  await page.evaluate('navigator.clipboard.writeText("")');
  await screens.userRow(/grace hopper/i).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy JSON', exact: true }).click();
  await expect.poll(() => copied(page)).toContain('"free_trial_abuse"');

  await page.evaluate('navigator.clipboard.writeText("")');
  await screens
    .userRow(/grace hopper/i)
    .getByRole('checkbox')
    .click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy JSON' }).click();
  await expect.poll(() => copied(page)).toContain('"free_trial_abuse"');
  expect(JSON.parse(await copied(page))).toHaveLength(1);
});

step('a test email isn’t among the sent emails, and its section says so', async ({ page, screens, release }) => {
  const { config } = await startMailServer();
  await connectDemo(page, release);
  await screens.entry('Email', 'Admin').click();
  await page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
  const texts = { Host: config.host, Port: `${config.port}`, Username: config.username };
  const sender = { 'Sender name': config.sender_name, 'Sender email': config.sender_email };
  for (const [name, text] of Object.entries({ ...texts, ...sender })) await page.getByRole('textbox', { name, exact: true }).fill(text);
  await page.getByLabel('Password', { exact: true }).fill(config.password);
  const section = page.getByRole('region', { name: 'Test', exact: true });
  await expect(section).toContainText('The email doesn’t appear among the sent emails.');
  await section.getByLabel('Recipient').fill('test.recipient@x.example');
  await section.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('The email server accepted the test email to test.recipient@x.example')).toBeVisible();
  await page.getByRole('combobox', { name: 'Server' }).selectOption({ index: 0 });
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText('test.recipient@x.example')).toHaveCount(0);
});

step('the overview lists five of the up to 100 users who signed up last', async ({ page, screens, release }) => {
  await connectDemo(page, release);
  await screens.entry('Overview').click();
  const recent = page.getByRole('list', { name: 'Recently signed up' });
  await expect(recent.getByRole('listitem')).toHaveCount(5);
});
