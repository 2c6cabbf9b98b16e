/** The project's email settings in every state. */
import { expect } from '@playwright/test';
import type { Reply } from '#contract/errors.ts';
import { go, goWith, placeholder, type Scene, type SceneContext } from './scene';
import { selectRows } from './select-rows';

const path = '/c/sandbox/email';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const refused: Reply = {
  ok: true,
  value: {
    success: false,
    error_message: 'Failed to authenticate with the email server. Please check your email credentials configuration.',
  },
};

const own = {
  type: 'standard',
  host: 'smtp.analytical.example',
  port: 587,
  username: 'mailer',
  sender_name: 'Analytical Engines',
  sender_email: 'noreply@analytical.example',
};
const emailOf = (id: number, to: string, error: object | null) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  subject: 'Reset your password at Analytical Engines',
  sent_at_millis: Date.now() - id * 3_000_000,
  to: [to],
  sender_config: own,
  error,
});
const greylisted = {
  errorType: 'TEMPORARY',
  message: 'Email server rejected the email: 450 4.7.1 Greylisted, try again later',
  canRetry: true,
};
const rejected = { errorType: 'REJECTED', message: 'Email server rejected the email: 550 5.7.1 Relaying denied', canRetry: false };
const sent: Reply = {
  ok: true,
  value: {
    items: [
      emailOf(1, 'ada@analytical.example', greylisted),
      emailOf(2, 'a.very.long.name.of.a.recipient.that.does.not.fit@a.very.long.domain.example', rejected),
      emailOf(3, 'grace.hopper@analytical.example', null),
    ],
    is_paginated: false,
  },
};

const server = {
  Host: 'smtp.analytical.example',
  Username: 'mailer',
  'Sender name': 'Analytical Engines',
  'Sender email': 'noreply@analytical.example',
};

async function fill({ screens: { page } }: SceneContext): Promise<void> {
  await page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
  for (const [label, text] of Object.entries(server)) await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
}

export const emailScenes: readonly Scene[] = [
  {
    name: 'email server',
    show: async (context) => {
      await go(context, path);
      await context.screens.page.getByRole('combobox', { name: 'Server' }).waitFor();
      // Domains and figures are read once the form is there.
      await expect(context.screens.page.locator('main [class*="skeleton"]')).toHaveCount(0);
    },
  },
  {
    name: 'email server, test failed',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, path, { 'service.emails.sendTestEmail': refused });
      await fill(context);
      await page.getByRole('button', { name: 'Send test email' }).click();
      await page.getByText('The email server rejected the username or password').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('main').getByRole('alert'),
  },
  {
    name: 'email server, incomplete',
    show: async (context) => {
      const { page } = context.screens;
      await go(context, path);
      await page.getByRole('combobox', { name: 'Server' }).selectOption('Your own server');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Enter the server’s host name').waitFor();
    },
  },
  {
    name: 'email server, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.projects.read': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'email templates, loading',
    show: async (context) => {
      await goWith(context, `${path}?tab=templates`, { 'service.emails.templates': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'sent emails',
    show: async (context) => {
      await goWith(context, `${path}?tab=sent`, { 'service.emails.sent': sent });
      await context.screens.page.getByRole('grid', { name: 'Sent emails' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'sent emails, details',
    after: 'sent emails',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await page.getByRole('grid', { name: 'Sent emails' }).getByRole('row').nth(1).click();
      await dialog.getByText('The error is temporary').waitFor();
    },
  },
  {
    name: 'sent emails, selected',
    show: async (context) => {
      await goWith(context, `${path}?tab=sent`, { 'service.emails.sent': sent });
      await selectRows(context, [0, 1]);
    },
  },
  {
    name: 'sent emails, none',
    show: async (context) => {
      await goWith(context, `${path}?tab=sent`, { 'service.emails.sent': { ok: true, value: { items: [], is_paginated: false } } });
      await context.screens.page.getByRole('heading', { name: 'No emails sent yet' }).waitFor();
    },
  },
  {
    name: 'sent emails, failed',
    show: async (context) => {
      await goWith(context, `${path}?tab=sent`, { 'service.emails.sent': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
];
