/** The email server of a project: its form, the test before it is saved, and what its failures mean. */
import type { Page } from '@playwright/test';
import { closedPort, failingMailServer, startMailServer } from '#sandbox/testing/mail-server.ts';
import type { Screens } from '../support/browser/screens';
import { createSteps } from '../support/browser/steps';
import type { TestEnvironment } from '../support/browser/test-environment';
import { expect, test } from '../support/page/fixtures';
import { ownEmailServer } from '../support/samples/own-email-server';

// Templates by type are of releases up to 2.8.26.
test.use({ sandboxRelease: '2.8.4' });

const project = { actor: 'project', connectionId: 'sandbox' };

type Server = Awaited<ReturnType<typeof startMailServer>>['config'];

async function open(screens: Screens): Promise<void> {
  await screens.startSandbox();
  await screens.entry('Email', 'Admin').click();
  await type(screens.page).waitFor();
}

const type = (page: Page) => page.getByRole('combobox', { name: 'Server' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const testSection = (page: Page) => page.getByRole('region', { name: 'Test', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function fill(page: Page, server: Partial<Server>): Promise<void> {
  const { host, port, username, password: secret, sender_name: name, sender_email: email } = server;
  await type(page).selectOption('Your own server');
  const texts: Record<string, string | undefined> = { Host: host, Port: port?.toString(), Username: username };
  const sender = { 'Sender name': name, 'Sender email': email };
  for (const [label, text] of Object.entries({ ...texts, ...sender })) if (text !== undefined) await field(page, label).fill(text);
  if (secret !== undefined) await password(page).fill(secret);
}

async function sendTest(page: Page, recipient = 'ada@analytical.example'): Promise<void> {
  await testSection(page).getByLabel('Recipient').fill(recipient);
  await testSection(page).getByRole('button', { name: 'Send test email' }).click();
}

const stored = async (page: Page, environment: TestEnvironment) => {
  const { config } = (await environment.ask(page, 'service.projects.read', project)) as { config: { email_config: Partial<Server> } };
  return config.email_config;
};
const update = (page: Page, environment: TestEnvironment, email_config: object) =>
  environment.ask(page, 'service.projects.update', { ...project, body: { config: { email_config } } });

test('an own server is tested with the edited values, then saved, and its password never shown', async ({
  page,
  screens,
  environment,
  sentToWindows,
}) => {
  const server = await startMailServer();
  await open(screens);
  await expect(testSection(page)).toHaveCount(0);
  await type(page).selectOption('Your own server');
  await expect(testSection(page).getByRole('button', { name: 'Send test email' })).toHaveAccessibleDescription(/complete the fields/);
  await save(page).click();
  await expect(field(page, 'Host')).toHaveAccessibleDescription('Enter the server’s host name');
  await expect(password(page)).toHaveAccessibleDescription(/Enter the password/);
  await fill(page, { ...server.config, port: 70_000 });
  await save(page).click();
  await expect(field(page, 'Port')).toHaveAccessibleDescription('Enter 65,535 or less');

  await fill(page, server.config);
  await expect(testSection(page)).toContainText('The email appears among the sent emails.');
  await sendTest(page, 'not an address');
  await expect(testSection(page).getByLabel('Recipient')).toHaveAccessibleDescription('Enter a valid email address');
  await expect(page.getByText('These values haven’t been tested')).toBeVisible();
  await sendTest(page);
  await expect(page.getByText('The email server accepted the test email to ada@analytical.example')).toBeVisible();
  await expect(page.getByText('These values haven’t been tested')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Test before saving' })).toHaveCount(0);
  expect(server.messages).toHaveLength(1);
  expect(await stored(page, environment)).toEqual({ type: 'shared' });

  await save(page).click();
  await expect(page.getByText('Email server saved', { exact: true })).toBeVisible();
  await expect(password(page)).toHaveValue('');
  await expect(password(page)).toHaveAccessibleDescription(/Stored, and never shown/);
  expect(await stored(page, environment)).toMatchObject({
    type: 'standard',
    host: server.config.host,
    password: { ref: expect.any(String) },
  });

  // The stored password is used without being entered again, but only for its own host.
  await field(page, 'Sender name').fill('Looms');
  await sendTest(page);
  await expect.poll(() => server.messages.length).toBe(2);
  expect(server.messages[1]).toContain('From: Looms');
  await save(page).click();
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await sendTest(page);
  await expect.poll(() => server.messages.length).toBe(3);
  await field(page, 'Host').fill('localhost');
  await expect(password(page)).toHaveAccessibleDescription(/isn’t sent to another host/);
  await save(page).click();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  expect(sentToWindows.filter((text) => text.includes(server.config.password))).toEqual([]);
  await server.close();
});

const { step, takeSteps } = createSteps();
test('the email server of a project', takeSteps);

step('a failed test shows the service’s words and what to do', async ({ page, screens }) => {
  await open(screens);
  const failures = [
    {
      server: await startMailServer('login'),
      title: 'The email server rejected the username or password',
      words: /Failed to authenticate/,
    },
    { server: await startMailServer('sender'), title: 'The email server doesn’t accept this sender', words: /553 Not from there/ },
    { server: await startMailServer('recipient'), title: 'The email server doesn’t accept this recipient', words: /Unknown recipient/ },
    { server: await failingMailServer('hangs-up'), title: 'The email server closed the connection', words: /closed the connection/ },
    {
      server: { config: await closedPort(), close: () => Promise.resolve() },
      title: 'The service couldn’t connect to the email server',
      words: /Failed to connect to the email host/,
    },
    { server: await failingMailServer('nonsense'), title: 'The test email wasn’t sent', words: /Unknown error/ },
  ];
  for (const { server, title, words } of failures) {
    await fill(page, server.config);
    await sendTest(page);
    const alert = testSection(page).getByRole('alert');
    await expect(alert).toContainText(title);
    await expect(alert).toContainText(words);
    await field(page, 'Username').fill('other');
    await expect(alert).toHaveCount(0);
    await server.close();
  }
  const stalled = await failingMailServer('silent');
  await fill(page, stalled.config);
  await sendTest(page);
  await expect(testSection(page).getByText(/can take up to 10 seconds/)).toBeVisible();
  await expect(testSection(page).getByRole('alert')).toContainText('didn’t respond in time', { timeout: 20_000 });
  await stalled.close();
});

step('a server that another admin changed is never overwritten', async ({ page, screens, environment }) => {
  await open(screens);
  await update(page, environment, ownEmailServer);
  await expect(field(page, 'Host')).toHaveValue('a.example');
  await field(page, 'Username').fill('mine');
  await field(page, 'Sender name').fill('Mine');
  await update(page, environment, { ...ownEmailServer, username: 'theirs', port: 465 });
  const conflict = page.getByRole('group', { name: /Username/ });
  await expect(conflict).toContainText('theirs');
  await expect(field(page, 'Port')).toHaveValue('465');
  await save(page).click();
  expect(await stored(page, environment)).toMatchObject({ username: 'theirs', sender_name: 'S' });
  await conflict.getByRole('radio', { name: /Your value/ }).click();
  await save(page).click();
  await expect(page.getByText('Email server saved, not tested', { exact: true })).toBeVisible();
  expect(await stored(page, environment)).toMatchObject({ username: 'mine', port: 465, sender_name: 'Mine' });
});

step('the shared server is refused while custom templates exist, and the reason explained', async ({ page, screens, environment }) => {
  await open(screens);
  await update(page, environment, ownEmailServer);
  const params = { type: 'password_reset' };
  await environment.ask(page, 'service.emails.updateTemplate', { ...project, params, body: { subject: 'Ours' } });
  await type(page).selectOption('Shared server of the service');
  await save(page).click();
  await expect(page.getByRole('main')).toContainText('This project has custom templates');
  expect(await stored(page, environment)).toMatchObject({ type: 'standard' });
  await environment.ask(page, 'service.emails.resetTemplate', { ...project, params });
  await save(page).click();
  await expect(page.getByText('Email server saved', { exact: true })).toBeVisible();
  expect(await stored(page, environment)).toEqual({ type: 'shared' });
});
