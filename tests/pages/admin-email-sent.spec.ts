/** The emails that a project sent: their errors, a filter, their details, and the export. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { closedPort } from '#sandbox/testing/mail-server.ts';
import type { Screens } from '../support/browser/screens';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

// Templates by type are of releases up to 2.8.26.
test.use({ sandboxRelease: '2.8.4' });

const project = { actor: 'project', connectionId: 'sandbox' };
const hostile = '=HYPERLINK("https://x.example","Open")<img src=x onerror="document.title=1">';

const list = (page: Page) => page.getByRole('grid', { name: 'Sent emails' });
const rows = (page: Page) => list(page).getByRole('row');

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.visit('email?tab=sent');
  await rows(screens.page).nth(1).waitFor();
}

/** Has the project send an email whose subject is hostile, through a server that isn't there. */
async function fail(page: Page, environment: TestEnvironment): Promise<void> {
  const email_config = { type: 'standard', ...(await closedPort()) };
  await environment.ask(page, 'service.projects.update', { ...project, body: { config: { email_config } } });
  const params = { type: 'team_invitation' };
  await environment.ask(page, 'service.emails.updateTemplate', { ...project, params, body: { subject: hostile } });
  const { items } = (await environment.ask(page, 'service.teams.list', { ...project, query: {} })) as { items: { id: string }[] };
  const callback_url = 'http://localhost:47810/handler/team-invitation?connection=sandbox';
  const body = { team_id: items[0]?.id, email: 'lost@nowhere.example', callback_url };
  // The service waits for the delivery, and responds with status 500 when it fails.
  await environment.ask(page, 'service.teams.invite', { ...project, body }).catch(() => undefined);
}

test('failed emails are found with their error, and the filter and the details are for all', async ({ page, screens, environment }) => {
  await open(screens);
  await expect(list(page)).toContainText('Sign in to Analytical Engines: Your code is');
  const count = await rows(page).count();
  await page.getByRole('radio', { name: 'Failed' }).click();
  // A heading, and the two failed ones of the demo, for different reasons.
  await expect(rows(page)).toHaveCount(3);
  await expect(list(page)).toContainText('550 No such mailbox');
  await expect(list(page)).toContainText('Timed out');
  await fail(page, environment);
  const row = rows(page).filter({ hasText: 'lost@nowhere.example' });
  await expect(row).toContainText('Failed to connect to the email host');
  await expect(row).toContainText(hostile);
  await page.getByRole('radio', { name: 'All' }).click();
  await expect(rows(page)).toHaveCount(count + 1);
  await typeText(page.getByRole('searchbox', { name: /^Search by recipient/ }), 'LOST@');
  await expect(rows(page)).toHaveCount(2);

  await row.focus();
  await page.keyboard.press('Enter');
  await expect(screens.dialog).toContainText('The service couldn’t connect to the email server');
  await expect(screens.dialog).toContainText(hostile);
  await expect(screens.dialog).toHaveAttribute('data-environment', 'development');
  await screens.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(screens.dialog).toHaveCount(0);
  await expect(page).not.toHaveTitle('1');
});

test('the emails shown are exported without formulas', async ({ page, screens, environment }) => {
  await open(screens);
  await fail(page, environment);
  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Export sent emails' }).click();
  await expect(screens.dialog.getByRole('radio', { name: /^Matching emails/ })).toBeChecked();
  const downloading = page.waitForEvent('download');
  await screens.dialog.getByRole('button', { name: 'Export 3 emails' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('sent-emails.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text.charAt(0)).toBe('\uFEFF');
  expect(text).toContain('lost@nowhere.example');
  expect(text).toContain(`"'=HYPERLINK(""https://x.example"",""Open"")`);
  // The head, the one of the scene, and the two failed ones of the demo.
  expect(text.trim().split(/\r\n/)).toHaveLength(4);
});
