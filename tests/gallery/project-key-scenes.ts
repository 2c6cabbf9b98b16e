/** Project keys in every state, and the overlays of their list. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';
import { selectRows } from './select-rows';

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

async function showKeys(context: SceneContext): Promise<void> {
  await goWith(context, path, {});
  await context.screens.page.getByRole('grid', { name: 'Project keys' }).getByRole('row').nth(2).waitFor();
}

async function openForm(context: SceneContext): Promise<void> {
  await showKeys(context);
  await context.screens.page.getByRole('main').getByRole('button', { name: 'Create keys' }).click();
  await context.screens.dialog.waitFor();
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

async function showCheck(context: SceneContext): Promise<void> {
  await goWith(context, checkPath, {
    'service.apiKeys.checkUserKey': ok(checkedKey),
    'service.users.read': ok(sampleUser),
  });
  await context.screens.page.getByRole('heading', { name: 'Check an API key' }).waitFor();
}

async function pasteKey({ screens: { page } }: SceneContext, text: string): Promise<void> {
  await page.getByLabel('Key', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Check key' }).click();
}

export const projectKeyScenes: readonly Scene[] = [
  { name: 'project keys', show: showKeys },
  {
    name: 'project keys, revoke',
    after: 'project keys',
    closes: true,
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Revoke Sandbox keys' }).click();
      await dialog.getByText('This connection uses these keys').waitFor();
    },
  },
  {
    name: 'project keys, odd names',
    show: async (context) => {
      await goWith(context, path, { [list]: ok({ items: oddSets, is_paginated: false }) });
      await context.screens.page.getByRole('grid', { name: 'Project keys' }).getByText('Trial').waitFor();
    },
  },
  {
    name: 'project keys, many',
    show: async (context) => {
      await goWith(context, path, { [list]: ok({ items: manySets, is_paginated: false }) });
      await context.screens.page.getByText('Build server 4', { exact: true }).waitFor();
    },
  },
  {
    name: 'project keys, no match',
    show: async (context) => {
      await goWith(context, `${path}?q=nothing+like+it`, {});
      await context.screens.page.getByRole('heading', { name: 'No keys match your search' }).waitFor();
    },
  },
  {
    name: 'project keys, none',
    show: async (context) => {
      await goWith(context, path, { [list]: ok({ items: [], is_paginated: false }) });
      await context.screens.page.getByRole('heading', { name: 'No project keys yet' }).waitFor();
    },
  },
  {
    name: 'project keys, loading',
    show: async (context) => {
      await goWith(context, path, { [list]: 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'project keys, failed',
    show: async (context) => {
      await goWith(context, path, { [list]: lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'project keys, create, mistakes',
    show: async (context) => {
      const { dialog } = context.screens;
      await openForm(context);
      await dialog.getByLabel('Expires').selectOption('never');
      await dialog.getByRole('button', { name: 'Create keys' }).click();
      await dialog.getByText('Enter a name').waitFor();
    },
  },
  {
    name: 'project keys, created',
    show: async (context) => {
      const { dialog } = context.screens;
      await openForm(context);
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
    name: 'project keys, rotate',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await showKeys(context);
      await page.getByRole('button', { name: 'Rotate Web application' }).click();
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
      await page.getByRole('alertdialog', { name: /^Revoke the old keys/ }).waitFor();
    },
  },
  {
    name: 'project keys, replaced',
    after: 'project keys, rotate, revoke old keys',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByRole('button', { name: 'Keep old keys' }).click();
      await page.getByText('Replaced', { exact: true }).waitFor();
    },
  },
  {
    name: 'project keys, rename',
    after: 'project keys, replaced',
    show: async ({ screens: { page, dialog } }) => {
      await page
        .getByRole('row', { name: /^Select Web application/ })
        .last()
        .click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Rename…' }).click();
      await dialog.getByLabel('Name').waitFor();
    },
  },
  {
    name: 'project keys, selected',
    show: async (context) => {
      await goWith(context, path, { [list]: ok({ items: oddSets, is_paginated: false }) });
      await selectRows(context, [0, 1]);
    },
  },
  { name: 'key check', show: showCheck },
  {
    name: 'key check, empty',
    after: 'key check',
    show: async ({ screens: { page } }) => {
      await page.getByRole('button', { name: 'Check key' }).click();
      await page.getByText('Enter a key').waitFor();
    },
  },
  {
    name: 'key check, valid',
    show: async (context) => {
      await showCheck(context);
      await pasteKey(context, `sk_${'nightly'.repeat(6)}heck`);
      await context.screens.page.getByText('Valid', { exact: true }).waitFor();
    },
  },
  {
    name: 'key check, unknown key',
    show: async (context) => {
      await goWith(context, checkPath, {});
      await pasteKey(context, 'sk_nothing');
      await context.screens.page.getByText('Key not found', { exact: true }).waitFor();
    },
  },
  {
    name: 'key check, project key',
    show: async (context) => {
      await goWith(context, checkPath, { [list]: ok({ items: oddSets, is_paginated: false }) });
      await pasteKey(context, 'sak_vmxq');
      await context.screens.page.getByText('مفاتيح', { exact: false }).waitFor();
    },
  },
];
