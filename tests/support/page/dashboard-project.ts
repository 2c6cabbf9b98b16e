/** The project whose accounts own projects, connected through the screens, on release 2.8.86 behind a proxy. */
import type { Account } from '#contract/bridge/accounts.ts';
import { Connecting } from '../browser/connecting';
import type { ProxiedService } from '../browser/proxied-service';
import type { Screens } from '../browser/screens';
import type { TestEnvironment } from '../browser/test-environment';
import { test as base } from './fixtures';
import { ownDashboard } from './own-services';

/** Adds the service, with separate data for each test. */
export const test = base.extend<{ internal: ProxiedService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  internal: async ({}, use) => {
    await ownDashboard(({ internal }) => use(internal));
  },
});

/** Connects the service’s own project, signs its owner in, and opens the list of projects. */
export async function openOwnProjects(screens: Screens, { url, demo }: Pick<ProxiedService, 'url' | 'demo'>): Promise<void> {
  const form = new Connecting(screens.page);
  await screens.page.getByRole('button', { name: 'Sign in as a project owner' }).click();
  await form.field('Name').fill('Dashboard');
  await form.field('Base URL').fill(url);
  await form.field('Publishable client key').fill(demo.publishable_client_key);
  await form.save();
  await screens.page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  await screens.signIn('ada@analytical.example', 'Analytical-Engine-1843');
  await screens.page.getByRole('main').getByRole('button', { name: 'Create project' }).waitFor();
}

/** Creates a team of the owner, who is signed in to the connection that is shown. */
export async function createOwnTeam({ page }: Screens, environment: TestEnvironment, name: string): Promise<void> {
  const { value } = (await environment.ask(page, 'accounts.list', {})) as { value: Account[] };
  const account = value.find(({ connectionId }) => page.url().includes(`/c/${connectionId}/`));
  const caller = { actor: 'account', connectionId: account?.connectionId, accountId: account?.id };
  await environment.ask(page, 'service.teams.create', { ...caller, body: { display_name: name, creator_user_id: 'me' } });
}

/** Opens the list of projects of the sandbox’s admin, from the first screen. */
export async function openSandboxProjects(screens: Screens): Promise<void> {
  const { page } = screens;
  await screens.startSandbox();
  await page.goto(`${page.url().split('#')[0]}#/`);
  await page.getByRole('button', { name: 'Open the sandbox’s dashboard project' }).click();
  await page.getByRole('button', { name: 'Open Analytical Engines' }).waitFor();
}

/** Opens an entry of a project’s menu in the list. */
export async function chooseForProject({ page }: Screens, name: string, entry: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}
