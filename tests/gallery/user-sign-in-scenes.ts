/** How a user signs in, as a project admin sees it, in every state, and its overlays. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { oddEmails, usualEmails } from './sample-emails';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const { id: userId } = sampleUser;
const path = (tab: string) => `/c/sandbox/users/${userId}?tab=${tab}`;
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (items: readonly object[]): Reply => ok({ items, is_paginated: false });

const usual = usualEmails(userId);
const odd = oddEmails(userId);
const user = (own: object = {}) =>
  ok({
    ...sampleUser,
    display_name: 'Ada Lovelace',
    primary_email: 'ada@analytical.example',
    primary_email_auth_enabled: true,
    otp_auth_enabled: true,
    passkey_auth_enabled: true,
    requires_totp_mfa: true,
    last_active_at_millis: Date.now() - 3_600_000,
    server_metadata: null,
    oauth_providers: [{ id: 'github', account_id: '583231', email: 'ada@analytical.example' }],
    ...own,
  });
const provider = (n: number, own: object = {}) => ({
  id: `9d2f5f6a-9a41-4e6f-93a1-${String(n).padStart(12, '0')}`,
  user_id: userId,
  type: 'github',
  email: 'ada@analytical.example',
  allow_sign_in: true,
  allow_connected_accounts: true,
  account_id: '583231',
  ...own,
});
const usualReplies = {
  'service.users.read': user(),
  'service.contactChannels.list': listOf(usual),
  'service.oauth.providers': listOf([provider(1), provider(2, { email: 'countess@lovelace.example', allow_sign_in: false })]),
};

async function show(context: SceneContext, replies: Parameters<typeof goWith>[2] = {}): Promise<void> {
  await goWith(context, path('sign-in'), { ...usualReplies, ...replies });
  await context.screens.page.getByRole('group', { name: 'Password', exact: true }).waitFor();
}

async function press(context: SceneContext, name: string): Promise<void> {
  await show(context);
  await context.screens.page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

/** Shows a region in each size of the window. */
const scrolledTo = (name: string, region: string): Scene => ({
  name,
  show: (context) => show(context),
  inView: ({ screens: { page } }) => page.getByRole('region', { name: region, exact: true }),
});

export const userSignInScenes: readonly Scene[] = [
  { name: 'user sign-in', show: (context) => show(context) },
  scrolledTo('user sign-in, methods', 'Sign-in methods'),
  scrolledTo('user sign-in, connected accounts', 'Connected accounts'),
  scrolledTo('user sign-in, keys', 'API keys'),
  { name: 'user sign-in, odd addresses', show: (context) => show(context, { 'service.contactChannels.list': listOf(odd) }) },
  {
    name: 'user sign-in, restricted',
    show: (context) =>
      show(context, {
        'service.users.read': user({
          primary_email_verified: false,
          is_restricted: true,
          restricted_reason: { type: 'email_not_verified' },
        }),
        'service.contactChannels.list': listOf(usual.map((email) => ({ ...email, is_verified: false }))),
      }),
  },
  {
    name: 'user sign-in, nothing',
    show: (context) =>
      show(context, {
        'service.contactChannels.list': listOf([]),
        'service.users.read': user({
          ...{ primary_email: null, has_password: false, otp_auth_enabled: false, passkey_auth_enabled: false },
          ...{ requires_totp_mfa: false, oauth_providers: [] },
        }),
      }),
  },
  {
    name: 'user sign-in, menu of an address',
    show: async (context) => {
      await press(context, 'Actions for ada.lovelace@home.example');
      await context.screens.page.getByRole('menu').waitFor();
    },
  },
  { name: 'user sign-in, add email', show: (context) => press(context, 'Add email') },
  { name: 'user sign-in, add account', show: (context) => press(context, 'Add account') },
  {
    name: 'user sign-in, add account, mistakes',
    after: 'user sign-in, add account',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByRole('button', { name: 'Add account' }).click();
      await page.getByText('Enter the account’s ID').waitFor();
    },
  },
  { name: 'user sign-in, set password', show: (context) => press(context, 'Change password') },
  { name: 'user sign-in, remove passkey', show: (context) => press(context, 'Remove passkey') },
  { name: 'user sign-in, send email', show: (context) => press(context, 'Send email: Password reset') },
  {
    name: 'user sign-in, loading',
    show: async (context) => {
      await goWith(context, path('sign-in'), { ...usualReplies, 'service.contactChannels.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'user sign-in, failed',
    show: async (context) => {
      await goWith(context, path('sign-in'), { ...usualReplies, 'service.contactChannels.list': lost });
      await context.screens.page.getByRole('main').getByRole('alert').first().waitFor();
    },
  },
];
