import type { Page } from '@playwright/test';
import { launchHost, type RunningHost } from './launch';
import { Screens } from './screens';

/**
 * Stops the host, starts it again with the same profile, and opens its page in a new tab. `prepare` sees the tab before it opens the page.
 * The new host is stopped after `check`.
 */
export async function afterRestart(
  { page, host, profile }: { page: Page; host: RunningHost; profile: string },
  check: (found: Screens) => Promise<void>,
  prepare: (tab: Page) => void = () => undefined,
): Promise<void> {
  await host.stop();
  const again = await launchHost(profile);
  try {
    const tab = await page.context().newPage();
    prepare(tab);
    await tab.goto(again.url);
    await check(new Screens(tab));
  } finally {
    await again.stop();
  }
}
