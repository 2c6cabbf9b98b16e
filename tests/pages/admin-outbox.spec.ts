/** The outbox: its emails by state, what can be done with them, and how fast they are sent. */
import type { Page } from '@playwright/test';
import { startMailServer } from '#sandbox/testing/mail-server.ts';
import { connected } from '../support/browser/connecting';
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

interface Listed {
  readonly items: readonly { readonly id: string; readonly subject?: string; readonly status: string }[];
}

const list = (page: Page) => page.getByRole('grid', { name: 'Outbox' });
const rows = (page: Page) => list(page).getByRole('row');
const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject });
const state = (page: Page) => page.getByRole('combobox', { name: 'State' });

async function open(screens: Screens, query = ''): Promise<void> {
  await screens.startSandbox();
  await screens.visit(`email?tab=outbox${query}`);
  await rows(screens.page).nth(1).waitFor();
}

/** Opens the details of an email with the keyboard. */
async function openEmail({ page, dialog }: Screens, subject: string): Promise<void> {
  await row(page, subject).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Created', { exact: true }).waitFor();
}

async function emailWith(environment: TestEnvironment, page: Page, subject: string) {
  const { items } = (await asProject(environment, page, 'outbox.list', { query: {} })) as Listed;
  return items.find((email) => email.subject === subject);
}

const { step, takeSteps } = createSteps();
test('the outbox of a project', takeSteps);

step('emails are listed with their state and reason, and filtered by both', async ({ page, screens }) => {
  await open(screens);
  await expect(row(page, 'News of the engine')).toHaveCount(0);
  await expect(row(page, 'Not shown while paused')).toContainText('Paused');
  await expect(row(page, 'The engine is oiled tomorrow')).toContainText('Ada Lovelace');
  await expect(row(page, 'The September letter')).toContainText('The user unsubscribed from emails of this kind');
  await expect(row(page, 'Minutes of the last meeting')).toContainText('An attempt failed and will be repeated');
  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, 'Alan Turing')).toContainText('The template does not export a function named EmailTemplate.');
  await state(page).selectOption('Not delivered');
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL(/tab=outbox&state=server-error/);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked();

  await openEmail(screens, 'Your order of punched cards');
  await expect(screens.dialog).toContainText('The email server didn’t respond in time');
  const attempts = screens.dialog.getByRole('region', { name: 'Failed attempts' }).getByRole('listitem');
  await expect(attempts).toHaveCount(5);
  await expect(attempts.first()).toContainText('Attempt 1:');
  await screens.dialog.getByRole('radio', { name: 'Preview' }).click();
  await expect(page.frameLocator('iframe').getByText('Your order of punched cards.')).toBeVisible();
  await screens.dialog.getByRole('radio', { name: 'Source' }).click();
  await expect(screens.dialog.getByRole('group', { name: 'Source' })).toContainText('export function EmailTemplate');
  await page.keyboard.press('Escape');
  await expect(screens.dialog).toHaveCount(0);
  await state(page).selectOption('Any state');
  await page.getByRole('radio', { name: 'In progress' }).click();
  await state(page).selectOption('Rendering');
  await expect(page.getByRole('heading', { name: 'No emails match this filter' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(row(page, 'The engine is oiled tomorrow')).toBeVisible();
});

step('a scheduled email is paused, resumed, rescheduled and canceled', async ({ page, screens, environment }) => {
  await open(screens);
  const subject = 'The engine is oiled tomorrow';
  const { id = '' } = (await emailWith(environment, page, subject)) ?? {};
  const stored = () => asProject(environment, page, 'outbox.read', { params: { id } });
  await openEmail(screens, subject);
  const { dialog } = screens;
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await press('Pause');
  await expect(page.getByText('Email paused', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('Not shown while paused');
  expect(await stored()).toMatchObject({ status: 'paused' });
  await press('Resume');
  await expect(dialog.getByText('Scheduled', { exact: true })).toBeVisible();

  await press('Change time…');
  const time = page.getByLabel('Send at');
  await time.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a date and a time')).toBeVisible();
  await time.fill('2020-01-02T09:30');
  await expect(page.getByText('This time has passed: the email is sent at once.')).toBeVisible();
  await time.fill('2031-01-02T09:30');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Time changed', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('2031');
  expect(await stored()).toMatchObject({ scheduled_at_millis: new Date(2031, 0, 2, 9, 30).getTime() });

  await press('Cancel email…');
  await expect(page.getByText('You can’t undo this.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep email' }).click();
  expect(await stored()).toMatchObject({ status: 'scheduled' });
  await press('Cancel email…');
  await page.getByRole('button', { name: 'Cancel email', exact: true }).click();
  await expect(page.getByText('Email canceled', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('Canceled by a project admin or a program');
  await expect(dialog.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, subject)).toContainText('Skipped');
});

step('a failed email is sent again as it is', async ({ page, screens, environment }) => {
  await open(screens, '&state=error');
  const subject = 'Your order of punched cards';
  await openEmail(screens, subject);
  await screens.dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Email queued again', { exact: true })).toBeVisible();
  await expect(screens.dialog.getByText('Sent', { exact: true }).first()).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, subject)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Finished' }).click();
  await expect(row(page, subject)).toContainText('Sent');
  expect((await emailWith(environment, page, subject))?.status).toBe('sent');
});

test('what was canceled elsewhere is explained and shown as it is', async ({ page, screens, environment }) => {
  await open(screens);
  const subject = 'The engine is oiled tomorrow';
  const { id = '' } = (await emailWith(environment, page, subject)) ?? {};
  const body = { cancel: true };
  await openEmail(screens, subject);
  await screens.dialog.getByRole('button', { name: 'Cancel email…' }).click();
  await asProject(environment, page, 'outbox.update', { params: { id }, body });
  await page.getByRole('button', { name: 'Cancel email', exact: true }).click();
  const alert = screens.dialog.getByRole('alert');
  await expect(alert).toContainText('This email can no longer be changed');
  await expect(alert).toContainText('Its current state is shown.');
  await expect(screens.dialog).toContainText('Canceled by a project admin or a program');
});

test('a lost response is looked up', async ({ page, screens, proxied }) => {
  await connected(page, proxied, 'Engines');
  await screens.entry('Email').click();
  await page.getByRole('tab', { name: 'Outbox' }).click();
  const subject = 'The engine is oiled tomorrow';
  await openEmail(screens, subject);
  const read = proxied.requests.findLast((request) => /^GET \/emails\/outbox\/[0-9a-f-]{36}$/.test(request));
  const path = `PATCH ${read?.replace('GET ', '')}`;
  proxied.replaced.set(path, { status: 500, text: 'Something went wrong.' });
  await screens.dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(screens.dialog.getByRole('alert')).toContainText('the change wasn’t made');
  proxied.replaced.clear();
  proxied.lost.add('PATCH /emails/outbox/:id');
  await screens.dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Email paused', { exact: true })).toBeVisible();
  await expect(screens.dialog.getByRole('alert')).toHaveCount(0);
  await expect(screens.dialog.getByRole('button', { name: 'Resume' })).toBeVisible();
});

test('an email whose time comes is followed until it was sent', async ({ page, screens, environment }) => {
  await open(screens);
  const due = row(page, 'The engine is oiled tomorrow');
  await expect(due).toContainText('Scheduled');
  await page.clock.install();
  await environment.pass(26 * 3_600_000 - 30_000);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(due).toContainText('Now');
  await expect(due).toContainText('Scheduled');
  await environment.pass(60_000);
  await page.clock.runFor(11_000);
  await expect(due).toContainText('Sent');
});

test('more emails are loaded on request', async ({ page, screens, environment }) => {
  const server = await startMailServer();
  await open(screens);
  await asProject(environment, page, 'projects.update', { body: { config: { email_config: { type: 'standard', ...server.config } } } });
  const { items } = (await asProject(environment, page, 'users.list', { query: { limit: 60 } })) as { items: { id: string }[] };
  const body = {
    user_ids: items.map(({ id }) => id),
    subject: 'To all',
    html: '<p>Hello</p>',
    notification_category_name: 'Transactional',
  };
  await asProject(environment, page, 'emails.sendEmail', { body });
  const footer = page.getByRole('status').filter({ hasText: 'emails loaded' });
  await expect(footer).toContainText('50 emails loaded');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ emails$/ })).toBeVisible();
  await server.close();
});

test('emails are sent faster for four hours, once', async ({ page, screens, environment }) => {
  const email_config = {
    type: 'standard',
    host: 'h.example',
    port: 25,
    username: 'u',
    password: 'p',
    sender_name: 's',
    sender_email: 's@x.example',
  };
  await page.setViewportSize({ width: 1000, height: 640 });
  await open(screens);
  await asProject(environment, page, 'projects.update', { body: { config: { email_config } } });
  await page.getByRole('button', { name: 'Delivery figures' }).click();
  // Below the fields of the server.
  await expect(page.getByRole('button', { name: 'Send faster for 4 hours' })).toBeInViewport();
  const table = page.getByRole('table', { name: 'Delivery figures' });
  await expect(table.getByRole('row', { name: /^Past day/ })).toContainText('1');
  const boost = page.getByRole('button', { name: 'Send faster for 4 hours' });
  await boost.click();
  await expect(screens.dialog).toContainText('You can’t end this early.');
  await screens.dialog.getByRole('button', { name: 'Send faster', exact: true }).click();
  await expect(page.getByText('Emails are sent faster for 4 hours', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Sending faster until/)).toBeVisible();
  await expect(boost).toHaveCount(0);
});

step('a boost that is active already is no failure', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await screens.visit('email');
  await page.getByRole('button', { name: 'Send faster for 4 hours' }).click();
  await asProject(environment, page, 'outbox.boost', { body: {} });
  await screens.dialog.getByRole('button', { name: 'Send faster', exact: true }).click();
  await expect(page.getByText('Emails are already sent faster', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Sending faster until/)).toBeVisible();
});

test('a read-only connection says why nothing can be changed', async ({ page, screens, environment }) => {
  await open(screens);
  await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
  await openEmail(screens, 'The engine is oiled tomorrow');
  const pause = screens.dialog.getByRole('button', { name: 'Pause' });
  await expect(pause).toHaveAttribute('aria-disabled', 'true');
  await expect(pause).toHaveAccessibleDescription(/read-only/);
});

test.describe('on the first supported release', () => {
  test.use({ sandboxRelease: '2.8.4' });

  test('there is no outbox, and its address says why', async ({ page, screens }) => {
    await screens.startSandbox();
    await screens.visit('email');
    await expect(page.getByRole('tab', { name: 'Sent' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Server' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Outbox' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Delivery figures' })).toHaveCount(0);
    await screens.visit('email?tab=outbox');
    await expect(page.getByRole('heading', { name: 'Not available in this service version' })).toBeVisible();
    await expect(page.getByText(/requires version 2\.8\.59/)).toBeVisible();
  });
});
