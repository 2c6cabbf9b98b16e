/** Every screen in every state, by the way there. */
import type { Reply } from '../../src/contract/errors';
import { adminTeamScenes } from './admin-team-scenes';
import { connectedAccountScenes } from './connected-account-scenes';
import { connectionScenes } from './connection-scenes';
import { definitionScenes } from './definition-scenes';
import { emailScenes } from './email-scenes';
import { impersonationScenes } from './impersonation-scenes';
import { keyScenes } from './key-scenes';
import { laterReleaseScenes } from './later-release-scenes';
import { methodScenes } from './method-scenes';
import { overviewScenes } from './overview-scenes';
import { permissionScenes } from './permission-scenes';
import { profileScenes } from './profile-scenes';
import { projectScenes } from './project-scenes';
import { sessionScenes } from './session-scenes';
import { signInScenes } from './sign-in-scenes';
import { signInSettingsScenes } from './sign-in-settings-scenes';
import { go, goWith, type Scene, type Stage } from './stage';
import { teamScenes } from './team-scenes';
import { userPermissionScenes } from './user-permission-scenes';
import { userScenes } from './user-scenes';
import { userSignInScenes } from './user-sign-in-scenes';

const lost: Reply = {
  ok: false,
  error: { code: 'service-error', status: 503, text: 'Upstream is not available', requestId: 'q3v8c1x5m2n7p4r6' },
};
const unreachable: Reply = {
  ok: false,
  error: {
    code: 'tls-refused',
    diagnosis: {
      baseUrl: 'https://auth.analytical.example',
      online: true,
      proxy: 'proxy.analytical.example:3128',
      at: 0,
      steps: [
        { name: 'name', ok: true, found: '203.0.113.7', millis: 12 },
        { name: 'connection', ok: true, found: '203.0.113.7:443', millis: 31 },
        { name: 'certificate', ok: false, found: 'SELF_SIGNED_CERT_IN_CHAIN, issued by Analytical Proxy', millis: 48 },
      ],
    },
  },
};
const noUsers: Reply = { ok: true, value: { items: [], is_paginated: true, pagination: { next_cursor: null } } };

const users = '/c/sandbox/users';
const profile = '/c/sandbox/account/profile';
const signIn = '/c/sandbox/sign-in';
const signUp = '/c/sandbox/sign-up';

async function openUser({ screens }: Stage, name: string): Promise<void> {
  await screens.search.fill(name);
  await screens.userRow(new RegExp(name, 'i')).first().click();
  await screens.panel.getByRole('tab', { name: 'Overview' }).waitFor();
}

/** In the order of a visit: the first needs an empty profile, the next start the sandbox. */
export const scenes: readonly Scene[] = [
  { name: 'first run', show: async ({ screens: { page } }) => page.getByRole('button', { name: 'Start sandbox' }).waitFor() },
  {
    name: 'first run, failed',
    show: async ({ screens: { page }, bridge }) => {
      bridge.set({ 'sandbox.open': { ok: false, error: { code: 'profile-not-writable' } } });
      await page.getByRole('button', { name: 'Start sandbox' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'users',
    show: async ({ screens: { page, users: list }, bridge }) => {
      bridge.set({});
      await page.reload();
      await page.getByRole('button', { name: 'Start sandbox' }).click();
      await list.getByRole('row').nth(8).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
    },
  },
  {
    name: 'users, loading',
    show: async (stage) => {
      await goWith(stage, `${users}?q=loading`, { 'service.users.list': 'never' });
      await stage.screens.search.waitFor();
      await stage.screens.page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'users, failed',
    show: async (stage) =>
      goWith(stage, `${users}?q=failed`, { 'service.users.list': lost }).then(() => stage.screens.page.getByRole('alert').waitFor()),
  },
  {
    name: 'users, unreachable',
    show: async (stage) => {
      await goWith(stage, `${users}?q=unreachable`, { 'service.users.list': unreachable });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'users, waiting',
    show: async ({ screens: { page }, bridge }) => {
      const call = { id: 'w', name: 'users.list', connectionId: 'sandbox', try: 2 };
      bridge.push('diagnostics.slowCallsChanged', [
        { ...call, kind: 'waiting', until: Date.now() + 95_000 },
        { ...call, id: 'r', kind: 'retrying', until: null },
      ]);
      await page.getByRole('button', { name: 'Cancel request' }).first().waitFor();
    },
  },
  {
    name: 'users, none',
    show: async (stage) =>
      goWith(stage, `${users}?desc=false`, { 'service.users.list': noUsers }).then(() =>
        stage.screens.page.getByRole('heading', { name: 'No users yet' }).waitFor(),
      ),
  },
  {
    name: 'users, no match',
    show: async (stage) =>
      goWith(stage, `${users}?q=no%20such%20user`, {}).then(() =>
        stage.screens.page.getByRole('heading', { name: 'No users match this filter' }).waitFor(),
      ),
  },
  {
    name: 'users, selected',
    show: async (stage) => {
      const { page, users: list } = stage.screens;
      await goWith(stage, users, {});
      for (const row of [1, 2, 4]) await list.locator(`[data-row="${row}"]`).getByRole('checkbox').click();
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    },
  },
  {
    name: 'users, row menu',
    show: async ({ screens: { page, users: list } }) => {
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await list.locator('[data-row="2"]').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
    },
  },
  {
    name: 'users, columns',
    show: async ({ screens: { page } }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Columns', exact: true }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Signed up' }).click();
    },
  },
  {
    name: 'users, creating',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('menuitem', { name: 'Reset columns' }).click();
      await page.getByRole('button', { name: 'Create user', exact: true }).click();
      await dialog.getByLabel('Primary email', { exact: true }).fill('mary');
      await dialog.getByRole('button', { name: 'More fields' }).click();
      await dialog.getByRole('button', { name: 'Add provider account' }).click();
      await dialog.getByRole('button', { name: 'Create user', exact: true }).click();
      await dialog.getByText('Enter the provider ID and the account ID of each account').waitFor();
    },
  },
  { name: 'user panel', show: async (stage) => goWith(stage, users, {}).then(() => openUser(stage, 'grace hopper')) },
  {
    name: 'user panel, sessions',
    show: async ({ screens: { panel } }) => {
      await panel.getByRole('tab', { name: 'Sessions' }).click();
      await panel.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'user panel, revoke',
    show: async ({ screens: { panel, dialog } }) => {
      await panel
        .getByRole('button', { name: /^Revoke the session/ })
        .first()
        .click();
      await dialog.waitFor();
    },
  },
  {
    name: 'user panel, JSON',
    show: async ({ screens: { page, panel, dialog } }) => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await panel.getByRole('tab', { name: 'JSON' }).click();
    },
  },
  { name: 'user page, right to left', show: async (stage) => goWith(stage, users, {}).then(() => openUser(stage, 'שפרה')) },
  {
    name: 'user, gone',
    show: async (stage) =>
      goWith(stage, `${users}/00000000-0000-4000-8000-000000000000`, {}).then(() =>
        stage.screens.page.getByRole('heading', { name: 'User not found' }).waitFor(),
      ),
  },
  {
    name: 'profile',
    show: async (stage) => goWith(stage, profile, {}).then(() => stage.screens.page.getByText('ada@analytical.example').first().waitFor()),
  },
  {
    name: 'profile, rename',
    show: async ({ screens: { page } }) => page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click(),
  },
  {
    name: 'profile, loading',
    show: async (stage) =>
      goWith(stage, profile, { 'service.users.me': 'never' }).then(() =>
        stage.screens.page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'attached' }),
      ),
  },
  {
    name: 'profile, failed',
    show: async (stage) => goWith(stage, profile, { 'service.users.me': lost }).then(() => stage.screens.page.getByRole('alert').waitFor()),
  },
  ...overviewScenes,
  ...signInSettingsScenes,
  ...sessionScenes,
  ...profileScenes,
  ...connectedAccountScenes,
  ...keyScenes,
  ...permissionScenes,
  ...definitionScenes,
  ...methodScenes,
  ...emailScenes,
  ...userScenes,
  ...teamScenes,
  ...userSignInScenes,
  ...userPermissionScenes,
  ...impersonationScenes,
  ...adminTeamScenes,
  ...projectScenes,
  {
    name: 'command palette',
    show: async (stage) => {
      await goWith(stage, users, {});
      await stage.screens.users.getByRole('row').nth(8).waitFor();
      await stage.screens.page.keyboard.press('ControlOrMeta+k');
      await stage.screens.dialog.waitFor();
    },
  },
  {
    name: 'shortcuts',
    show: async ({ screens: { page, dialog } }) => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.keyboard.press('Shift+?');
      await dialog.waitFor();
    },
  },
  {
    name: 'settings',
    show: async ({ screens: { page, dialog } }) => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Settings' }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'not found',
    show: async (stage) =>
      goWith(stage, '/nowhere/at/all', {}).then(() =>
        stage.screens.page.getByRole('heading', { name: 'Page not found' }).first().waitFor(),
      ),
  },
  {
    name: 'sign-in',
    show: async (stage) => goWith(stage, signIn, {}).then(() => stage.screens.page.getByLabel('Email', { exact: true }).waitFor()),
  },
  {
    name: 'sign-in, refused',
    show: async ({ screens }) => {
      await screens.signIn('ada@analytical.example', 'not-her-password');
      await screens.page.getByText('Incorrect email or password').waitFor();
    },
  },
  {
    name: 'sign-in, loading',
    show: async (stage) =>
      goWith(stage, signIn, { 'service.projects.current': 'never' }).then(() =>
        stage.screens.page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'attached' }),
      ),
  },
  {
    name: 'sign-in, failed',
    show: async (stage) =>
      goWith(stage, signIn, { 'service.projects.current': lost }).then(() => stage.screens.page.getByRole('alert').waitFor()),
  },
  {
    name: 'sign-up',
    show: async (stage) => {
      await goWith(stage, signUp, {});
      await stage.screens.page.getByLabel('Password', { exact: true }).fill('short');
    },
  },
  ...laterReleaseScenes,
  ...signInScenes,
  {
    name: 'signed out',
    show: async (stage) => {
      const { page, dialog } = stage.screens;
      await goWith(stage, profile, {});
      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await stage.screens.users.waitFor();
      await go(stage, profile);
    },
  },
  ...connectionScenes,
];
