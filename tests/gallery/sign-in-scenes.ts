/** Every step of signing in, and every card of a link. */
import type { Reply } from '#contract/errors.ts';
import { sampleLink } from '../support/samples/sample-link';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, type Scene, type Stage } from './stage';

const signIn = '/c/sandbox/sign-in';
const email = 'ada@analytical.example';
const inNineMinutes = () => Date.now() + 540_000;

const known = (code: string): Reply => ({ ok: false, error: { code: 'known-error', known: code } });
const done = (value: unknown): Reply => ({ ok: true, value });
const mailed = () => ({ flowId: 'f', email, canResendAt: Date.now() + 21_000 });

async function code(stage: Stage, answer: Reply): Promise<void> {
  await goWith(stage, signIn, { 'signIn.sendCode': done({ step: 'code-sent', ...mailed() }), 'signIn.submitCode': answer });
  await stage.screens.askForCode(email);
}

async function link(stage: Stage, kind: string, replies: Replies = {}, more: object = {}): Promise<void> {
  const value = [{ ...sampleLink, kind, ...more }];
  await goWith(stage, '/links/a', { 'links.list': done({ revision: 0, value }), ...replies });
  await stage.screens.page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

/** A user who has just signed up with a password. */
const newUser = { ...sampleUser, display_name: null, primary_email: email, primary_email_verified: false };

export const signInScenes: readonly Scene[] = [
  {
    name: 'welcome',
    show: async (stage) => {
      await goWith(stage, '/c/sandbox/welcome', { 'service.users.me': done(newUser) });
      await stage.screens.page.getByRole('button', { name: 'Send verification email' }).waitFor();
    },
  },
  {
    name: 'welcome, email refused',
    show: async (stage) => {
      const channel = {
        id: sampleUser.id,
        value: email,
        type: 'email',
        used_for_auth: true,
        is_verified: false,
        is_primary: true,
        user_id: 'u',
      };
      await goWith(stage, '/c/sandbox/welcome', {
        'service.users.me': done(newUser),
        'service.contactChannels.list': done({ items: [channel], is_paginated: false }),
        'service.contactChannels.sendVerification': known('REDIRECT_URL_NOT_WHITELISTED'),
      });
      await stage.screens.page.getByRole('button', { name: 'Send verification email' }).click();
      await stage.screens.page.getByLabel('Project site URL').waitFor();
    },
  },
  {
    name: 'code, being typed',
    show: async (stage) => {
      await code(stage, known('VERIFICATION_CODE_NOT_FOUND'));
      await stage.screens.page.keyboard.type('A1B');
    },
  },
  {
    name: 'code, refused',
    after: 'code, being typed',
    show: async (stage) => {
      await stage.screens.codeField.fill('A1B2C3');
      await stage.screens.page.getByText('Incorrect code').waitFor();
    },
  },
  {
    name: 'code, expired',
    show: async (stage) => {
      await code(stage, known('VERIFICATION_CODE_EXPIRED'));
      await stage.screens.codeField.fill('A1B2C3');
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'second step',
    show: async (stage) => {
      await goWith(stage, signIn, { 'signIn.withPassword': done({ step: 'totp', flowId: 'f', until: inNineMinutes() }) });
      await stage.screens.signIn(email, 'a password');
      await stage.screens.digitsField.fill('123');
    },
  },
  {
    name: 'waiting for the browser',
    show: async (stage) => {
      const step = {
        step: 'browser',
        flowId: 'f',
        purpose: 'provider',
        provider: 'github',
        until: inNineMinutes(),
        trust: 'unknown',
        isOpen: true,
      };
      await goWith(stage, signIn, { 'signIn.withProvider': done(step), 'signIn.wait': 'never' });
      await stage.screens.page.getByRole('button', { name: 'Sign in with GitHub' }).click();
      await stage.screens.page.getByRole('button', { name: 'Open browser again' }).waitFor();
    },
  },
  {
    name: 'provider, not led back',
    show: async (stage) => {
      await goWith(stage, signIn, { 'signIn.withProvider': { ok: false, error: { code: 'return-not-trusted' } } });
      await stage.screens.page.getByRole('button', { name: 'Sign in with GitHub' }).click();
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'forgotten password',
    show: async (stage) => {
      await goWith(stage, '/c/sandbox/forgot-password', {});
      await stage.screens.page.getByLabel('Email', { exact: true }).fill(email);
    },
  },
  {
    name: 'forgotten password, mail sent',
    after: 'forgotten password',
    show: async (stage) => {
      stage.bridge.set({ 'signIn.forgotPassword': done({ step: 'mail-sent', ...mailed() }) });
      await stage.screens.page.getByRole('button', { name: 'Send reset link' }).click();
      await stage.screens.page.getByLabel('Link from the email').waitFor();
    },
  },
  {
    name: 'code, where its link leads',
    show: async (stage) => {
      const { page } = stage.screens;
      await goWith(stage, signIn, {});
      await page.getByRole('button', { name: 'Send me a code instead' }).click();
      await page.getByLabel('Open the email’s link on').selectOption('app.analytical.example/handler');
    },
  },
  {
    name: 'a mail that leads nowhere',
    show: async (stage) => {
      const nowhere = done({ chosen: 'loopback', candidates: [{ place: 'loopback', trust: 'untrusted' }] });
      await goWith(stage, '/c/sandbox/forgot-password', { 'callbacks.choices': nowhere });
      await stage.screens.page.getByText('No trusted redirect URL').waitFor();
    },
  },
  {
    name: 'passkey, there is one',
    show: async (stage) => {
      let exists = false;
      await goWith(stage, '/c/sandbox/passkey', {
        'service.users.me': () => done({ ...sampleUser, passkey_auth_enabled: exists }),
        'signIn.registerPasskey': () => {
          exists = true;
          return { ok: false, error: { code: 'passkey-exists' } };
        },
      });
      await stage.screens.page.getByRole('button', { name: 'Create passkey' }).click();
      await stage.screens.page.getByRole('button', { name: 'Replace passkey' }).waitFor();
      await stage.screens.page.getByText('This account already has a passkey').waitFor();
    },
  },
  { name: 'link, magic', show: (stage) => link(stage, 'magic-link') },
  {
    name: 'link, new password',
    show: async (stage) => {
      await link(stage, 'password-reset', { 'links.check': done({ kind: 'password-reset' }) });
      await stage.screens.page.getByLabel('New password').fill('short');
    },
  },
  {
    name: 'link, used up',
    show: async (stage) => {
      await link(stage, 'password-reset', { 'links.check': known('VERIFICATION_CODE_ALREADY_USED') });
      await stage.screens.page.getByRole('alert').waitFor();
    },
  },
  { name: 'link, verification', show: (stage) => link(stage, 'email-verification') },
  {
    name: 'link, invitation',
    show: async (stage) => {
      await link(stage, 'team-invitation', {
        'links.details': done({ teamId: 't', teamName: 'Analytical Engine Construction Committee' }),
      });
      await stage.screens.page.getByText('Analytical Engine Construction Committee').waitFor();
    },
  },
  { name: 'link, program asks', show: (stage) => link(stage, 'cli-auth-confirm') },
  {
    name: 'link, program asks, confirming',
    show: async (stage) => {
      await link(stage, 'cli-auth-confirm', { 'links.accept': 'never' });
      await stage.screens.page.getByRole('button', { name: 'Approve sign-in' }).click();
      await stage.screens.page.getByRole('status').getByText('Confirm on the page').waitFor();
    },
  },
  {
    name: 'link, program asks, canceled',
    show: async (stage) => {
      await link(stage, 'cli-auth-confirm', { 'links.accept': { ok: false, error: { code: 'not-confirmed' } } });
      await stage.screens.page.getByRole('button', { name: 'Approve sign-in' }).click();
      await stage.screens.page.getByText('Sign-in not approved').waitFor();
    },
  },
  { name: 'link, sign out', show: (stage) => link(stage, 'sign-out') },
  { name: 'link, error', show: (stage) => link(stage, 'error', {}, { error: { code: 'SIGN_UP_NOT_ENABLED', message: '' } }) },
  {
    name: 'link, error, through the site',
    show: (stage) => link(stage, 'error', {}, { error: { code: 'REDIRECT_URL_NOT_WHITELISTED', message: '' } }),
  },
  {
    name: 'link, error, connecting',
    show: (stage) => link(stage, 'error', {}, { connects: true, error: { code: 'REDIRECT_URL_NOT_WHITELISTED', message: '' } }),
  },
  {
    name: 'link, of which project',
    show: (stage) => link(stage, 'magic-link', {}, { connectionId: null, host: 'app.analytical.example' }),
  },
  { name: 'link, unknown', show: (stage) => link(stage, 'unknown') },
];
