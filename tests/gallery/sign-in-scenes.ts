/** Every step of signing in, and every card of a link. */
import type { Reply } from '#contract/errors.ts';
import { sampleLink } from '../support/samples/sample-link';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { shop } from './sample-connection';
import { goWith, type Scene, type SceneContext } from './scene';

const signIn = '/c/sandbox/sign-in';
const sampleScreen = { projectId: shop.projectId, path: '/users/1b2f4c1e-6a3f-4a57-9d39-5b7c3e0a9f12?tab=sessions' };
const email = 'ada@analytical.example';
const inNineMinutes = () => Date.now() + 540_000;

const known = (code: string): Reply => ({ ok: false, error: { code: 'known-error', known: code } });
const done = (value: unknown): Reply => ({ ok: true, value });
const mailed = () => ({ flowId: 'f', email, canResendAt: Date.now() + 21_000 });

async function code(context: SceneContext, answer: Reply): Promise<void> {
  await goWith(context, signIn, { 'signIn.sendCode': done({ step: 'code-sent', ...mailed() }), 'signIn.submitCode': answer });
  await context.screens.askForCode(email);
}

async function link(context: SceneContext, kind: string, replies: Replies = {}, more: object = {}): Promise<void> {
  const value = [{ ...sampleLink, kind, ...more }];
  await goWith(context, '/links/a', { 'links.list': done({ revision: 0, value }), ...replies });
  await context.screens.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/** A user who has just signed up with a password. */
const newUser = { ...sampleUser, display_name: null, primary_email: email, primary_email_verified: false };

export const signInScenes: readonly Scene[] = [
  {
    name: 'welcome',
    show: async (context) => {
      await goWith(context, '/c/sandbox/welcome', { 'service.users.me': done(newUser) });
      await context.screens.page.getByRole('button', { name: 'Send verification email' }).waitFor();
    },
  },
  {
    name: 'welcome, email refused',
    show: async (context) => {
      const channel = {
        id: sampleUser.id,
        value: email,
        type: 'email',
        used_for_auth: true,
        is_verified: false,
        is_primary: true,
        user_id: 'u',
      };
      await goWith(context, '/c/sandbox/welcome', {
        'service.users.me': done(newUser),
        'service.contactChannels.list': done({ items: [channel], is_paginated: false }),
        'service.contactChannels.sendVerification': known('REDIRECT_URL_NOT_WHITELISTED'),
      });
      await context.screens.page.getByRole('button', { name: 'Send verification email' }).click();
      await context.screens.page.getByLabel('Project site URL').waitFor();
    },
  },
  {
    name: 'code, being typed',
    show: async (context) => {
      await code(context, known('VERIFICATION_CODE_NOT_FOUND'));
      await context.screens.page.keyboard.type('A1B');
    },
  },
  {
    name: 'code, refused',
    after: 'code, being typed',
    show: async (context) => {
      await context.screens.codeField.fill('A1B2C3');
      await context.screens.page.getByText('Incorrect code').waitFor();
    },
  },
  {
    name: 'code, expired',
    show: async (context) => {
      await code(context, known('VERIFICATION_CODE_EXPIRED'));
      await context.screens.codeField.fill('A1B2C3');
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'second step',
    show: async (context) => {
      await goWith(context, signIn, { 'signIn.withPassword': done({ step: 'totp', flowId: 'f', until: inNineMinutes() }) });
      await context.screens.signIn(email, 'a password');
      await context.screens.digitsField.fill('123');
    },
  },
  {
    name: 'waiting for the browser',
    show: async (context) => {
      const step = {
        step: 'browser',
        flowId: 'f',
        purpose: 'provider',
        provider: 'github',
        until: inNineMinutes(),
        trust: 'unknown',
        isOpen: true,
      };
      await goWith(context, signIn, { 'signIn.withProvider': done(step), 'signIn.wait': 'never' });
      await context.screens.page.getByRole('button', { name: 'Sign in with GitHub' }).click();
      await context.screens.page.getByRole('button', { name: 'Open browser again' }).waitFor();
    },
  },
  {
    name: 'provider, not led back',
    show: async (context) => {
      await goWith(context, signIn, { 'signIn.withProvider': { ok: false, error: { code: 'return-not-trusted' } } });
      await context.screens.page.getByRole('button', { name: 'Sign in with GitHub' }).click();
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'forgotten password',
    show: async (context) => {
      await goWith(context, '/c/sandbox/forgot-password', {});
      await context.screens.page.getByLabel('Email', { exact: true }).fill(email);
    },
  },
  {
    name: 'forgotten password, mail sent',
    after: 'forgotten password',
    show: async (context) => {
      context.bridge.set({ 'signIn.forgotPassword': done({ step: 'mail-sent', ...mailed() }) });
      await context.screens.page.getByRole('button', { name: 'Send reset link' }).click();
      await context.screens.page.getByLabel('Link from the email').waitFor();
    },
  },
  {
    name: 'code, where its link leads',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, signIn, {});
      await page.getByRole('button', { name: 'Send me a code instead' }).click();
      await page.getByLabel('Open the email’s link on').selectOption('app.analytical.example/handler');
    },
  },
  {
    name: 'a mail that leads nowhere',
    show: async (context) => {
      const nowhere = done({ chosen: 'loopback', candidates: [{ place: 'loopback', trust: 'untrusted' }] });
      await goWith(context, '/c/sandbox/forgot-password', { 'callbacks.choices': nowhere });
      await context.screens.page.getByText('No trusted redirect URL').waitFor();
    },
  },
  {
    name: 'passkey, there is one',
    show: async (context) => {
      let exists = false;
      await goWith(context, '/c/sandbox/passkey', {
        'service.users.me': () => done({ ...sampleUser, passkey_auth_enabled: exists }),
        'signIn.registerPasskey': () => {
          exists = true;
          return { ok: false, error: { code: 'passkey-exists' } };
        },
      });
      await context.screens.page.getByRole('button', { name: 'Create passkey' }).click();
      await context.screens.page.getByRole('button', { name: 'Replace passkey' }).waitFor();
      await context.screens.page.getByText('This account already has a passkey').waitFor();
    },
  },
  {
    name: 'link, screen, several connections',
    show: async (context) => {
      await link(context, 'screen', {}, { connectionId: null, fits: ['shop', 'shop-staging'], screen: sampleScreen });
      context.bridge.push('connections.list', [
        shop,
        { ...shop, id: 'shop-staging', environment: 'staging', baseUrl: 'https://staging.shop.example' },
      ]);
      await context.screens.page.getByRole('main').getByRole('listitem').nth(1).waitFor();
    },
  },
  {
    name: 'link, screen, no connection',
    show: (context) => link(context, 'screen', {}, { connectionId: null, fits: [], screen: sampleScreen }),
  },
  { name: 'link, magic', show: (context) => link(context, 'magic-link') },
  {
    name: 'link, new password',
    show: async (context) => {
      await link(context, 'password-reset', { 'links.check': done({ kind: 'password-reset' }) });
      await context.screens.page.getByLabel('New password').fill('short');
    },
  },
  {
    name: 'link, used up',
    show: async (context) => {
      await link(context, 'password-reset', { 'links.check': known('VERIFICATION_CODE_ALREADY_USED') });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  { name: 'link, verification', show: (context) => link(context, 'email-verification') },
  {
    name: 'link, invitation',
    show: async (context) => {
      await link(context, 'team-invitation', {
        'links.details': done({ teamId: 't', teamName: 'Analytical Engine Construction Committee' }),
      });
      await context.screens.page.getByText('Analytical Engine Construction Committee').waitFor();
    },
  },
  { name: 'link, program asks', show: (context) => link(context, 'cli-auth-confirm') },
  {
    name: 'link, program asks, confirming',
    show: async (context) => {
      await link(context, 'cli-auth-confirm', { 'links.accept': 'never' });
      await context.screens.page.getByRole('button', { name: 'Approve sign-in' }).click();
      await context.screens.page.getByRole('status').getByText('Confirm on the page').waitFor();
    },
  },
  {
    name: 'link, program asks, canceled',
    show: async (context) => {
      await link(context, 'cli-auth-confirm', { 'links.accept': { ok: false, error: { code: 'not-confirmed' } } });
      await context.screens.page.getByRole('button', { name: 'Approve sign-in' }).click();
      await context.screens.page.getByText('Sign-in not approved').waitFor();
    },
  },
  { name: 'link, sign out', show: (context) => link(context, 'sign-out') },
  { name: 'link, error', show: (context) => link(context, 'error', {}, { error: { code: 'SIGN_UP_NOT_ENABLED', message: '' } }) },
  {
    name: 'link, error, through the site',
    show: (context) => link(context, 'error', {}, { error: { code: 'REDIRECT_URL_NOT_WHITELISTED', message: '' } }),
  },
  {
    name: 'link, error, connecting',
    show: (context) => link(context, 'error', {}, { connects: true, error: { code: 'REDIRECT_URL_NOT_WHITELISTED', message: '' } }),
  },
  {
    name: 'link, of which project',
    show: (context) => link(context, 'magic-link', {}, { connectionId: null, host: 'app.analytical.example' }),
  },
  { name: 'link, unknown', show: (context) => link(context, 'unknown') },
];
