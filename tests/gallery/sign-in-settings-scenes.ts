/** Email addresses and sign-in methods in every state, and their overlays. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { oddEmails, sampleEmail, usualEmails } from './sample-emails';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/account/sign-in';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const listOf = (items: readonly object[]): Reply => ({ ok: true, value: { items, is_paginated: false } });

const { id: userId } = sampleUser;
const usual = usualEmails(userId);
const odd = [...oddEmails(userId), sampleEmail(userId, 4, '🧮@abacus.example')];

async function showSettings(context: SceneContext, items: readonly object[] = usual): Promise<void> {
  await goWith(context, path, { 'service.contactChannels.list': listOf(items) });
  await context.screens.page.getByRole('group', { name: 'Password' }).waitFor();
}

/** Shows the settings of a user who has everything. */
async function showProtected(context: SceneContext): Promise<void> {
  await goWith(context, path, {
    'service.contactChannels.list': listOf(usual),
    'service.users.me': { ok: true, value: { ...sampleUser, passkey_auth_enabled: true, requires_totp_mfa: true } },
  });
  await context.screens.page.getByRole('button', { name: 'Remove passkey' }).waitFor();
}

async function press(context: SceneContext, name: string): Promise<void> {
  await context.screens.page.getByRole('button', { name, exact: true }).click();
}

export const signInSettingsScenes: readonly Scene[] = [
  { name: 'sign-in settings', show: (context) => showSettings(context) },
  {
    name: 'sign-in settings, menu of an address',
    after: 'sign-in settings',
    closes: true,
    show: async (context) => {
      await press(context, 'Actions for ada.lovelace@home.example');
      await context.screens.page.getByRole('menuitem', { name: 'Remove email' }).waitFor();
    },
  },
  {
    name: 'sign-in settings, new address',
    after: 'sign-in settings',
    closes: true,
    show: async (context) => {
      await press(context, 'Add email');
      await context.screens.dialog.getByLabel('Email address').fill('ada@home.example');
    },
  },
  {
    name: 'sign-in settings, new password',
    after: 'sign-in settings',
    closes: true,
    show: async (context) => {
      await press(context, 'Change password');
      await context.screens.dialog.getByLabel('New password', { exact: true }).fill('Difference');
    },
  },
  {
    name: 'sign-in settings, code or link',
    after: 'sign-in settings',
    closes: true,
    show: async (context) => {
      await press(context, 'Actions for ada.lovelace@home.example');
      await context.screens.page.getByRole('menuitem', { name: 'Enter code or link' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'sign-in settings, removing an address',
    after: 'sign-in settings',
    closes: true,
    show: async (context) => {
      await press(context, 'Actions for ada.lovelace@home.example');
      await context.screens.page.getByRole('menuitem', { name: 'Remove email' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  { name: 'sign-in settings, odd addresses', show: (context) => showSettings(context, odd) },
  { name: 'sign-in settings, no addresses', show: (context) => showSettings(context, []) },
  {
    name: 'sign-in settings, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.contactChannels.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'sign-in settings, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.contactChannels.list': lost });
      await context.screens.page.getByRole('main').getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-in settings, setting up an app',
    show: async (context) => {
      await showSettings(context);
      await press(context, 'Set up app');
      await context.screens.page.getByRole('img', { name: /^QR code/ }).waitFor();
      await context.screens.page.getByLabel('2. Enter the 6-digit code').fill('407');
    },
  },
  { name: 'sign-in settings, passkey and 2FA', show: (context) => showProtected(context) },
  {
    name: 'sign-in settings, removing the passkey',
    after: 'sign-in settings, passkey and 2FA',
    closes: true,
    show: (context) => press(context, 'Remove passkey'),
  },
  {
    name: 'sign-in settings, turning off 2FA',
    after: 'sign-in settings, passkey and 2FA',
    closes: true,
    show: (context) => press(context, 'Turn off 2FA'),
  },
  {
    name: 'sign-in settings, email sent',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await goWith(context, path, {});
      await page.getByRole('button', { name: 'Add email' }).click();
      await dialog.getByLabel('Email address').fill('ada.lovelace@home.example');
      await dialog.getByRole('button', { name: 'Add email' }).click();
      await page.getByRole('table', { name: 'Email addresses' }).getByText('Email sent').waitFor();
    },
  },
  {
    name: 'sign-in settings, previous address',
    show: async (context) => {
      await showSettings(context, [...usual, sampleEmail(userId, 3, 'countess@lovelace.example')]);
      await context.screens.page.getByRole('button', { name: 'Actions for countess@lovelace.example', exact: true }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Make primary' }).click();
      await context.screens.dialog.getByLabel('Previous address').waitFor();
    },
  },
];
