/** The account's screens once it has signed out, which all scenes after it would be as well. */
import { go, type Scene } from './stage';

const profile = '/c/sandbox/account/profile';

export const signedOutScenes: readonly Scene[] = [
  {
    name: 'signed out',
    show: async (stage) => {
      const { page, dialog, users } = stage.screens;
      await go(stage, profile);
      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await users.waitFor();
      await go(stage, profile);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
];
