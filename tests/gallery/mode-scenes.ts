/** Modes of the whole app, and what its notices say. */
import type { Notice } from '#contract/bridge/app.ts';
import type { Finding } from '#contract/bridge/watch.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import { sampleUser } from '../support/samples/sample-user';
import { brokenPolicy, pushPolicy } from './sample-policies';
import { goWith, type Scene, type SceneContext } from './scene';

const day = 86_400_000;
const inSandbox = (id: string) => ({ id, connectionId: 'sandbox', accountId: 'ada' });
const expiry = (days: 30 | 7 | 1) => ({ expiresAtMillis: Date.now() + days * day, days });

/** One of each kind. */
const findings: readonly Finding[] = [
  { id: 'emails', connectionId: 'sandbox', kind: 'failed-emails', count: 12 },
  { id: 'keys', connectionId: 'sandbox', kind: 'key-set', name: 'Billing worker', ...expiry(1) },
  { id: 'sign-ups', connectionId: 'sandbox', kind: 'sign-ups', date: '2026-11-28', count: 412, usual: 18 },
  { ...inSandbox('country'), kind: 'new-country', country: 'BR' },
  {
    ...inSandbox('invitation'),
    kind: 'invitation',
    teamId: 't',
    teamName: 'فريق الترجمة',
    recipient: null,
    expiresAtMillis: Date.now() + day,
  },
  {
    ...inSandbox('invited'),
    kind: 'invitation',
    teamId: 't',
    teamName: 'Engines',
    recipient: 'margaret.hamilton@a-rather-long-domain.example',
    expiresAtMillis: Date.now() + day,
  },
  {
    ...inSandbox('key'),
    kind: 'api-key',
    teamId: null,
    name: 'A key whose description does not end where one would expect it',
    ...expiry(7),
  },
  { ...inSandbox('team-key'), kind: 'api-key', teamId: 't', name: 'Nightly export', ...expiry(30) },
];
const notices: readonly Notice[] = [
  { id: 'file', kind: 'file-unreadable', file: 'settings.json', copy: 'settings.unreadable-1.json' },
  { id: 'memory', kind: 'memory-keychain' },
];

const user = { ...sampleUser, last_active_at_millis: 1_763_000_000_000 };

async function showUsers(context: SceneContext): Promise<void> {
  await goWith(context, '/c/sandbox/users', {});
  await context.screens.users.getByRole('row').nth(8).waitFor();
}

async function hidePersonalData(context: SceneContext): Promise<void> {
  context.bridge.push('settings.state', { ...defaultSettings, privacyMode: true });
  await context.screens.page.getByRole('button', { name: 'Privacy mode' }).waitFor();
  await context.screens.page.locator('html[data-privacy=on]').waitFor();
}

async function openNotices(context: SceneContext): Promise<void> {
  await context.screens.page.getByRole('button', { name: /notice/i }).click();
  await context.screens.page.getByRole('dialog', { name: 'Notices' }).waitFor();
}

export const modeScenes: readonly Scene[] = [
  {
    name: 'notices',
    show: async (context) => {
      await showUsers(context);
      context.bridge.push('watch.state', { findings, checkedAtMillis: Date.now() });
      await openNotices(context);
    },
  },
  {
    name: 'notices, with banners',
    show: async (context) => {
      await showUsers(context);
      context.bridge.push('watch.state', { findings: findings.slice(0, 2), checkedAtMillis: Date.now() });
      context.bridge.push('app.notices', notices);
      await openNotices(context);
    },
  },
  {
    name: 'notices, of the journal',
    show: async (context) => {
      await showUsers(context);
      const kinds = [
        'journal-created',
        'journal-disk-full',
        'journal-newer',
        'journal-unavailable',
        'journal-incomplete',
        'journal-forbidden',
      ];
      const broken = { id: 'broken', kind: 'journal-broken', entry: 1234 };
      context.bridge.push('app.notices', [broken, ...kinds.map((kind) => ({ id: kind, kind }))]);
      await openNotices(context);
    },
  },
  {
    name: 'status bar, outdated',
    show: async (context) => {
      await goWith(context, '/c/sandbox/teams', {});
      await context.screens.page.getByRole('grid', { name: 'Teams' }).getByRole('row').nth(1).waitFor();
      context.bridge.set({ 'service.teams.list': { ok: false, error: { code: 'bad-response' } } });
      await context.screens.page.getByRole('button', { name: 'Refresh' }).click();
      await context.screens.page.getByText(/may be out of date/).waitFor();
    },
  },
  {
    name: 'status bar, all messages',
    after: 'status bar, outdated',
    show: async (context) => {
      context.bridge.push('app.notices', notices);
      await context.screens.page.getByRole('button', { name: /messages$/ }).click();
      await context.screens.page.getByRole('dialog', { name: /messages$/ }).waitFor();
    },
  },
  {
    name: 'notices, none',
    show: (context) => showUsers(context).then(() => openNotices(context)),
  },
  {
    name: 'privacy mode, users',
    show: (context) => showUsers(context).then(() => hidePersonalData(context)),
  },
  {
    name: 'privacy mode, user',
    show: async (context) => {
      await goWith(context, `/c/sandbox/users/${sampleUser.id}`, { 'service.users.read': { ok: true, value: user } });
      await context.screens.page.getByRole('button', { name: 'Show in list' }).waitFor();
      await hidePersonalData(context);
    },
  },
  {
    name: 'privacy mode, sessions',
    show: async (context) => {
      await goWith(context, '/c/sandbox/account/sessions', {});
      await context.screens.page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem').nth(2).waitFor();
      await hidePersonalData(context);
    },
  },
  {
    name: 'read-only mode, users',
    show: async (context) => {
      await showUsers(context);
      context.bridge.push('settings.state', { ...defaultSettings, readOnly: true });
      await context.screens.page.getByText(/^Read-only mode/).waitFor();
    },
  },
  {
    name: 'read-only mode, broken policy',
    show: async (context) => {
      await showUsers(context);
      pushPolicy(context, brokenPolicy);
      await context.screens.page.getByText(/^The policy isn’t valid/).waitFor();
    },
  },
];
