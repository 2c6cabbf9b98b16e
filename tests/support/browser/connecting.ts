/** Connects a project through the screens, to a separate sandbox. */
import type { Page } from '@playwright/test';
import type { PlayedRelease } from '../page/services';
import { askInTurn } from './bridge-calls';
import { test as base, expect } from './fixtures';
import { envBlock, launchSandbox, type RunningSandbox } from './launch-sandbox';
import { type ProxiedService, startProxiedService } from './proxied-service';
import { openClear } from './screens';
import { holdsSecret } from './secret-search';

/** Adds a service that the app doesn't know, with separate data for each test. */
export const test = base.extend<{ proxied: ProxiedService; service: RunningSandbox }>({
  /** The same service behind a proxy. */
  proxied: async ({ service }, use) => {
    const proxied = await startProxiedService(service);
    await use(proxied);
    await proxied.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  service: async ({}, use) => {
    const service = await launchSandbox();
    await use(service);
    await service.stop();
  },
});

/** Page object of the connection form. */
export class Connecting {
  constructor(readonly page: Page) {}
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Connect a project' }).waitFor();
  }
  async paste(text: string): Promise<void> {
    await this.page.getByLabel('Paste your configuration').fill(text);
  }
  field(name: string) {
    return this.page.getByLabel(name, { exact: true });
  }
  async test(): Promise<void> {
    await this.page.getByRole('button', { name: 'Test connection', exact: true }).click();
  }
  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
  }
  check(name: string) {
    return this.page.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: name });
  }
}

/** Checks that the page, its fields and its storage contain no key or token. */
export async function expectNoSecret(page: Page): Promise<void> {
  const inputs = await page.locator('input, textarea').all();
  const values = await Promise.all(inputs.map((input) => input.inputValue()));
  expect([await page.content(), ...values].filter(holdsSecret)).toEqual([]);
  const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, history.state])');
  expect(holdsSecret(kept)).toBe(false);
}

/** Adds a connection through the form and opens its first screen. */
export async function connectThroughForm(page: Page, service: Pick<RunningSandbox, 'url' | 'demo'>, name: string): Promise<Connecting> {
  const form = new Connecting(page);
  const add = page.getByRole('link', { name: 'Add connection' }).or(page.getByRole('button', { name: 'Connect', exact: true }));
  await add.first().click();
  await page.getByRole('heading', { name: 'Connect a project' }).waitFor();
  await form.paste(envBlock(service));
  await form.field('Name').fill(name);
  await form.save();
  await page.getByRole('grid', { name: 'Users' }).waitFor();
  return form;
}

/** Adds a connection as the form does, without its screen, and opens the first screen of the connection. */
export async function connected(page: Page, { url, demo }: Pick<RunningSandbox, 'url' | 'demo'>, name: string): Promise<Connecting> {
  const keys = { client: demo.publishable_client_key, server: demo.secret_server_key, admin: demo.super_secret_admin_key };
  const draft = { name, baseUrl: url, projectId: demo.project_id, environment: 'development', keys };
  const [added] = await askInTurn(page, [{ name: 'connections.add', input: { draft } }]);
  const start = `#/c/${(added as { id: string }).id}/`;
  await page.locator(`nav a[href^="${start}"]`).first().waitFor();
  await openClear(page, `${start.slice(1)}users`);
  await page.getByRole('grid', { name: 'Users' }).waitFor();
  return new Connecting(page);
}

/** Returns the connections in the rail. */
export const tiles = (page: Page) => page.getByRole('navigation', { name: 'Connections' }).getByRole('listitem').getByRole('link');
export const tile = (page: Page, name: string) => page.getByRole('navigation', { name: 'Connections' }).getByRole('link', { name });

/** Connects the demo project of a separate service. */
export async function connectDemo(page: Page, { url, projects }: Pick<PlayedRelease, 'url' | 'projects'>): Promise<void> {
  await connected(page, { url, demo: projects.demo }, 'Engines');
}
