/** Email addresses and sign-in methods in every state, and what lies over them. */
import type { Reply } from '../../src/contract/errors';
import { goWith, type Scene, type Stage } from './stage';

const path = '/c/sandbox/account/sign-in';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const listOf = (items: readonly object[]): Reply => ({ ok: true, value: { items, is_paginated: false } });

const email = (n: number, value: string, own: object = {}) => ({
  id: `6e8f5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
  user_id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  type: 'email',
  value,
  is_primary: false,
  is_verified: true,
  used_for_auth: false,
  ...own,
});
const usual = [
  email(1, 'ada@analytical.example', { is_primary: true, used_for_auth: true }),
  email(2, 'ada.lovelace@home.example', { is_verified: false }),
];
const odd = [
  email(1, `${'augusta.ada.king.countess.of.lovelace.'.repeat(6)}correspondence@analytical.example`, { is_primary: true }),
  email(2, 'عادة@تحليلي.example', { used_for_auth: true }),
  email(3, '<img src=x onerror="alert(1)">@javascript.example', { is_verified: false }),
  email(4, '🧮@abacus.example'),
];

async function showSettings(stage: Stage, items: readonly object[] = usual): Promise<void> {
  await goWith(stage, path, { 'service.contactChannels.list': listOf(items) });
  await stage.screens.page.getByRole('group', { name: 'Password' }).waitFor();
}

async function press(stage: Stage, name: string): Promise<void> {
  await showSettings(stage);
  await stage.screens.page.getByRole('button', { name, exact: true }).click();
}

export const signInSettingsScenes: readonly Scene[] = [
  { name: 'sign-in settings', show: (stage) => showSettings(stage) },
  { name: 'sign-in settings, odd addresses', show: (stage) => showSettings(stage, odd) },
  { name: 'sign-in settings, no addresses', show: (stage) => showSettings(stage, []) },
  {
    name: 'sign-in settings, loading',
    show: async (stage) => {
      await goWith(stage, path, { 'service.contactChannels.list': 'never' });
      await stage.screens.page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'sign-in settings, failed',
    show: async (stage) => {
      await goWith(stage, path, { 'service.contactChannels.list': lost });
      await stage.screens.page.getByRole('main').getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-in settings, menu of an address',
    show: async (stage) => {
      await press(stage, 'Actions for ada.lovelace@home.example');
      await stage.screens.page.getByRole('menuitem', { name: 'Remove email' }).waitFor();
    },
  },
  {
    name: 'sign-in settings, setting up an app',
    show: async (stage) => {
      await press(stage, 'Set up app');
      await stage.screens.page.getByRole('img', { name: /^QR code/ }).waitFor();
      await stage.screens.page.getByLabel('2. Enter the 6-digit code').fill('407');
    },
  },
  {
    name: 'sign-in settings, new address',
    show: async (stage) => {
      await press(stage, 'Add email');
      await stage.screens.dialog.getByLabel('Email address').fill('ada@home.example');
    },
  },
  {
    name: 'sign-in settings, new password',
    show: async (stage) => {
      await press(stage, 'Change password');
      await stage.screens.dialog.getByLabel('New password', { exact: true }).fill('Difference');
    },
  },
  {
    name: 'sign-in settings, removing an address',
    show: async (stage) => {
      await press(stage, 'Actions for ada.lovelace@home.example');
      await stage.screens.page.getByRole('menuitem', { name: 'Remove email' }).click();
      await stage.screens.dialog.waitFor();
    },
  },
];
