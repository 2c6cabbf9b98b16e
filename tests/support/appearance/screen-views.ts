/** Every screen, opened by its path in a window that stays the same, with the demo project and its owner. */
import { expect, type Page } from '@playwright/test';
import { type ConnectionScreen, isConnectionScreen, paths, patterns, type ScreenName } from '#window/routes.ts';
import { teamNamed, userNamed } from '../browser/demo-project';
import type { Screens } from '../browser/screens';
import type { TestEnvironment } from '../browser/test-environment';

type PathOf = (page: Page, environment: TestEnvironment) => string | Promise<string>;

const demo = 'sandbox';
const team = (page: Page, environment: TestEnvironment) => teamNamed(environment, page, 'Analytical Engines');

/** Screens whose path needs more than the connection to the demo project. */
const otherPaths: Readonly<Record<Exclude<ScreenName, ConnectionScreen> | 'projects', PathOf>> = {
  start: paths.start,
  connect: () => paths.connect(),
  transfer: paths.transfer,
  settings: () => paths.settings(),
  allJobs: () => paths.allJobs(),
  allJournals: () => paths.allJournals(),
  user: async (page, environment) => paths.user(demo, await userNamed(environment, page, 'Ada Lovelace')),
  team: async (page, environment) => paths.team(demo, await team(page, environment)),
  ownTeam: async (page, environment) => paths.ownTeam(demo, await team(page, environment)),
  projects: async (page, environment) => {
    const { connectionId } = (await environment.ask(page, 'sandbox.openInternal', {})) as { connectionId: string };
    return paths.projects(connectionId);
  },
  link: async (page, environment) => {
    const text = await environment.programAsks(page);
    const { id } = (await environment.ask(page, 'links.open', { text, connectionId: demo })) as { id: string };
    return paths.link(id);
  },
};

const connectionPaths = (Object.keys(patterns) as ScreenName[])
  .filter(isConnectionScreen)
  .map((screen) => [screen, () => paths[screen](demo)] as const);

/** The path of each screen. */
export const screenPaths: Readonly<Record<ScreenName, PathOf>> = {
  ...(Object.fromEntries(connectionPaths) as Partial<Record<ConnectionScreen, PathOf>> as Record<ConnectionScreen, PathOf>),
  ...otherPaths,
};

const ada = (page: Page, environment: TestEnvironment) => userNamed(environment, page, 'Ada Lovelace');

/** What screens show besides their first view: their other tabs, and the panel beside a list. */
export const tabPaths: Readonly<Record<string, PathOf>> = {
  'user: sign-in': async (page, environment) => paths.user(demo, await ada(page, environment), 'sign-in'),
  'user: sessions': async (page, environment) => paths.user(demo, await ada(page, environment), 'sessions'),
  'user: permissions': async (page, environment) => paths.user(demo, await ada(page, environment), 'permissions'),
  'user: metadata': async (page, environment) => paths.user(demo, await ada(page, environment), 'metadata'),
  'users: panel': async (page, environment) => paths.users(demo, { panel: await ada(page, environment) }),
  'users: of a team': async (page, environment) => paths.users(demo, { team: await team(page, environment) }),
  'team: members': async (page, environment) => paths.team(demo, await team(page, environment), 'members'),
  'team: permissions': async (page, environment) => paths.team(demo, await team(page, environment), 'permissions'),
  'team: invitations': async (page, environment) => paths.team(demo, await team(page, environment), 'invitations'),
  'team: metadata': async (page, environment) => paths.team(demo, await team(page, environment), 'metadata'),
  'team: API keys': async (page, environment) => paths.team(demo, await team(page, environment), 'keys'),
  'own team: members': async (page, environment) => paths.ownTeam(demo, await team(page, environment), 'members'),
  'own team: invitations': async (page, environment) => paths.ownTeam(demo, await team(page, environment), 'invitations'),
  'own team: profile': async (page, environment) => paths.ownTeam(demo, await team(page, environment), 'profile'),
  'own team: API keys': async (page, environment) => paths.ownTeam(demo, await team(page, environment), 'keys'),
  'permissions: project': () => paths.permissions(demo, { tab: 'project' }),
  'permissions: defaults': () => paths.permissions(demo, { tab: 'defaults' }),
  'permissions: graph': () => paths.permissions(demo, { view: 'graph' }),
  'email: templates': () => paths.email(demo, 'templates'),
  'email: themes': () => paths.email(demo, 'themes'),
  'email: drafts': () => paths.email(demo, 'drafts'),
  'email: sent': () => paths.email(demo, 'sent'),
  'email: outbox': () => paths.outbox(demo),
};

/** Opens a path in the page as it is, and waits until nothing of it is being loaded. */
export async function openPath({ page }: Screens, path: string): Promise<void> {
  // The app opens some paths without the user, such as that of a link that has arrived: nothing changes then.
  await page.evaluate(`if (location.hash !== '#' + ${JSON.stringify(path)}) {
    document.title = '';
    location.hash = ${JSON.stringify(path)};
  }`);
  await expect(page).not.toHaveTitle('');
  await expect(page.locator('[class*="skeleton"], main [aria-busy="true"]')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Opens a path as from another screen, also if a part of the same screen is open, which would keep its title. */
export async function openAnew(screens: Screens, path: string): Promise<void> {
  await openPath(screens, paths.settings());
  await openPath(screens, path);
}

/** Opens a path in a page that is loaded again, without showing it in the one before. */
export async function openLoadedAgain(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.replaceState(null, '', '#' + ${JSON.stringify(path)})`);
  await page.reload();
}
