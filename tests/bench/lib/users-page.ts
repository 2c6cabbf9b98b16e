/** The users list of the built app, in a browser, over as many people as a benchmark wants. */
import type { Page } from 'playwright';
import { launchChromium, newContext } from './chromium';
import { type Host, startHost } from './host';
import { seeded } from './sandbox';

/** Opens the list in a separate browser, lets the benchmark use it, and ends everything. */
export async function withUsersPage<T>(users: number, use: (page: Page, host: Host) => Promise<T>): Promise<T> {
  const { folder } = await seeded(users);
  const host = await startHost(folder);
  const browser = await launchChromium();
  try {
    const context = await newContext(browser, 'users-list');
    const page = await context.newPage();
    await page.goto(await host.newAddress());
    await page.getByRole('button', { name: 'Start sandbox' }).click();
    await page.getByRole('grid', { name: 'Users' }).waitFor();
    return await use(page, host);
  } finally {
    await browser.close();
    await host.stop();
  }
}
