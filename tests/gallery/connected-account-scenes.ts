/** Connected accounts in every state, and the overlays of their list. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/account/connected-accounts';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });
const accountOf = (type: string, email?: string, flags: object = {}) => ({
  id: `9c2b1f4e-5d61-4a7c-8e21-${type.padEnd(12, '0').slice(0, 12)}`,
  user_id: sampleUser.id,
  type,
  ...(email === undefined ? {} : { email }),
  ...{ allow_sign_in: true, allow_connected_accounts: true, ...flags },
});
/** The accounts as objects, which the sandbox has, and the user without them. */
const accounts = (...items: object[]) => ({
  'service.users.me': ok({ ...sampleUser, oauth_providers: [] }),
  'service.oauth.providers': ok({ items, is_paginated: false }),
});
const odd = accounts(
  accountOf('github', `${'a.very.long.address.that.goes.on.'.repeat(4)}@analytical.example`),
  accountOf('google', 'فاطمة@qarawiyyin.example', { allow_sign_in: false }),
  accountOf('company-login', '<img src=x onerror="alert(1)"> javascript:alert(1)', { allow_connected_accounts: false }),
);

const row = ({ screens: { page } }: SceneContext) => page.getByRole('list', { name: 'Connected accounts' }).getByRole('listitem').first();

async function openToken(context: SceneContext, reply: Reply): Promise<void> {
  const { page, dialog } = context.screens;
  await goWith(context, path, { 'service.oauth.connectedAccountTokenOf': reply });
  await page.getByRole('button', { name: 'Check the access token of GitHub' }).click();
  await dialog.getByRole('button', { name: 'Check access token' }).click();
}

const refused = (known: string): Reply => ({ ok: false, error: { code: 'known-error', known, status: 400 } }) as Reply;

export const connectedAccountScenes: readonly Scene[] = [
  {
    name: 'connected accounts',
    show: async (context) => {
      await goWith(context, path, {});
      await row(context).waitFor();
    },
  },
  {
    name: 'connected accounts, disconnecting',
    after: 'connected accounts',
    closes: true,
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Disconnect GitHub' }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'connected accounts, odd names',
    show: async (context) => {
      await goWith(context, path, odd);
      await row(context).waitFor();
    },
  },
  {
    name: 'connected accounts, none',
    show: async (context) => {
      await goWith(context, path, accounts());
      await context.screens.page.getByRole('heading', { name: 'No connected accounts' }).waitFor();
    },
  },
  {
    name: 'connected accounts, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.users.me': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'connected accounts, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.users.me': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'connected accounts, token',
    show: async (context) => {
      await openToken(context, ok({ access_token: { ref: 'gallery', last_four: '7f3c' } }));
      await context.screens.dialog.getByRole('button', { name: 'Copy token' }).waitFor();
    },
  },
  {
    name: 'connected accounts, shared keys',
    show: async (context) => {
      await openToken(context, refused('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'));
      await context.screens.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'connected accounts, missing scope',
    show: async (context) => {
      await openToken(context, refused('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'));
      await context.screens.dialog.getByRole('button', { name: 'Reconnect GitHub' }).waitFor();
    },
  },
];
