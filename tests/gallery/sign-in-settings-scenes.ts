/** Email addresses and sign-in methods in every state, and what lies over them. */
import type { Reply } from '#contract/errors.ts';
import { oddEmails, sampleEmail, usualEmails } from './sample-emails';
import { goWith, placeholder, type Scene, type Stage } from './stage';

const path = '/c/sandbox/account/sign-in';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const listOf = (items: readonly object[]): Reply => ({ ok: true, value: { items, is_paginated: false } });

const userId = '3241a285-8329-4d69-8f3d-316e08cf140c';
const usual = usualEmails(userId);
const odd = [...oddEmails(userId), sampleEmail(userId, 4, '🧮@abacus.example')];

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
      await placeholder(stage);
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
    name: 'sign-in settings, previous address',
    show: async (stage) => {
      await showSettings(stage, [...usual, sampleEmail(userId, 3, 'countess@lovelace.example')]);
      await stage.screens.page.getByRole('button', { name: 'Actions for countess@lovelace.example', exact: true }).click();
      await stage.screens.page.getByRole('menuitem', { name: 'Make primary' }).click();
      await stage.screens.dialog.getByLabel('Previous address').waitFor();
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
