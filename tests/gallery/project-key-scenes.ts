/** Project keys in every state, and what lies over their list. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, placeholder, type Scene, type Stage } from './stage';

const path = '/c/sandbox/project-keys';
const day = 86_400_000;
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });
const list = 'service.apiKeys.listKeySets';

const setOf = (n: number, own: object) => ({
  id: `0c3e9c55-6a0f-4f7e-8f6a-${String(n).padStart(12, '0')}`,
  created_at_millis: Date.now() - n * 9 * day,
  expires_at_millis: Date.now() + 90 * day,
  secret_server_key: { last_four: n.toString(16).padStart(4, '7b0c') },
  ...own,
});
const oddSets = [
  setOf(1, { description: 'A name that was pasted from a ticket, with all of its context, and which therefore goes on and on '.repeat(3) }),
  setOf(2, {
    description: 'مفاتيح خادم التقارير 🔑',
    expires_at_millis: Date.now() + 6 * day,
    publishable_client_key: { last_four: 'm3xw' },
    super_secret_admin_key: { last_four: 'vmxq' },
  }),
  setOf(3, { description: '<img src=x onerror="alert(1)">', expires_at_millis: 8.64e15 }),
  setOf(4, { description: 'Workers', secret_server_key: undefined, secret_worker_key: { last_four: 'wwww' } }),
  setOf(5, { description: '' }),
  setOf(6, { description: 'Former supplier', manually_revoked_at_millis: Date.now() - 20 * day }),
  setOf(7, { description: 'Trial', expires_at_millis: Date.now() - 40 * day }),
];
const manySets = Array.from({ length: 500 }, (_, n) => setOf(n + 1, { description: `Build server ${n + 1}` }));

async function showKeys(stage: Stage): Promise<void> {
  await goWith(stage, path, {});
  await stage.screens.page.getByRole('grid', { name: 'Project keys' }).getByRole('row').nth(2).waitFor();
}

async function openForm(stage: Stage): Promise<void> {
  await showKeys(stage);
  await stage.screens.page.getByRole('main').getByRole('button', { name: 'Create keys' }).click();
  await stage.screens.dialog.waitFor();
}

const checkPath = '/c/sandbox/project-keys/check';
const checkedKey = {
  id: '6e8f5f6a-9a41-4e6f-93a1-0f4d3b9a8c11',
  type: 'user',
  user_id: sampleUser.id,
  description: 'Nightly reports to the warehouse',
  is_public: false,
  created_at_millis: Date.now() - 30 * day,
  expires_at_millis: Date.now() + 60 * day,
  value: { last_four: 'heck' },
};

async function showCheck(stage: Stage): Promise<void> {
  await goWith(stage, checkPath, {
    'service.apiKeys.checkUserKey': ok(checkedKey),
    'service.users.read': ok(sampleUser),
  });
  await stage.screens.page.getByRole('heading', { name: 'Check an API key' }).waitFor();
}

async function pasteKey({ screens: { page } }: Stage, text: string): Promise<void> {
  await page.getByLabel('Key', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Check key' }).click();
}

export const projectKeyScenes: readonly Scene[] = [
  { name: 'project keys', show: showKeys },
  {
    name: 'project keys, odd names',
    show: async (stage) => {
      await goWith(stage, path, { [list]: ok({ items: oddSets, is_paginated: false }) });
      await stage.screens.page.getByRole('grid', { name: 'Project keys' }).getByText('Trial').waitFor();
    },
  },
  {
    name: 'project keys, many',
    show: async (stage) => {
      await goWith(stage, path, { [list]: ok({ items: manySets, is_paginated: false }) });
      await stage.screens.page.getByText('Build server 4', { exact: true }).waitFor();
    },
  },
  {
    name: 'project keys, no match',
    show: async (stage) => {
      await goWith(stage, `${path}?q=nothing+like+it`, {});
      await stage.screens.page.getByRole('heading', { name: 'No keys match your search' }).waitFor();
    },
  },
  {
    name: 'project keys, none',
    show: async (stage) => {
      await goWith(stage, path, { [list]: ok({ items: [], is_paginated: false }) });
      await stage.screens.page.getByRole('heading', { name: 'No project keys yet' }).waitFor();
    },
  },
  {
    name: 'project keys, loading',
    show: async (stage) => {
      await goWith(stage, path, { [list]: 'never' });
      await placeholder(stage);
    },
  },
  {
    name: 'project keys, failed',
    show: async (stage) => {
      await goWith(stage, path, { [list]: lost });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'project keys, create, mistakes',
    show: async (stage) => {
      const { dialog } = stage.screens;
      await openForm(stage);
      await dialog.getByLabel('Expires').selectOption('never');
      await dialog.getByRole('button', { name: 'Create keys' }).click();
      await dialog.getByText('Enter a name').waitFor();
    },
  },
  {
    name: 'project keys, created',
    show: async (stage) => {
      const { dialog } = stage.screens;
      await openForm(stage);
      await dialog.getByLabel('Name').fill('Reports service');
      await dialog.getByRole('checkbox', { name: 'Admin' }).check();
      await dialog.getByRole('button', { name: 'Create keys' }).click();
      await dialog.getByLabel('I’ve saved these keys somewhere safe').waitFor();
    },
  },
  {
    name: 'project keys, created, environment block',
    after: 'project keys, created',
    show: async ({ screens: { dialog } }) => dialog.getByRole('radio', { name: 'Environment block' }).click(),
  },
  {
    name: 'project keys, revoke',
    show: async (stage) => {
      const { page, dialog } = stage.screens;
      await showKeys(stage);
      await page.getByRole('button', { name: 'Revoke Sandbox keys' }).click();
      await dialog.getByText('This connection uses these keys').waitFor();
    },
  },
  {
    name: 'project keys, rotate',
    show: async (stage) => {
      const { page, dialog } = stage.screens;
      await showKeys(stage);
      await page.getByRole('button', { name: 'Actions for Web application' }).click();
      await page.getByRole('menuitem', { name: 'Rotate keys' }).click();
      await dialog.getByRole('button', { name: 'Rotate keys' }).waitFor();
    },
  },
  {
    name: 'project keys, rotate, revoke old keys',
    after: 'project keys, rotate',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByRole('button', { name: 'Rotate keys' }).click();
      await dialog.getByLabel('I’ve saved these keys somewhere safe').check();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog', { name: /^Revoke the old keys/ }).waitFor();
    },
  },
  { name: 'key check', show: showCheck },
  {
    name: 'key check, valid',
    show: async (stage) => {
      await showCheck(stage);
      await pasteKey(stage, `sk_${'nightly'.repeat(6)}heck`);
      await stage.screens.page.getByText('Valid', { exact: true }).waitFor();
    },
  },
  {
    name: 'key check, unknown key',
    show: async (stage) => {
      await goWith(stage, checkPath, {});
      await pasteKey(stage, 'sk_nothing');
      await stage.screens.page.getByText('Key not found', { exact: true }).waitFor();
    },
  },
  {
    name: 'key check, project key',
    show: async (stage) => {
      await goWith(stage, checkPath, { [list]: ok({ items: oddSets, is_paginated: false }) });
      await pasteKey(stage, 'sak_vmxq');
      await stage.screens.page.getByText('مفاتيح', { exact: false }).waitFor();
    },
  },
];
