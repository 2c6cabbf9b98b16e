/** Comparing configuration, in every state. */
import type { Comparison } from '#contract/bridge/configuration.ts';
import type { Reply } from '#contract/errors.ts';
import { sampleAppInfo } from '../support/samples/sample-app-info';
import type { Replies } from './replies';
import { shop } from './sample-connection';
import { goOn, goWith, type Scene, type SceneContext } from './scene';

const ok = (value: object): Reply => ({ ok: true, value });
const row = { barrier: null, changedIn: null, isGuarded: false, isTicked: true } as const;
const secret = `$${'{GITHUB_CLIENT_SECRET}'}`;
const theme = (text: string) => ({
  source: `export function Theme({ children }) {\n  return <main className="${text}">{children}</main>;\n}\n`,
});

const compared: Comparison = {
  state: 'compared',
  baseMillis: null,
  sections: [
    {
      section: 'settings',
      rows: [
        { ...row, section: 'settings', key: 'client_team_creation_enabled', kind: 'changed', source: true, target: false },
        { ...row, section: 'settings', key: 'description', kind: 'same', source: 'Calculates', target: 'Calculates' },
        {
          ...row,
          section: 'settings',
          key: 'is_production_mode',
          kind: 'changed',
          source: false,
          target: true,
          isGuarded: true,
          isTicked: false,
        },
        {
          ...row,
          section: 'settings',
          key: 'logo_full_url',
          kind: 'added',
          source: null,
          target: undefined,
          barrier: 'unknown-to-release',
          isTicked: false,
        },
      ],
    },
    {
      section: 'sign_in_methods',
      rows: [
        { ...row, section: 'sign_in_methods', key: 'passkey_enabled', kind: 'changed', source: true, target: false },
        {
          ...row,
          section: 'sign_in_methods',
          key: 'oauth_account_merge_strategy',
          kind: 'changed',
          source: 'link_method',
          target: 'allow_duplicates',
        },
      ],
    },
    {
      section: 'providers',
      rows: [
        {
          ...row,
          section: 'providers',
          key: 'github',
          kind: 'changed',
          source: { type: 'standard', client_id: 'Iv1.8c2e41d7', client_secret: secret },
          target: { type: 'shared' },
        },
      ],
    },
    {
      section: 'domains',
      rows: [
        {
          ...row,
          section: 'domains',
          key: 'https://staging.analytical.example',
          kind: 'removed',
          source: undefined,
          target: { handler_path: '/handler' },
          isTicked: false,
        },
      ],
    },
    {
      section: 'email_themes',
      rows: [{ ...row, section: 'email_themes', key: 'Brass', kind: 'changed', source: theme('wide'), target: theme('narrow') }],
    },
  ],
};

/** The same, compared with what was applied before. */
const threeWay: Comparison = {
  ...compared,
  baseMillis: new Date(2026, 10, 12).getTime(),
  sections: compared.sections.map(({ section, rows }) => ({
    section,
    rows: rows.map((one) => {
      if (one.kind === 'same' || one.section === 'email_themes') return one;
      if (one.key === 'oauth_account_merge_strategy') return { ...one, base: 'raise_error', changedIn: 'both', isTicked: false };
      return { ...one, base: one.target, changedIn: one.kind === 'removed' ? 'target' : 'source' };
    }),
  })),
};

const plan = {
  steps: [
    { kind: 'create-definition', rows: [{ section: 'permissions.team', key: 'support' }] },
    {
      kind: 'update-project',
      rows: [
        { section: 'providers', key: 'github' },
        { section: 'sign_in_methods', key: 'passkey_enabled' },
      ],
    },
    { kind: 'update-theme', rows: [{ section: 'email_themes', key: 'Brass' }] },
  ],
  asks: [{ section: 'providers', key: 'github', name: 'GITHUB_CLIENT_SECRET' }],
  refusals: [],
  id: 'a',
  fingerprint: 'f',
};

const other = {
  ...shop,
  id: 'other',
  name: 'Analytical Engines',
  environment: 'production',
  credentials: { ...shop.credentials, admin: 'h2wd' },
} as const;

/** Opens the screen between two projects. */
async function open(context: SceneContext, replies: Replies = {}): Promise<void> {
  await goWith(context, '/', { 'configuration.compare': ok(compared), 'configuration.plan': ok(plan), ...replies });
  context.bridge.push('connections.list', [{ ...shop, safety: 'normal', credentials: { ...shop.credentials, admin: 'q4zd' } }, other]);
  await goOn(context, `/c/${shop.id}/compare`);
  const target = context.screens.page.getByRole('region', { name: 'Target', exact: true });
  await target.getByRole('radio', { name: 'Project' }).click();
  await target.getByRole('combobox', { name: 'Connection' }).selectOption(other.id);
}

const compare = ({ screens: { page } }: SceneContext) => page.getByRole('button', { name: 'Compare', exact: true }).click();

export const compareScenes: readonly Scene[] = [
  { name: 'compare', show: (context) => open(context) },
  {
    name: 'compare, file',
    after: 'compare',
    show: async ({ screens: { page } }) => {
      await page.getByRole('region', { name: 'Target', exact: true }).getByRole('radio', { name: 'File' }).click();
      await page.getByText('Drop a configuration file here').waitFor();
    },
  },
  {
    name: 'compare, followed file',
    show: async (context) => {
      await open(context, { 'app.info': ok({ ...sampleAppInfo, canFollowFiles: true }) });
      const file = { connectionId: shop.id, name: 'engines.yaml', shown: '~/src/engines/deploy/engines.yaml', isFolder: false };
      context.bridge.push('drift.followed', [file]);
      await context.screens.page.getByRole('button', { name: 'Stop following' }).waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('region', { name: 'Followed file' }),
  },
  {
    name: 'compare, faults',
    show: async (context) => {
      const faults = [
        { reason: 'unknown-key', path: ['setings'], line: 2, column: 1, nearest: 'settings' },
        { reason: 'secret-in-clear', path: ['providers', 'github', 'client_secret'], line: 14, column: 20 },
      ];
      await open(context, { 'configuration.compare': ok({ state: 'faults', side: 'source', faults }) });
      await compare(context);
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'compare, folder problem',
    show: async (context) => {
      const problem = { reason: 'absent', path: 'templates/welcome.tsx' };
      await open(context, {
        'app.info': ok(sampleAppInfo),
        'configuration.openFolder': ok({ state: 'problem', problem }),
      });
      const target = context.screens.page.getByRole('region', { name: 'Target', exact: true });
      await target.getByRole('radio', { name: 'File' }).click();
      await target.getByRole('button', { name: 'Choose folder' }).click();
      await target.getByRole('alert').waitFor();
    },
  },
  {
    name: 'compare, failed',
    show: async (context) => {
      const error = { code: 'unreachable' };
      await open(context, { 'configuration.compare': ok({ state: 'failed', side: 'target', error }) });
      await compare(context);
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'compare, loading',
    show: async (context) => {
      await open(context, { 'configuration.compare': 'never' });
      await compare(context);
    },
  },
  {
    name: 'compare, differences',
    show: async (context) => {
      await open(context);
      await compare(context);
      await context.screens.page.getByRole('region', { name: 'Table of settings' }).waitFor();
    },
  },
  {
    name: 'compare, plan',
    after: 'compare, differences',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: /^Apply \d+ changes/ }).click();
      await dialog.getByText('Update project').waitFor();
    },
  },
  {
    name: 'compare, applying',
    after: 'compare, plan',
    show: async ({ screens: { page, dialog }, bridge }) => {
      bridge.set({ 'configuration.apply': 'never' });
      await dialog.getByLabel('GITHUB_CLIENT_SECRET', { exact: true }).fill('x');
      await page.keyboard.press('Enter');
      bridge.push('configuration.progressed', { id: 'a', done: 1, of: 3 });
      await dialog.getByText('1 of 3 requests done').waitFor();
    },
  },
  {
    name: 'compare, stopped',
    after: 'compare, plan',
    show: async ({ screens: { page, dialog }, bridge }) => {
      const stop = { reason: 'conflict', rows: [{ section: 'providers', key: 'github' }] };
      bridge.set({ 'configuration.compare': ok(compared), 'configuration.apply': ok({ done: 1, of: 3, stop }) });
      await dialog.getByLabel('GITHUB_CLIENT_SECRET', { exact: true }).fill('x');
      await page.keyboard.press('Enter');
      await dialog.getByText('1 of 3 requests done').waitFor();
    },
  },
  {
    name: 'compare, done',
    after: 'compare, plan',
    show: async ({ screens: { page, dialog }, bridge }) => {
      bridge.set({ 'configuration.apply': ok({ done: 3, of: 3, stop: null }) });
      await dialog.getByLabel('GITHUB_CLIENT_SECRET', { exact: true }).fill('x');
      await page.keyboard.press('Enter');
      await dialog.getByText('3 of 3 requests done').waitFor();
    },
  },
  {
    name: 'compare, with a base',
    show: async (context) => {
      await open(context, { 'configuration.compare': ok(threeWay) });
      await compare(context);
      await context.screens.page.getByText('1 conflict').waitFor();
    },
  },
  {
    name: 'compare, refused',
    show: async (context) => {
      const refusals = [{ section: 'permissions.team', key: 'support', reason: 'missing-permission', names: ['read', 'reply'] }];
      await open(context, { 'configuration.plan': ok({ ...plan, steps: [], asks: [], refusals }) });
      await compare(context);
      await context.screens.page.getByRole('button', { name: /^Apply \d+ changes/ }).click();
      await context.screens.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'compare, same',
    show: async (context) => {
      await open(context, { 'configuration.compare': ok({ state: 'compared', baseMillis: null, sections: [] }) });
      await compare(context);
      await context.screens.page.getByText('Same on both sides').waitFor();
    },
  },
  {
    name: 'compare, read-only',
    show: async (context) => {
      await open(context);
      const credentials = { ...shop.credentials, admin: 'q4zd' };
      context.bridge.push('connections.list', [
        { ...shop, safety: 'normal', credentials },
        { ...other, safety: 'read-only' },
      ]);
      await compare(context);
      await context.screens.page.getByRole('button', { name: /^Apply/, disabled: true }).waitFor();
    },
  },
];
