/** API keys in every state, and the overlays of their list. */
import type { Reply } from '#contract/errors.ts';
import { sampleProject } from '../support/samples/sample-project';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/account/api-keys';
const day = 86_400_000;
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });

const keyOf = (n: number, own: object) => ({
  id: `6e8f5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
  type: 'user',
  user_id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  is_public: false,
  created_at_millis: Date.now() - n * 9 * day,
  value: { last_four: n.toString(16).padStart(4, '7b0c') },
  ...own,
});
const oddKeys = [
  keyOf(1, {
    description: 'A description that somebody pasted from a ticket, with all of its context, and which therefore goes on and on '.repeat(3),
  }),
  keyOf(2, { description: 'مفتاح خادم التقارير 🔑', expires_at_millis: Date.now() + 6 * day }),
  keyOf(3, { description: '<img src=x onerror="alert(1)"> javascript:alert(1)', expires_at_millis: Date.now() + 400 * day }),
  keyOf(4, { description: 'Rechenmaschinen'.repeat(20), is_public: true }),
  keyOf(7, { description: '' }),
  keyOf(5, { description: 'Former supplier', manually_revoked_at_millis: Date.now() - 20 * day }),
  keyOf(6, { description: 'Trial', expires_at_millis: Date.now() - 40 * day }),
];
const manyKeys = Array.from({ length: 500 }, (_, n) => keyOf(n + 1, { description: `Build server ${n + 1}` }));

const list = ({ screens: { page } }: SceneContext) => page.getByRole('grid', { name: 'API keys' });

async function showKeys(context: SceneContext): Promise<void> {
  await goWith(context, path, {});
  await list(context).getByRole('row').nth(2).waitFor();
}

async function openForm(context: SceneContext): Promise<void> {
  await showKeys(context);
  await context.screens.page.getByRole('button', { name: 'Create API key' }).click();
  await context.screens.dialog.waitFor();
}

async function createKey(context: SceneContext): Promise<void> {
  const { dialog } = context.screens;
  await openForm(context);
  await dialog.getByLabel('Description').fill('Reports service');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await dialog.getByRole('checkbox').waitFor();
}

export const keyScenes: readonly Scene[] = [
  { name: 'API keys', show: showKeys },
  {
    name: 'API keys, revoke',
    after: 'API keys',
    closes: true,
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Revoke Notebook' }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'API keys, odd names',
    show: async (context) => {
      await goWith(context, path, { 'service.apiKeys.listUserKeys': ok({ items: oddKeys, is_paginated: false }) });
      await list(context).getByText('Trial').waitFor();
    },
  },
  {
    name: 'API keys, many',
    show: async (context) => {
      await goWith(context, path, { 'service.apiKeys.listUserKeys': ok({ items: manyKeys, is_paginated: false }) });
      await list(context).getByText('Build server 4', { exact: true }).waitFor();
    },
  },
  {
    name: 'API keys, no match',
    show: async (context) => {
      await showKeys(context);
      await context.screens.page.getByRole('searchbox', { name: /^Search by description/ }).fill('nothing like it');
      await context.screens.page.getByRole('heading', { name: 'No API keys match your search' }).waitFor();
    },
  },
  {
    name: 'API keys, none',
    show: async (context) => {
      await goWith(context, path, { 'service.apiKeys.listUserKeys': ok({ items: [], is_paginated: false }) });
      await context.screens.page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
    },
  },
  {
    name: 'API keys, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.apiKeys.listUserKeys': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'API keys, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.apiKeys.listUserKeys': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'API keys, turned off',
    show: async (context) => {
      const config = { ...sampleProject.config, allow_user_api_keys: false, allow_team_api_keys: false };
      await goWith(context, path, { 'service.projects.current': ok({ ...sampleProject, display_name: 'Analytical Engines', config }) });
      await context.screens.page.getByRole('heading', { name: 'User API keys are turned off for this project' }).waitFor();
    },
  },
  { name: 'API keys, create', show: openForm },
  {
    name: 'API keys, create, mistakes',
    show: async (context) => {
      const { dialog } = context.screens;
      await openForm(context);
      await dialog.getByLabel('Expires').selectOption('date');
      await dialog.getByRole('button', { name: 'Create API key' }).click();
      await dialog.getByText('Enter today’s date or a later one').waitFor();
    },
  },
  {
    name: 'API keys, create, lost',
    show: async (context) => {
      const { dialog } = context.screens;
      await goWith(context, path, { 'service.apiKeys.createUserKey': { ok: false, error: { code: 'connection-lost' } } });
      await context.screens.page.getByRole('button', { name: 'Create API key' }).click();
      await dialog.getByLabel('Description').fill('Reports service');
      await dialog.getByRole('button', { name: 'Create API key' }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'API keys, created',
    show: createKey,
  },
  {
    name: 'API keys, created, leaving',
    after: 'API keys, created',
    show: async ({ screens: { page } }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog', { name: 'Close without saving the API key?' }).waitFor();
    },
  },
];
