/** The project's overview in every state. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { shop } from './sample-connection';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/overview';
const hour = 3_600_000;
const day = 24 * hour;
const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const listOf = (...items: object[]) => ok({ items, is_paginated: false });

/** Counts of the last 31 days; `at` is 0 for the first day. */
const days = (count: (at: number, isWeekend: boolean) => number) =>
  Array.from({ length: 31 }, (_value, at) => {
    const date = new Date(Date.now() - (30 - at) * day);
    return { date: date.toISOString().slice(0, 10), activity: count(at, date.getUTCDay() % 6 === 0) };
  });

const userOf = (n: number, display_name: string | null, primary_email: string | null) => ({
  ...sampleUser,
  id: `3241a285-8329-4d69-8f3d-${String(n).padStart(12, '0')}`,
  display_name,
  primary_email,
  primary_email_auth_enabled: true,
  signed_up_at_millis: Date.now() - n * n * 9 * 60_000,
  last_active_at_millis: Date.now() - n * n * 4 * 60_000,
  server_metadata: null,
});

const recent = [
  userOf(1, 'Hedy Lamarr', 'hedy@hopping.example'),
  userOf(2, 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Senior', 'hubert.blaine@a-rather-long-domain-name.analytical.example'),
  userOf(3, 'ليلى العامري 🛰️', 'layla@engines.example'),
  userOf(5, null, null),
  userOf(7, '<img src=x onerror="alert(1)">', 'markup@hostile.example'),
];

const metrics = {
  total_users: 12_408,
  daily_users: days((at, isWeekend) => (at === 30 ? 29 : Math.round((isWeekend ? 15 : 36) + ((at * 7) % 13) + (at === 21 ? 26 : 0)))),
  daily_active_users: days((at, isWeekend) => (at === 30 ? 1468 : Math.round((isWeekend ? 880 : 2040) + ((at * 37) % 300)))),
  users_by_country: { US: 3942, GB: 2218, DE: 1604, IN: 1190, FR: 872, JP: 610, BR: 402, AU: 338, CA: 214, NZ: 41, ZA: 33, KE: 12 },
  recently_registered: recent,
  recently_active: [recent[0], recent[2], recent[4], recent[1], recent[3]].map((user, at) => ({
    ...user,
    last_active_at_millis: Date.now() - at * at * hour,
  })),
  login_methods: [
    { method: 'password', count: 6204 },
    { method: 'google', count: 3318 },
    { method: 'otp', count: 1876 },
    { method: 'passkey', count: 1204 },
    { method: 'github', count: 941 },
    { method: 'a-provider-of-a-later-release', count: 388 },
    { method: 'other', count: 2 },
  ],
};
const emptyMetrics = {
  total_users: 0,
  daily_users: days(() => 0),
  daily_active_users: days(() => 0),
  users_by_country: {},
  recently_registered: [],
  recently_active: [],
  login_methods: [],
};

const failed = (n: number, to: string, message: string) => ({
  id: `8a1d5c2e-3c41-4e2f-9c11-${String(n).padStart(12, '0')}`,
  subject: 'Verify your email',
  sent_at_millis: Date.now() - n * n * hour,
  to: [to],
  error: { errorType: 'REJECTED', message, canRetry: false },
});
const emails = listOf(
  failed(1, 'fran@optimise.example', '550 5.1.1 mailbox does not exist'),
  failed(3, 'tony.hoare+a-very-long-mailbox-name@quicksort.example', '451 4.7.1 greylisted, try again later. '.repeat(9)),
  failed(5, 'qa+22@analytical.example', 'smtp.analytical.example timed out'),
  failed(6, 'last@analytical.example', 'Connection refused'),
  { ...failed(2, 'ada@analytical.example', ''), error: null },
);
const keySet = (n: number, description: string, daysLeft: number) => ({
  id: `8a1d5c2e-3c41-4e2f-9c11-${String(n).padStart(12, '0')}`,
  description,
  created_at_millis: Date.now() - 60 * day,
  expires_at_millis: Date.now() + daysLeft * day + hour,
  secret_server_key: { last_four: '9qzt' },
});
const keySets = listOf(
  keySet(1, 'Billing worker', 6),
  keySet(2, 'Nightly export of everything to the warehouse', 24),
  keySet(3, 'Web', 300),
);

const full = { 'service.metrics.read': ok(metrics), 'service.emails.sent': emails, 'service.apiKeys.listKeySets': keySets };
const allLost = {
  'service.metrics.read': lost,
  'service.emails.sent': lost,
  'service.apiKeys.listKeySets': lost,
  'service.projects.read': lost,
};
const drift = {
  state: 'compared',
  file: 'production.yaml',
  baseMillis: Date.now() - 9 * day,
  lookedAtMillis: Date.now(),
  count: 5,
  sections: [
    { section: 'settings', count: 3 },
    { section: 'permissions.project', count: 2 },
  ],
  changed: { inProject: 4, inFile: 1 },
  production: { wanted: true, present: false },
  names: { wanted: 'Analytical Engines', present: 'Analytical Engines (staging)' },
  unknown: 1,
};
const chart = ({ screens: { page } }: SceneContext) => page.getByRole('group', { name: 'Sign-ups per day' });

export const overviewScenes: readonly Scene[] = [
  {
    name: 'overview',
    show: async (context) => {
      await goWith(context, path, full);
      await context.screens.page.getByText('Billing worker').waitFor();
      await chart(context).getByRole('img').last().focus();
      await context.screens.page.keyboard.press('ArrowLeft');
    },
  },
  {
    name: 'overview, drift',
    show: async (context) => {
      await goWith(context, path, { ...full, 'drift.look': ok(drift) });
      await context.screens.page.getByText('Differs from production.yaml in 5 places').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('region', { name: 'Drift' }),
  },
  {
    name: 'overview, drift of a file with faults',
    show: async (context) => {
      const faults = [{ reason: 'unknown-key', path: ['setings'], line: 2, column: 1, nearest: 'settings' }];
      const problem = { reason: 'faults', name: 'production.yaml', faults };
      await goWith(context, path, { ...full, 'drift.look': ok({ state: 'unread', problem }) });
      await context.screens.page.getByText('1 problem in production.yaml').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('region', { name: 'Drift' }),
  },
  {
    name: 'overview, as a table',
    after: 'overview',
    show: async ({ screens: { page } }) => {
      await page.getByRole('button', { name: 'Show “Sign-ups per day” as a table' }).click();
      await page.getByRole('button', { name: 'Show all 12' }).click();
      await page.getByRole('table', { name: 'Sign-ups per day' }).waitFor();
    },
  },
  {
    name: 'overview, sandbox',
    show: async (context) => {
      await goWith(context, path, {});
      await chart(context).waitFor();
      await context.screens.page.getByText('Allow localhost', { exact: false }).waitFor();
    },
  },
  {
    name: 'overview, empty',
    show: async (context) => {
      await goWith(context, path, {
        'service.metrics.read': ok(emptyMetrics),
        'service.emails.sent': listOf(),
        'service.apiKeys.listKeySets': listOf(),
      });
      await context.screens.page.getByText('No users yet').waitFor();
    },
  },
  {
    name: 'overview, server access',
    show: async (context) => {
      await goWith(context, '/', {});
      context.bridge.push('connections.list', [{ ...shop, pinned: false }]);
      await goOn(context, '/c/shop/overview');
      await context.screens.page.getByRole('heading', { name: 'This connection can’t view the overview' }).waitFor();
    },
  },
  {
    name: 'overview, loading',
    show: async (context) => {
      const never = Object.fromEntries(Object.keys(allLost).map((name) => [name, 'never' as const]));
      await goWith(context, path, never);
      await placeholder(context);
    },
  },
  {
    name: 'overview, failed',
    show: async (context) => {
      await goWith(context, path, allLost);
      await context.screens.page.getByRole('alert').nth(3).waitFor();
    },
  },
];
