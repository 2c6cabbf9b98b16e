/** The members of a team in the built app, in a browser. */
import type { Page } from 'playwright';
import { z } from 'zod';
import type { Bridge } from './bridge';
import { launchChromium, newContext } from './chromium';
import { startHost } from './host';
import { seeded } from './sandbox';

const named = z.object({ id: z.string() });
const list = z.object({ items: z.array(named) });

/** Calls with the project's key. */
const project = { actor: 'project', connectionId: 'sandbox' };
/** Calls at once. */
const batch = 8;

/** Where the members are: in the account's team, or in the matrix of permissions of the project's team. */
const screens = { account: ['account/teams', 'members'], matrix: ['teams', 'permissions'] } as const;

/** Opens the members of a new team of that size in a separate browser, lets the benchmark use the page, and ends everything. */
export async function withMembersPage<T>(
  members: number,
  use: (page: Page) => Promise<T>,
  screen: keyof typeof screens = 'account',
): Promise<T> {
  const { folder } = await seeded(25_000);
  const host = await startHost(folder);
  const browser = await launchChromium();
  try {
    const context = await newContext(browser, 'users-list');
    const page = await context.newPage();
    const address = await host.newAddress();
    await page.goto(address);
    await page.getByRole('button', { name: 'Start sandbox' }).click();
    await page.getByRole('grid', { name: 'Users' }).waitFor();
    const teamId = await createTeam(host.bridge, members);
    const [path, tab] = screens[screen];
    await page.goto(`${address.split('#')[0]}#/c/sandbox/${path}/${teamId}?tab=${tab}`);
    await page.getByText(new RegExp(`^(${new Intl.NumberFormat('en-GB').format(members)} members|100 members loaded; .*)$`)).waitFor();
    return await use(page);
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** Creates a team of the signed-in user with other users of the project. Returns its ID. */
async function createTeam({ call }: Bridge, members: number): Promise<string> {
  const own = list.parse(await call('service.users.list', { ...project, query: { query: 'ada@analytical.example' } })).items[0]?.id;
  const body = { display_name: 'Members', creator_user_id: own };
  const { id } = named.parse(await call('service.teams.create', { ...project, body }));
  const { items } = list.parse(await call('service.users.list', { ...project, query: { limit: members } }));
  const others = items.filter((user) => user.id !== own).slice(0, members - 1);
  for (let at = 0; at < others.length; at += batch) {
    const add = ({ id: userId }: { id: string }) =>
      call('service.teams.addMember', { ...project, params: { team_id: id, user_id: userId }, body: {} });
    await Promise.all(others.slice(at, at + batch).map(add));
  }
  return id;
}
