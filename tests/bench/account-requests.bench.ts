/** What the screens of the account request when they are opened again: each resource once, whatever the number of rows. */
import type { Page } from 'playwright';
import { launchChromium, newContext } from './lib/chromium';
import type { Measurement } from './lib/measurement';
import { startOwnHost } from './lib/own-host';
import { type RequestRecord, recordRequests } from './lib/recorded-transport';

const team = 'Analytical Engines';

/** The screens in the order of the navigation, and the tabs of a team after the team. */
const screens: readonly { readonly entry: string; readonly tab?: string }[] = [
  { entry: 'Profile' },
  { entry: 'Emails and sign-in' },
  { entry: 'Sessions' },
  { entry: 'Connected accounts' },
  { entry: 'API keys' },
  { entry: 'Permissions' },
  { entry: 'Create team' },
  { entry: team },
  { entry: team, tab: 'Members' },
  { entry: team, tab: 'Invitations' },
  { entry: team, tab: 'Your profile' },
  { entry: team, tab: 'API keys' },
];

/** The most requests for one resource that a screen makes, after every screen has been open before. */
export async function measure(): Promise<Measurement[]> {
  const record = recordRequests();
  const host = await startOwnHost({ transport: record.transport });
  const browser = await launchChromium();
  try {
    const page = await (await newContext(browser, 'users-list')).newPage();
    await page.goto(host.newAddress());
    await page.getByRole('button', { name: 'Start sandbox' }).click();
    await page.getByRole('grid', { name: 'Users' }).waitFor();
    const opened = async () => {
      const counts: number[] = [];
      for (const screen of screens) counts.push(...(await requestsOf(page, record, screen)));
      return counts;
    };
    await opened();
    const counts = await opened();
    const detail = `${screens.length} screens and tabs, ${counts.reduce((sum, count) => sum + count, 0)} requests`;
    return [{ name: 'account screens, requests for a resource', value: Math.max(...counts), unit: 'requests', limit: 1, detail }];
  } finally {
    await browser.close();
    await host.close();
  }
}

/** Opens a screen. Returns how often each resource was requested until it had everything. */
async function requestsOf(page: Page, record: RequestRecord, { entry, tab }: (typeof screens)[number]): Promise<number[]> {
  record.clear();
  const section = entry === team || entry === 'Create team' ? 'Teams' : 'Account';
  const link = page
    .getByRole('navigation')
    .getByRole('group', { name: section, exact: true })
    .getByRole('link', { name: entry, exact: true });
  await (tab === undefined ? link : page.getByRole('tab', { name: tab })).click();
  await record.quiet();
  return [...record.counts().values()];
}
