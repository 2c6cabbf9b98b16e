/** Drafts of emails: written, previewed, and sent to some users or to everyone. */
import type { Page } from '@playwright/test';
import { startMailServer } from '#sandbox/testing/mail-server.ts';
import { interceptBridge } from '../gallery/replies';
import { asProject } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';

interface Draft {
  readonly id: string;
  readonly display_name: string;
  readonly tsx_source: string;
  readonly theme_id?: string | false;
  readonly sent_at_millis: number | null;
}

const drafts = async (environment: TestEnvironment, page: Page) =>
  ((await asProject(environment, page, 'emailDrafts.list', {})) as { drafts: Draft[] }).drafts;
const named = async (environment: TestEnvironment, page: Page, name: string) =>
  (await drafts(environment, page)).find((draft) => draft.display_name === name);
const source = (screens: Screens) => screens.page.getByLabel('Source', { exact: true });
const list = (page: Page) => page.getByRole('navigation', { name: 'Email drafts' });

async function openDrafts(screens: Screens): Promise<void> {
  await screens.entry('Email').click();
  await screens.page.getByRole('tab', { name: 'Drafts' }).click();
  await expect(source(screens)).toHaveValue(/export function/);
}

async function useOwnServer(environment: TestEnvironment, page: Page) {
  const server = await startMailServer();
  await asProject(environment, page, 'projects.update', { body: { config: { email_config: { type: 'standard', ...server.config } } } });
  return server;
}

const { step, takeSteps } = createSteps();
test('drafts of emails', takeSteps);

step('a draft is created, renamed, given a theme, changed, and deleted', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await openDrafts(screens);
  await expect(list(page).getByRole('button', { name: /^Autumn news/ })).toContainText('Sent');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await screens.dialog.getByLabel('Name', { exact: true }).pressSequentially('Spring');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Draft created', { exact: true })).toBeVisible();
  const editor = page.getByRole('region', { name: 'Spring', exact: true });
  await expect(editor.getByText('Not sent yet')).toBeVisible();
  await expect(page.getByTitle('Preview of Spring')).toBeVisible();

  await editor.getByLabel('Theme', { exact: true }).selectOption('Default Dark');
  await expect(page.getByText('Theme of the draft saved', { exact: true })).toBeVisible();
  const dark = (await named(environment, page, 'Spring'))?.theme_id;
  expect(dark).toMatch(/^[0-9a-f-]{36}$/);

  await source(screens).press('Control+End');
  await source(screens).pressSequentially('// spring');
  await expect(editor.getByRole('button', { name: 'Send…' })).toHaveAccessibleDescription('Save your changes first');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Spring saved', { exact: true })).toBeVisible();
  expect(await named(environment, page, 'Spring')).toMatchObject({ theme_id: dark, tsx_source: expect.stringMatching(/\/\/ spring$/) });

  await editor.getByRole('button', { name: 'Edit Name' }).click();
  await editor.getByRole('textbox', { name: 'Name' }).fill('Summer');
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('button', { name: 'Summer' })).toBeVisible();
  expect(await named(environment, page, 'Summer')).toMatchObject({ theme_id: dark, tsx_source: expect.stringMatching(/\/\/ spring$/) });

  await page.getByRole('region', { name: 'Summer', exact: true }).getByRole('button', { name: 'Delete draft' }).click();
  await screens.dialog.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('Summer deleted', { exact: true })).toBeVisible();
  await expect(list(page).getByRole('button', { name: 'Summer' })).toHaveCount(0);
  await expect(source(screens)).toHaveValue(/export function/);
});

step('deleting a draft with unsaved changes asks once, and opens another draft', async ({ page, screens }) => {
  await screens.startSandbox();
  await openDrafts(screens);
  await list(page)
    .getByRole('button', { name: /^Autumn news/ })
    .click();
  const editor = page.getByRole('region', { name: 'Autumn news', exact: true });
  await editor.getByLabel('Source', { exact: true }).press('Control+End');
  await editor.getByLabel('Source', { exact: true }).pressSequentially('// lost');
  await editor.getByRole('button', { name: 'Delete draft' }).click();
  await screens.dialog.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('Autumn news deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Maintenance', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

step(
  'after a draft went to everyone, users who were chosen before aren’t listed as its recipients',
  async ({ page, screens, environment }) => {
    await screens.startSandbox();
    const server = await useOwnServer(environment, page);
    await openDrafts(screens);
    await page.getByRole('button', { name: 'Send…' }).click();
    const form = page.getByRole('dialog', { name: 'Send draft' });
    await form.getByRole('searchbox').pressSequentially('hopper');
    await form.getByRole('button', { name: /Grace Hopper/ }).click();
    await form.getByRole('radio', { name: 'Everyone' }).click();
    await form.getByRole('radio', { name: 'At a time' }).click();
    await form.getByRole('button', { name: 'Send to everyone' }).click();
    await page
      .getByRole('alertdialog', { name: 'Send the draft to everyone?' })
      .getByRole('textbox')
      .pressSequentially('Analytical Engines');
    await page.keyboard.press('Enter');
    const sent = page.getByRole('dialog', { name: /^Email sent to \d+ users$/ });
    await expect(sent).toBeVisible();
    await expect(sent.getByText('Grace Hopper')).toHaveCount(0);
    await server.close();
  },
);

test('after a lost response, nothing goes to everyone again without typing the name again', async ({ page, screens, environment }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.startSandbox();
  const server = await useOwnServer(environment, page);
  await openDrafts(screens);
  bridge.set({ 'service.emailDrafts.send': { ok: false, error: { code: 'connection-lost' } } });
  await page.getByRole('button', { name: 'Send…' }).click();
  const form = page.getByRole('dialog', { name: 'Send draft' });
  await form.getByRole('radio', { name: 'Everyone' }).click();
  await form.getByRole('button', { name: 'Send to everyone' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send the draft to everyone?' });
  await question.getByRole('textbox').pressSequentially('Analytical Engines');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(form.getByText('The emails may have been sent.')).toBeVisible();
  await form.getByRole('button', { name: 'Send to everyone' }).click();
  await expect(question.getByRole('textbox')).toHaveValue('');
  await expect(question.getByRole('button', { name: 'Send to everyone' })).toBeDisabled();
  await server.close();
});

test('a draft that was deleted elsewhere keeps what was typed, and says that it’s gone', async ({ page, screens }) => {
  const bridge = await interceptBridge(page);
  await page.reload();
  await screens.startSandbox();
  await openDrafts(screens);
  await list(page).getByRole('button', { name: 'Maintenance' }).click();
  const gone = { code: 'service-error', status: 404, text: 'No draft found with given id' } as const;
  bridge.set({ 'service.emailDrafts.read': { ok: false, error: gone } });
  const editor = page.getByRole('region', { name: 'Maintenance', exact: true });
  await editor.getByLabel('Theme', { exact: true }).selectOption('Default Dark');
  await expect(editor.getByRole('alert').filter({ hasText: 'This no longer exists at the service' })).toBeVisible();
  await source(screens).press('Control+End');
  await source(screens).pressSequentially('// kept');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByRole('alert').filter({ hasText: 'This no longer exists at the service' })).toHaveCount(2);
  await expect(source(screens)).toHaveValue(/\/\/ kept$/);
});

step('a draft that can’t be rendered says that its emails would fail', async ({ page, screens }) => {
  await screens.startSandbox();
  await openDrafts(screens);
  await source(screens).fill('export function Nothing() {}');
  await expect(page.getByText('Emails sent from it would fail.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/ saved$/).first()).toBeVisible();
});

test('a draft is sent to a chosen user, who shows in the outbox', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const server = await useOwnServer(environment, page);
  await openDrafts(screens);
  await list(page).getByRole('button', { name: 'Maintenance' }).click();
  await page.getByRole('button', { name: 'Send…' }).click();
  const { dialog } = screens;
  await expect(dialog.getByRole('button', { name: 'Send' })).toHaveAccessibleDescription(/recipient/i);
  await dialog.getByRole('searchbox').pressSequentially('hopper');
  await dialog.getByRole('button', { name: /Grace Hopper/ }).click();
  await dialog.getByRole('button', { name: 'Send to 1 user' }).click();
  await expect(page.getByRole('dialog', { name: 'Email sent to 1 user' })).toBeVisible();
  await page.getByRole('button', { name: 'Open outbox' }).click();
  await expect(page.getByRole('tab', { name: 'Outbox', selected: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Grace Hopper/ }).first()).toContainText('The engine rests on Sunday');
  await expect(async () => expect(server.messages.length).toBe(1)).toPass();
  expect((await named(environment, page, 'Maintenance'))?.sent_at_millis).toBeGreaterThan(0);
  await server.close();
});

test('a draft goes to everyone at a time, once the project’s name was typed', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  const server = await useOwnServer(environment, page);
  await openDrafts(screens);
  await page.getByRole('button', { name: 'Send…' }).click();
  const form = page.getByRole('dialog', { name: 'Send draft' });
  await form.getByRole('radio', { name: 'Everyone' }).click();
  await expect(form.getByText('All users of the project get this email')).toBeVisible();
  await form.getByRole('radio', { name: 'At a time' }).click();
  await form.getByLabel('Send at', { exact: true }).fill('2099-01-01T10:00');
  await form.getByRole('button', { name: 'Send to everyone' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send the draft to everyone?' });
  await expect(question.getByRole('button', { name: 'Send to everyone' })).toBeDisabled();
  await question.getByRole('textbox').pressSequentially('Analytical Engines');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Email sent to \d+ users$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Open outbox' }).click();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: 'Scheduled' })
      .filter({ hasText: /In 7\d years/ })
      .first(),
  ).toBeVisible();
  expect(server.messages).toEqual([]);
  await server.close();
});

test('the shared server can’t send drafts, and the dialog opens the server', async ({ page, screens }) => {
  await screens.startSandbox();
  await openDrafts(screens);
  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(screens.dialog.getByText('This requires the project’s own email server').first()).toBeVisible();
  await screens.dialog.getByRole('button', { name: 'Set up email server' }).click();
  await expect(page.getByRole('tab', { name: 'Server', selected: true })).toBeVisible();
});

test.describe('before 2.8.69', () => {
  test.use({ sandboxRelease: '2.8.58' });
  test('a draft can’t be deleted, or sent at a time', async ({ page, screens }) => {
    await screens.startSandbox();
    await openDrafts(screens);
    await expect(page.getByRole('button', { name: 'Delete draft' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Send…' }).click();
    await expect(screens.dialog.getByRole('radio', { name: 'Everyone' })).toBeVisible();
    await expect(screens.dialog.getByRole('radio', { name: 'At a time' })).toHaveCount(0);
  });
});
