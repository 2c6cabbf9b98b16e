/** What lies over any screen, and an address without one. */
import { goWith, type Scene, type Stage } from './stage';

async function showUsers(stage: Stage): Promise<void> {
  await goWith(stage, '/c/sandbox/users', {});
  await stage.screens.users.getByRole('row').nth(8).waitFor();
}

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
