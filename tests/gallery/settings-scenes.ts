/** The app's settings. */
import type { UpdateState } from '#contract/bridge/app.ts';
import type { PolicyState } from '#contract/bridge/settings.ts';
import { defaultSettings, type SettingsSectionId } from '#contract/setting-rows.ts';
import type { Replies } from './replies';
import { activePolicy, brokenPolicy, pushPolicy } from './sample-policies';
import { goWith, type Scene, type SceneContext } from './scene';

async function showSettings(context: SceneContext, section?: SettingsSectionId, replies: Replies = {}): Promise<void> {
  await goWith(context, section === undefined ? '/settings' : `/settings?section=${section}`, replies);
  await context.screens.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}

/** States of updates, which the browser host never has. */
const updateStates: readonly (readonly [string, UpdateState])[] = [
  ['current', { state: 'current', checkedAtMillis: 1 }],
  ['downloading', { state: 'downloading', version: '1.4.0' }],
  ['ready', { state: 'ready', version: '1.4.0' }],
  ['turned off by a policy', { state: 'off', reason: 'policy' }],
];

async function showPolicy(context: SceneContext, section: SettingsSectionId, policy: PolicyState): Promise<void> {
  await showSettings(context, section);
  pushPolicy(context, policy);
  await context.screens.page
    .getByText(/^Locked (by|until)/)
    .first()
    .waitFor();
}

/** Shows the dialog that asks before all local data is cleared. */
async function showClearing(context: SceneContext, replies: Replies = {}): Promise<void> {
  await showSettings(context, 'safety', replies);
  await context.screens.page.getByRole('button', { name: 'Clear data' }).click();
  await context.screens.dialog.getByRole('heading', { name: 'Clear all local data?' }).waitFor();
}

const manualProxy = { proxyMode: 'manual', proxyUrl: 'socks5://proxy.example:1080' } as const;

export const settingsScenes: readonly Scene[] = [
  { name: 'settings, locked by a policy', show: (context) => showPolicy(context, 'safety', activePolicy) },
  { name: 'settings, network locked by a policy', show: (context) => showPolicy(context, 'network', activePolicy) },
  { name: 'settings, a policy', show: (context) => showPolicy(context, 'about', activePolicy) },
  { name: 'settings, broken policy', show: (context) => showPolicy(context, 'about', brokenPolicy) },
  { name: 'settings', show: (context) => showSettings(context) },
  {
    name: 'settings, background watch',
    show: async (context) => {
      await showSettings(context, 'notifications');
      context.bridge.push('settings.state', { ...defaultSettings, watch: true, watchDigest: '09:00' });
      await context.screens.page.getByLabel('Time of the digest').waitFor();
    },
  },
  {
    name: 'settings, rules of connections',
    after: 'settings, background watch',
    closes: true,
    show: async (context) => {
      context.bridge.push('policy.state', { ...activePolicy, locked: ['watchEmails'] });
      await context.screens.page.getByRole('button', { name: 'Change rules' }).click();
      await context.screens.dialog.getByLabel('Expiring keys').waitFor();
    },
  },
  { name: 'settings, network', show: (context) => showSettings(context, 'network') },
  {
    name: 'settings, proxy with a sign-in',
    show: async (context) => {
      await showSettings(context, 'network');
      context.bridge.push('settings.state', { ...defaultSettings, ...manualProxy, proxySignInUrl: manualProxy.proxyUrl });
      await context.screens.page.getByText(/^Stored for/).waitFor();
    },
  },
  {
    name: 'settings, sign-in at a proxy',
    after: 'settings, proxy with a sign-in',
    closes: true,
    show: async (context) => {
      await context.screens.page.getByRole('button', { name: 'Change sign-in' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Store sign-in' }).click();
      await context.screens.dialog.getByText(/^Enter a username/).waitFor();
    },
  },
  { name: 'settings, desktop in a browser', show: (context) => showSettings(context, 'desktop') },
  {
    name: 'settings, invalid values',
    show: async (context) => {
      await showSettings(context, 'network', { 'settings.update': { ok: true, value: null } });
      const { page } = context.screens;
      await page.getByRole('radio', { name: 'Manual' }).click();
      await page.getByRole('textbox', { name: 'Proxy URL' }).fill('proxy.example');
      await page.getByRole('textbox', { name: 'Callback port' }).fill('80');
      await page.getByRole('textbox', { name: 'Callback port' }).press('Enter');
      await page.getByText('Enter a whole number').waitFor();
    },
  },
  {
    name: 'settings, search',
    show: async (context) => {
      await showSettings(context);
      await context.screens.page.getByRole('searchbox', { name: 'Search settings' }).fill('password');
      await context.screens.page.getByRole('heading', { name: 'Appearance' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'settings, search without a result',
    show: async (context) => {
      await showSettings(context);
      await context.screens.page.getByRole('searchbox', { name: 'Search settings' }).fill('no such setting');
      await context.screens.page.getByRole('heading', { name: 'No settings found' }).waitFor();
    },
  },
  { name: 'settings, clearing local data', show: (context) => showClearing(context) },
  {
    name: 'settings, sessions that could not be ended',
    show: async (context) => {
      const kept = [
        { user: 'Ada Lovelace', connection: 'Analytical Engines' },
        { user: null, connection: 'Difference Engines' },
      ];
      await showClearing(context, { 'localData.endSessions': { ok: true, value: { kept } } });
      const { dialog } = context.screens;
      await dialog.getByRole('checkbox').check();
      await dialog.getByLabel('Type “Latchkey” to confirm').fill('Latchkey');
      await dialog.getByRole('button', { name: 'Clear local data' }).click();
      await dialog.getByRole('status').waitFor();
    },
  },
  ...updateStates.map(
    ([what, update]): Scene => ({
      name: `updates, ${what}`,
      show: async (context) => {
        await showSettings(context, 'updates');
        context.bridge.push('app.updates', update);
      },
    }),
  ),
];
