/** The project's email settings in every state. */
import type { Reply } from '../../src/contract/errors';
import { go, goWith, type Scene, type Stage } from './stage';

const path = '/c/sandbox/email';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const refused: Reply = {
  ok: true,
  value: {
    success: false,
    error_message: 'Failed to authenticate with the email server. Please check your email credentials configuration.',
  },
};

const server = {
  Host: 'smtp.analytical.example',
  Username: 'mailer',
  'Sender name': 'Analytical Engines',
  'Sender email': 'noreply@analytical.example',
};

async function fill({ screens: { page } }: Stage): Promise<void> {
  await page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
  for (const [label, text] of Object.entries(server)) await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
}

export const emailScenes: readonly Scene[] = [
  {
    name: 'email server',
    show: async (stage) => {
      await go(stage, path);
      await stage.screens.page.getByRole('combobox', { name: 'Server' }).waitFor();
    },
  },
  {
    name: 'email server, test failed',
    show: async (stage) => {
      const { page } = stage.screens;
      await goWith(stage, path, { 'service.emails.sendTestEmail': refused });
      await fill(stage);
      await page.getByRole('button', { name: 'Send test email' }).click();
      await page.getByText('The email server rejected the username or password').waitFor();
    },
  },
  {
    name: 'email server, incomplete',
    show: async (stage) => {
      const { page } = stage.screens;
      await go(stage, path);
      await page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Enter the server’s host name').waitFor();
    },
  },
  {
    name: 'email server, failed',
    show: async (stage) => {
      await goWith(stage, path, { 'service.projects.read': lost });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
];
