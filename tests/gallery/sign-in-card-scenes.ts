/** The cards for signing in, signing up, and keeping an anonymous account. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Reply } from '#contract/errors.ts';
import { sampleAccount } from '../support/samples/sample-account';
import { goWith, placeholder, type Scene } from './scene';

const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };

const signIn = '/c/sandbox/sign-in';
const signUp = '/c/sandbox/sign-up';
const upgrade = '/c/sandbox/upgrade';
const anonymous: Account = { ...sampleAccount, connectionId: 'sandbox', displayName: null, state: 'anonymous' };

export const signInCardScenes: readonly Scene[] = [
  {
    name: 'sign-in',
    show: async (context) => goWith(context, signIn, {}).then(() => context.screens.page.getByLabel('Email', { exact: true }).waitFor()),
  },
  {
    name: 'sign-in, refused',
    after: 'sign-in',
    show: async ({ screens }) => {
      await screens.signIn('ada@analytical.example', 'not-her-password');
      await screens.page.getByText('Incorrect email or password').waitFor();
    },
  },
  {
    name: 'sign-in, loading',
    show: async (context) => goWith(context, signIn, { 'service.projects.current': 'never' }).then(() => placeholder(context)),
  },
  {
    name: 'sign-in, failed',
    show: async (context) =>
      goWith(context, signIn, { 'service.projects.current': lost }).then(() => context.screens.page.getByRole('alert').waitFor()),
  },
  {
    name: 'sign-up',
    show: async (context) => {
      await goWith(context, signUp, {});
      await context.screens.page.getByLabel('Password', { exact: true }).fill('short');
    },
  },
  {
    name: 'upgrade',
    show: async (context) => {
      await goWith(context, upgrade, {
        'accounts.list': { ok: true, value: { revision: 0, value: [anonymous] } },
        'service.teams.list': { ok: true, value: { items: [] } },
      });
      await context.screens.page.getByLabel('Password', { exact: true }).fill('short');
    },
  },
  {
    name: 'upgrade, not anonymous',
    show: async (context) => {
      await goWith(context, upgrade, {});
      await context.screens.page.getByText('No anonymous account to keep').waitFor();
    },
  },
];
