/** The first start, before there is any connection. */
import { goWith, type Scene } from './scene';

export const firstRunScenes: readonly Scene[] = [
  {
    name: 'first run',
    show: async (context) => {
      await goWith(context, '/', {});
      await context.screens.page.getByRole('button', { name: 'Start sandbox' }).waitFor();
    },
  },
  {
    name: 'first run, failed',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, '/', { 'sandbox.open': { ok: false, error: { code: 'profile-not-writable' } } });
      await page.getByRole('button', { name: 'Start sandbox' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
];
