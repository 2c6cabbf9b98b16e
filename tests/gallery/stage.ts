/** What a scene has to work with, and how it gets to its screen. */
import type { Screens } from '../support/browser/screens';
import type { Bridge } from './replies';

export interface Stage {
  readonly screens: Screens;
  readonly bridge: Bridge;
}

export interface Scene {
  readonly name: string;
  readonly show: (stage: Stage) => Promise<void>;
}

/** Closes what lies over the screen and leaves it, so that the next is drawn anew. */
export async function go({ screens: { page, dialog } }: Stage, path: string): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const base = page.url().split('#')[0];
  await page.goto(`${base}#/nowhere`);
  await page.getByRole('heading', { name: 'Page not found' }).first().waitFor();
  await page.goto(`${base}#${path}`);
}

/** Shows an address while some calls answer as told; read anew, because what was read a moment ago would be shown instead. */
export async function goWith(stage: Stage, path: string, replies: Parameters<Bridge['set']>[0]): Promise<void> {
  stage.bridge.set(replies);
  await go(stage, path);
  if (Object.keys(replies).length > 0) await stage.screens.page.reload();
}
