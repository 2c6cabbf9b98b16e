/** Emails that a project admin writes to users, to one after another as releases up to 2.8.26 take them. */
import type { Page } from '@playwright/test';
import { closedPort, startMailServer } from '#sandbox/testing/mail-server.ts';
import { asProject, userNamed } from '../support/browser/demo-project';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { typeText } from '../support/browser/type-text';
import { expect, test } from '../support/page/fixtures';

// Later releases take an email for several users at once, which another spec sends.
test.use({ sandboxRelease: '2.8.26' });

// The browser reports what the policy and the sandbox of the frame prevent.
test.use({ expectedComplaints: /Content Security Policy|sandboxed|ERR_BLOCKED_BY_CSP/ });

const grace = 'grace.hopper@analytical.example';
const dialog = (page: Page, name: string | RegExp = 'Send email') => page.getByRole('dialog', { name });
const recipients = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Recipients' }).getByRole('listitem');
const sendButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Send (email|to )/ });

type Server = Awaited<ReturnType<typeof startMailServer>>['config'];

async function useServer(environment: TestEnvironment, page: Page, server: Server): Promise<void> {
  await asProject(environment, page, 'projects.update', { body: { config: { email_config: { type: 'standard', ...server } } } });
}

/** Selects users of the list, who are found by a text. */
async function select(screens: Screens, text: string, ...names: readonly RegExp[]): Promise<void> {
  await screens.visit(`users?q=${encodeURIComponent(text)}`);
  for (const name of names) await screens.userRow(name).getByRole('checkbox').click();
  await screens.page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click();
  await screens.page.getByRole('menuitem', { name: 'Send email…' }).click();
  await dialog(screens.page).waitFor();
}

async function write(page: Page, subject: string, html: string): Promise<void> {
  await dialog(page).getByLabel('Subject', { exact: true }).fill(subject);
  await dialog(page).getByLabel('Content', { exact: true }).fill(html);
}

const { step, takeSteps } = createSteps();
test('emails that an admin writes to users', takeSteps);

step('an email to one user is written from the user’s menu, previewed, and sent', async ({ page, screens, environment }) => {
  const server = await startMailServer();
  await screens.startSandbox();
  await useServer(environment, page, server.config);
  await screens.visit('users?q=ada%40analytical');
  await screens.userRow(/Ada Lovelace/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Send email' }).click();
  await dialog(page).waitFor();
  await expect(recipients(page)).toHaveText([/Ada Lovelace.*ada@analytical\.example/]);
  await expect(sendButton(page)).toHaveText('Send to 1 user');
  await sendButton(page).click();
  await expect(dialog(page).getByLabel('Subject', { exact: true })).toHaveAccessibleDescription('Enter a subject');
  await expect(dialog(page).getByLabel('Content', { exact: true })).toHaveAccessibleDescription(/^Enter the content/);
  expect(server.messages).toEqual([]);

  await write(
    page,
    'News of the engine',
    '<h1>It runs</h1><script>top.document.title = "owned"</script><img src=x onerror="top.document.title=1">',
  );
  await dialog(page).getByLabel('Category').selectOption('Marketing');
  await expect(page.frameLocator('iframe[title="Preview of the email"]').getByRole('heading', { name: 'It runs' })).toBeVisible();
  await sendButton(page).click();
  await expect(dialog(page, 'Email sent to 1 user')).toBeVisible();
  await expect(recipients(page)).toHaveText([/Ada Lovelace.*Sent$/]);
  expect(server.messages).toHaveLength(1);
  expect(server.messages[0]).toContain('Subject: News of the engine');
  expect(server.messages[0]).toContain('unsubscribe');
  await page.getByRole('button', { name: 'Open sent emails' }).click();
  await expect(page.getByRole('grid', { name: 'Sent emails' }).getByRole('row').filter({ hasText: 'News of the engine' })).toHaveCount(1);
  await expect(page).not.toHaveTitle(/owned|^1$/);
  await server.close();
});

step('each selected user has a result: sent, refused, deleted before, without an address', async ({ page, screens, environment }) => {
  const server = await startMailServer();
  await screens.startSandbox();
  await useServer(environment, page, server.config);
  const deleted = (await asProject(environment, page, 'users.create', {
    body: { display_name: 'Zed One', primary_email: 'zed@one.example' },
  })) as {
    id: string;
  };
  await asProject(environment, page, 'users.create', { body: { display_name: 'Zed Two' } });
  await asProject(environment, page, 'users.create', { body: { display_name: 'Zed Three', primary_email: 'zed@three.example' } });
  await select(screens, 'Zed', /Zed One/, /Zed Two/, /Zed Three/);
  await expect(dialog(page).getByText('3 recipients')).toBeVisible();
  await expect(recipients(page).filter({ hasText: 'Zed Two' })).toContainText('This user has no email address');
  await expect(sendButton(page)).toHaveText('Send to 2 users');
  await asProject(environment, page, 'users.delete', { params: { user_id: deleted.id } });
  await write(page, 'Hello', '<p>Hello</p>');
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The email wasn’t sent to 1 user');
  await expect(recipients(page).filter({ hasText: 'Zed One' })).toContainText('This user no longer exists.');
  await expect(recipients(page).filter({ hasText: 'Zed Three' })).toContainText('Sent');
  await dialog(page).getByRole('button', { name: 'Remove Zed One from the recipients' }).click();
  await expect(dialog(page, 'Email sent to 1 user')).toBeVisible();
  expect(server.messages).toHaveLength(1);
  await server.close();
});

step('an email whose delivery fails may have been sent, and stays as it was written', async ({ page, screens, environment }) => {
  await screens.startSandbox();
  await useServer(environment, page, await closedPort());
  await select(screens, 'hopper', /Grace Hopper/);
  await write(page, 'Hello', '<p>Hello</p>');
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The email may have been sent to 1 user.');
  await expect(recipients(page)).toContainText('May have been sent');
  await expect(sendButton(page)).toHaveText('Send to 1 user');
  await expect(dialog(page).getByLabel('Subject', { exact: true })).toHaveValue('Hello');
});

test('recipients are found from the sent emails; with the shared server, the dialog says why not', async ({
  page,
  screens,
  environment,
}) => {
  await screens.startSandbox();
  await screens.visit('email?tab=sent');
  await page.getByRole('button', { name: 'Send email' }).click();
  await dialog(page).waitFor();
  await expect(dialog(page)).toContainText('This requires the project’s own email server');
  await expect(sendButton(page)).toHaveAccessibleDescription('This requires the project’s own email server');
  await typeText(dialog(page).getByRole('searchbox'), 'grace.hopper');
  await dialog(page)
    .getByRole('list', { name: 'Users found' })
    .getByRole('button', { name: /Grace Hopper/ })
    .click();
  await expect(recipients(page)).toHaveText([/Grace Hopper/]);
  await dialog(page)
    .getByRole('list', { name: 'Users found' })
    .getByRole('button', { name: /Grace Hopper/ })
    .click();
  await expect(recipients(page)).toHaveCount(1);
  const server = await startMailServer();
  await useServer(environment, page, server.config);
  await expect(dialog(page)).not.toContainText('This requires the project’s own email server');
  await write(page, 'Hello', '<p>Hello</p>');
  await sendButton(page).click();
  await expect(dialog(page, 'Email sent to 1 user')).toBeVisible();
  expect(server.messages[0]).toContain(grace);
  await server.close();
});

step(
  'a connection that asks before changes asks before the email too; a read-only one sends none',
  async ({ page, screens, environment }) => {
    const server = await startMailServer();
    await screens.startSandbox();
    await useServer(environment, page, server.config);
    await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'confirm-writes' } });
    await select(screens, 'hopper', /Grace Hopper/);
    await write(page, 'Hello', '<p>Hello</p>');
    await sendButton(page).click();
    const confirmation = dialog(page, 'Send this email in “Analytical Engines”?');
    await expect(confirmation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    await expect(recipients(page)).toContainText('Not sent');
    expect(server.messages).toEqual([]);
    await sendButton(page).click();
    await confirmation.getByRole('button', { name: 'Send email' }).click();
    await expect(dialog(page, 'Email sent to 1 user')).toBeVisible();
    expect(server.messages).toHaveLength(1);
    await page.getByRole('button', { name: 'Close' }).last().click();

    await environment.ask(page, 'connections.edit', { id: 'sandbox', change: { safety: 'read-only' } });
    await screens.visit(`users/${await userNamed(environment, page, 'Ada Lovelace')}`);
    await page.getByRole('heading', { name: 'Ada Lovelace', exact: true, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    const item = page.getByRole('menuitem', { name: /^Send email/ });
    await expect(item).toContainText('read-only');
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    await server.close();
  },
);
