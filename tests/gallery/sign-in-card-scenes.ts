/** The cards for signing in, signing up, and keeping an anonymous account. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Reply } from '#contract/errors.ts';
import { sampleAccount } from '../support/samples/sample-account';
import { goWith, placeholder, type Scene } from './stage';

const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };

const signIn = '/c/sandbox/sign-in';
const signUp = '/c/sandbox/sign-up';
const upgrade = '/c/sandbox/upgrade';
const anonymous: Account = { ...sampleAccount, connectionId: 'sandbox', displayName: null, state: 'anonymous' };

export const signInCardScenes: readonly Scene[] = [
  {
    name: 'sign-in',
    show: async (stage) => goWith(stage, signIn, {}).then(() => stage.screens.page.getByLabel('Email', { exact: true }).waitFor()),
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
    show: async (stage) => goWith(stage, signIn, { 'service.projects.current': 'never' }).then(() => placeholder(stage)),
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
  {
    name: 'upgrade',
    show: async (stage) => {
      await goWith(stage, upgrade, {
        'accounts.list': { ok: true, value: { revision: 0, value: [anonymous] } },
        'service.teams.list': { ok: true, value: { items: [] } },
      });
      await stage.screens.page.getByLabel('Password', { exact: true }).fill('short');
    },
  },
  {
    name: 'upgrade, not anonymous',
    show: async (stage) => {
      await goWith(stage, upgrade, {});
      await stage.screens.page.getByText('No anonymous account to keep').waitFor();
    },
  },
];
