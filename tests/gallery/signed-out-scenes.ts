/** The account's screens once it has signed out, which all scenes after it would be as well. */
import { go, type Scene } from './scene';

const profile = '/c/sandbox/account/profile';

export const signedOutScenes: readonly Scene[] = [
  {
    name: 'signed out',
    show: async (context) => {
      const { page, dialog, users } = context.screens;
      await go(context, profile);
      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await users.waitFor();
      await go(context, profile);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
];
