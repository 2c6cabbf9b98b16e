/** The app's settings. */
import type { UpdateState } from '#contract/bridge/app.ts';
import type { PolicyState } from '#contract/bridge/policy.ts';
import type { SettingsSectionId } from '#contract/setting-rows.ts';
import type { Replies } from './replies';
import { activePolicy, brokenPolicy, pushPolicy } from './sample-policies';
import { goWith, type Scene, type Stage } from './stage';

async function showSettings(stage: Stage, section?: SettingsSectionId, replies: Replies = {}): Promise<void> {
  await goWith(stage, section === undefined ? '/settings' : `/settings?section=${section}`, replies);
  await stage.screens.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
}

/** States of updates, which the browser host never has. */
const updateStates: readonly (readonly [string, UpdateState])[] = [
  ['current', { state: 'current', checkedAtMillis: 1 }],
  ['downloading', { state: 'downloading', version: '1.4.0' }],
  ['ready', { state: 'ready', version: '1.4.0' }],
  ['turned off by a policy', { state: 'off', reason: 'policy' }],
];

async function showPolicy(stage: Stage, section: SettingsSectionId, policy: PolicyState): Promise<void> {
  await showSettings(stage, section);
  pushPolicy(stage, policy);
  await stage.screens.page
    .getByText(/^Locked (by|until)/)
    .first()
    .waitFor();
}

/** Shows the dialog that asks before all local data is cleared. */
async function showClearing(stage: Stage, replies: Replies = {}): Promise<void> {
  await showSettings(stage, 'safety', replies);
  await stage.screens.page.getByRole('button', { name: 'Clear data' }).click();
  await stage.screens.dialog.getByRole('heading', { name: 'Clear all local data?' }).waitFor();
}

export const settingsScenes: readonly Scene[] = [
  { name: 'settings, locked by a policy', show: (stage) => showPolicy(stage, 'safety', activePolicy) },
  { name: 'settings, network locked by a policy', show: (stage) => showPolicy(stage, 'network', activePolicy) },
  { name: 'settings, a policy', show: (stage) => showPolicy(stage, 'about', activePolicy) },
  { name: 'settings, broken policy', show: (stage) => showPolicy(stage, 'about', brokenPolicy) },
  { name: 'settings', show: (stage) => showSettings(stage) },
  { name: 'settings, network', show: (stage) => showSettings(stage, 'network') },
  { name: 'settings, desktop in a browser', show: (stage) => showSettings(stage, 'desktop') },
  {
    name: 'settings, invalid values',
    show: async (stage) => {
      await showSettings(stage, 'network', { 'settings.update': { ok: true, value: null } });
      const { page } = stage.screens;
      await page.getByRole('radio', { name: 'Manual' }).click();
      await page.getByRole('textbox', { name: 'Proxy URL' }).fill('proxy.example');
      await page.getByRole('textbox', { name: 'Callback port' }).fill('80');
      await page.getByRole('textbox', { name: 'Callback port' }).press('Enter');
      await page.getByText('Enter a whole number').waitFor();
    },
  },
  {
    name: 'settings, search',
    show: async (stage) => {
      await showSettings(stage);
      await stage.screens.page.getByRole('searchbox', { name: 'Search settings' }).fill('password');
      await stage.screens.page.getByRole('heading', { name: 'Appearance' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'settings, search without a result',
    show: async (stage) => {
      await showSettings(stage);
      await stage.screens.page.getByRole('searchbox', { name: 'Search settings' }).fill('no such setting');
      await stage.screens.page.getByRole('heading', { name: 'No settings found' }).waitFor();
    },
  },
  { name: 'settings, clearing local data', show: (stage) => showClearing(stage) },
  {
    name: 'settings, sessions that could not be ended',
    show: async (stage) => {
      const kept = [
        { user: 'Ada Lovelace', connection: 'Analytical Engines' },
        { user: null, connection: 'Difference Engines' },
      ];
      await showClearing(stage, { 'localData.endSessions': { ok: true, value: { kept } } });
      const { dialog } = stage.screens;
      await dialog.getByRole('checkbox').check();
      await dialog.getByLabel('Type “Latchkey” to confirm').fill('Latchkey');
      await dialog.getByRole('button', { name: 'Clear local data' }).click();
      await dialog.getByRole('status').waitFor();
    },
  },
  ...updateStates.map(
    ([what, update]): Scene => ({
      name: `updates, ${what}`,
      show: async (stage) => {
        await showSettings(stage, 'updates');
        stage.bridge.push('app.updates', update);
      },
    }),
  ),
];
