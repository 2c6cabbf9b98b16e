/** What lies over any screen, and an address without one. */
import type { UpdateState } from '../../src/contract/bridge/app';
import { goWith, type Scene, type Stage } from './stage';

async function showUsers(stage: Stage): Promise<void> {
  await goWith(stage, '/c/sandbox/users', {});
  await stage.screens.users.getByRole('row').nth(8).waitFor();
}

/** States of updates, which the browser host never has. */
const updateStates: readonly (readonly [string, UpdateState])[] = [
  ['current', { state: 'current', checkedAtMillis: 1 }],
  ['downloading', { state: 'downloading', version: '1.4.0' }],
  ['ready', { state: 'ready', version: '1.4.0' }],
  ['turned off by a policy', { state: 'off', reason: 'policy' }],
];

export const frameScenes: readonly Scene[] = [
  {
    name: 'command palette',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.keyboard.press('ControlOrMeta+k');
      await stage.screens.dialog.waitFor();
    },
  },
  {
    name: 'shortcuts',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.keyboard.press('Shift+?');
      await stage.screens.dialog.waitFor();
    },
  },
  {
    name: 'settings',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.getByRole('button', { name: 'Settings' }).click();
      await stage.screens.dialog.waitFor();
    },
  },
  ...updateStates.map(
    ([what, update]): Scene => ({
      name: `updates, ${what}`,
      show: async (stage) => {
        await showUsers(stage);
        stage.bridge.push('app.updatesChanged', update);
        await stage.screens.page.getByRole('button', { name: 'Settings' }).click();
        await stage.screens.dialog.getByRole('heading', { name: 'Updates' }).waitFor();
      },
    }),
  ),
  {
    name: 'third-party licenses',
    show: async (stage) => {
      await showUsers(stage);
      await stage.screens.page.getByRole('button', { name: 'Settings' }).click();
      await stage.screens.page.getByRole('button', { name: 'Show licenses' }).click();
      await stage.screens.page.getByText('@fontsource-variable/inter').click();
      await stage.screens.page.getByText('SIL OPEN FONT LICENSE').first().waitFor();
    },
  },
  {
    name: 'not found',
    show: async (stage) =>
      goWith(stage, '/nowhere/at/all', {}).then(() =>
        stage.screens.page.getByRole('heading', { name: 'Page not found' }).first().waitFor(),
      ),
  },
];
