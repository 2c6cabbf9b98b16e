import type { Page } from '@playwright/test';
import type { PageHost } from '../support/browser/launch';
import { Screens } from '../support/browser/screens';
import { interceptBridge, withoutMemory } from './replies';
import type { SceneContext } from './scene';

/** Opens the app of a host whose profile is empty, and the demo project in it unless it `isEmpty`. */
export async function openArea(page: Page, host: PageHost, isEmpty = false): Promise<SceneContext> {
  // Generous: on a crowded machine the sandbox starts slowly.
  page.setDefaultTimeout(60_000);
  const bridge = await interceptBridge(page);
  const screens = new Screens(page);
  await page.goto(host.url);
  await page.getByRole('button', { name: 'Start sandbox' }).waitFor();
  const home = page.url().split('#')[0] ?? '';
  if (!isEmpty) {
    await screens.startSandbox();
    // The notice that keys are in memory only.
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  return { screens, bridge: withoutMemory(bridge), home };
}
