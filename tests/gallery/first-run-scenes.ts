/** The first start, before there is any connection. */
import { goWith, type Scene } from './stage';

export const firstRunScenes: readonly Scene[] = [
  {
    name: 'first run',
    show: async (stage) => {
      await goWith(stage, '/', {});
      await stage.screens.page.getByRole('button', { name: 'Start sandbox' }).waitFor();
    },
  },
  {
    name: 'first run, failed',
    show: async (stage) => {
      const { page } = stage.screens;
      await goWith(stage, '/', { 'sandbox.open': { ok: false, error: { code: 'profile-not-writable' } } });
      await page.getByRole('button', { name: 'Start sandbox' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
];
