/** The users list in every state, and a user in the panel beside it. */
import type { Reply } from '#contract/errors.ts';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const lost: Reply = {
  ok: false,
  error: { code: 'service-error', status: 503, text: 'Upstream is not available', requestId: 'q3v8c1x5m2n7p4r6' },
};
const certificate = {
  subject: 'auth.analytical.example',
  issuer: 'Analytical Proxy',
  authority: 'Analytical Proxy',
  from: Date.UTC(2026, 0, 15, 12),
  until: Date.UTC(2027, 0, 15, 12),
};
const unreachable: Reply = {
  ok: false,
  error: {
    code: 'tls-untrusted',
    diagnosis: {
      baseUrl: 'https://auth.analytical.example',
      online: true,
      proxy: 'proxy.analytical.example:3128',
      at: 0,
      steps: [
        { name: 'name', ok: true, found: '203.0.113.7', millis: 12 },
        { name: 'connection', ok: true, found: '203.0.113.7:443', millis: 31 },
        { name: 'certificate', ok: false, found: 'SELF_SIGNED_CERT_IN_CHAIN', reason: 'tls-untrusted', certificate, millis: 48 },
      ],
    },
  },
};
const noUsers: Reply = { ok: true, value: { items: [], is_paginated: true, pagination: { next_cursor: null } } };

const users = '/c/sandbox/users';

async function showUsers(context: SceneContext): Promise<void> {
  await goWith(context, users, {});
  await context.screens.users.getByRole('row').nth(8).waitFor();
}

async function openUser({ screens }: SceneContext, name: string): Promise<void> {
  await screens.search.fill(name);
  await screens.userRow(new RegExp(name, 'i')).first().click();
  await screens.panel.getByRole('tab', { name: 'Overview' }).waitFor();
}

export const usersScenes: readonly Scene[] = [
  {
    name: 'users',
    show: (context) => showUsers(context),
  },
  {
    name: 'users, loading',
    show: async (context) => {
      await goWith(context, `${users}?q=loading`, { 'service.users.list': 'never' });
      await context.screens.search.waitFor();
      await placeholder(context);
    },
  },
  {
    name: 'users, failed',
    show: async (context) =>
      goWith(context, `${users}?q=failed`, { 'service.users.list': lost }).then(() => context.screens.page.getByRole('alert').waitFor()),
  },
  {
    name: 'users, unreachable',
    show: async (context) => {
      await goWith(context, `${users}?q=unreachable`, { 'service.users.list': unreachable });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'users, waiting',
    show: async (context) => {
      const { screens, bridge } = context;
      await showUsers(context);
      const call = { id: 'w', name: 'users.list', connectionId: 'sandbox', try: 2 };
      bridge.push('diagnostics.slowCalls', [
        { ...call, kind: 'waiting', until: Date.now() + 95_000 },
        { ...call, id: 'r', kind: 'retrying', until: null },
      ]);
      await screens.page.getByRole('button', { name: 'Cancel request' }).first().waitFor();
    },
  },
  {
    name: 'users, none',
    show: async (context) =>
      goWith(context, `${users}?desc=false`, { 'service.users.list': noUsers }).then(() =>
        context.screens.page.getByRole('heading', { name: 'No users yet' }).waitFor(),
      ),
  },
  {
    name: 'users, no match',
    show: async (context) =>
      goWith(context, `${users}?q=no%20such%20user`, {}).then(() =>
        context.screens.page.getByRole('heading', { name: 'No users match your search' }).waitFor(),
      ),
  },
  {
    name: 'users, selected',
    show: async (context) => {
      const { page, users: list } = context.screens;
      await showUsers(context);
      for (const row of [1, 2, 4]) await list.locator(`[data-row="${row}"]`).getByRole('checkbox').click();
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    },
  },
  {
    name: 'users, row menu',
    show: async (context) => {
      const { page, users: list } = context.screens;
      await showUsers(context);
      await list.locator('[data-row="2"]').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).hover();
      await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
    },
  },
  {
    name: 'users, revoking sessions',
    show: async (context) => {
      const { page, dialog, search } = context.screens;
      await goWith(context, users, {});
      await search.fill('ada@');
      await context.screens.userRow(/Ada Lovelace/).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Revoke sessions…' }).click();
      await dialog.getByText(/active session/).waitFor();
    },
  },
  {
    name: 'users, columns',
    show: async (context) => {
      const { page } = context.screens;
      await showUsers(context);
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Country' }).click();
    },
  },
  {
    name: 'users, creating',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await showUsers(context);
      await page.getByRole('button', { name: 'Create user', exact: true }).click();
      await dialog.getByLabel('Primary email', { exact: true }).fill('mary');
      await dialog.getByRole('button', { name: 'More fields' }).click();
      await dialog.getByRole('button', { name: 'Add provider account' }).click();
      await dialog.getByRole('button', { name: 'Create user', exact: true }).click();
      await dialog.getByText('Enter the provider ID and the account ID of each account').waitFor();
    },
  },
  { name: 'user panel', show: async (context) => goWith(context, users, {}).then(() => openUser(context, 'grace hopper')) },
  {
    name: 'user panel, sessions',
    after: 'user panel',
    show: async ({ screens: { panel } }) => {
      await panel.getByRole('tab', { name: 'Sessions' }).click();
      await panel.getByRole('listitem').first().waitFor();
    },
  },
  ...(['Sign-in', 'Access', 'Metadata'] as const).map((tab) => ({
    name: `user panel, ${tab}`,
    show: async (context: SceneContext) => {
      await goWith(context, users, {});
      await openUser(context, 'ada lovelace');
      const { page, panel } = context.screens;
      // The narrow panel has no room for it beside the others.
      if (tab === 'Metadata') {
        await panel.getByRole('button', { name: 'More tabs' }).click();
        await page.getByRole('menuitem', { name: tab }).click();
      } else await panel.getByRole('tab', { name: tab }).click();
      const content = {
        'Sign-in': panel.getByRole('switch').first(),
        Access: panel.getByRole('heading').nth(2),
        Metadata: panel.getByRole('textbox').first(),
      };
      await content[tab].waitFor();
    },
  })),
  {
    name: 'user panel, keys',
    after: 'user panel, Sign-in',
    show: async ({ screens: { panel } }) => panel.getByRole('region', { name: 'API keys' }).scrollIntoViewIfNeeded(),
    inView: ({ screens: { panel } }) => panel.getByRole('grid', { name: 'API keys' }),
  },
  {
    name: 'user panel, revoke',
    after: 'user panel, sessions',
    show: async ({ screens: { panel, dialog } }) => {
      await panel
        .getByRole('button', { name: /^Revoke the session/ })
        .first()
        .click();
      await dialog.waitFor();
    },
  },
  {
    name: 'user panel, beside all users',
    show: async (context) => {
      const { users: list, panel } = context.screens;
      await showUsers(context);
      await list.locator('[data-row="3"]').click();
      await panel.getByRole('tab', { name: 'Sessions' }).click();
      await panel.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'user panel, JSON',
    show: async (context) => {
      await goWith(context, users, {});
      await openUser(context, 'grace hopper');
      await context.screens.panel.getByRole('button', { name: 'More actions' }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Show JSON' }).click();
      await context.screens.dialog.getByRole('region', { name: 'JSON' }).waitFor();
    },
  },
  { name: 'user page, right to left', show: async (context) => goWith(context, users, {}).then(() => openUser(context, 'שפרה')) },
  {
    name: 'user, gone',
    show: async (context) =>
      goWith(context, `${users}/00000000-0000-4000-8000-000000000000`, {}).then(() =>
        context.screens.page.getByRole('heading', { name: 'User not found' }).waitFor(),
      ),
  },
  {
    name: 'users: export',
    show: async (context) => {
      await goWith(context, '/c/sandbox/users', {});
      await context.screens.page.getByRole('button', { name: 'Export users' }).click();
      await context.screens.dialog.getByRole('checkbox', { name: 'Teams' }).check();
    },
  },
];
