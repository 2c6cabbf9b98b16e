/** Starts Latchkey for a test: the packaged app if LATCHKEY_APP names its program, else the browser host of a built checkout. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { _electron, test as base, type Page } from '@playwright/test';

/** The folder of a checkout that was built by `npm start` or `npm test`. */
const checkout = process.env.LATCHKEY_CHECKOUT ?? join(import.meta.dirname, '..', '..');

export interface Options {
  /** More arguments for Latchkey, such as `--sandbox` with `demo` or `empty`. */
  latchkeyArgs: string[];
}

interface Fixtures {
  /** A data folder that only this test uses. A new folder for each test is all that resetting takes. */
  profile: string;
  /** Latchkey's first window. */
  latchkey: Page;
  /** A service with data of its own, for tests that prepare it themselves. */
  service: Service;
}

export const test = base.extend<Fixtures & Options>({
  latchkeyArgs: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  profile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  latchkey: async ({ profile, latchkeyArgs, context }, use) => {
    // Nothing leaves this machine, and no secret enters its keychain.
    const args = ['--profile', profile, '--keychain', 'memory', '--no-network', ...latchkeyArgs];
    const app = process.env.LATCHKEY_APP;
    if (app !== undefined) {
      // Playwright turns Chromium's sandbox off otherwise. Root can't use it.
      const running = await _electron.launch({ executablePath: app, args, chromiumSandbox: process.getuid?.() !== 0 });
      await use(await running.firstWindow());
      await running.close();
      return;
    }
    const host = await startProgram('browser.js', [...args, '--no-open', '--json']);
    const page = await context.newPage();
    await page.goto((host.ready as { url: string }).url);
    await use(page);
    await host.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
  service: async ({}, use) => {
    const sandbox = await startProgram('sandbox.js', ['--port', '0', '--seed', 'empty', '--json']);
    await use(new Service(sandbox.ready as Ready));
    await sandbox.stop();
  },
});
export { expect } from '@playwright/test';

interface Ready {
  readonly url: string;
  readonly projects: { readonly demo: Readonly<Record<'project_id' | 'publishable_client_key' | 'secret_server_key', string>> };
}

/** A sandbox that runs alone. */
export class Service {
  constructor(private readonly ready: Ready) {}

  /** What a project of the service has in its environment. Latchkey's form recognizes it. */
  get environment(): string {
    const { project_id, publishable_client_key, secret_server_key } = this.ready.projects.demo;
    return [
      `STACK_API_URL=${this.ready.url}`,
      `STACK_PROJECT_ID=${project_id}`,
      `STACK_PUBLISHABLE_CLIENT_KEY=${publishable_client_key}`,
      `STACK_SECRET_SERVER_KEY=${secret_server_key}`,
    ].join('\n');
  }

  /** Calls the API as a server of the project does. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const { project_id, secret_server_key } = this.ready.projects.demo;
    const headers = {
      'content-type': 'application/json',
      'x-stack-access-type': 'server',
      'x-stack-project-id': project_id,
      'x-stack-secret-server-key': secret_server_key,
    };
    return this.fetch(`/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  /** Moves the service's clock forward: sessions, codes, and links expire. */
  async advance(milliseconds: number): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.fetch('/sandbox/clock', { method: 'POST', headers, body: JSON.stringify({ advance_millis: milliseconds }) });
  }

  /** Returns the subjects of the emails to an address, newest first. */
  async emailsTo(address: string): Promise<string[]> {
    const { items } = (await this.fetch(`/sandbox/mailbox?to=${encodeURIComponent(address)}`)) as { items: { subject: string }[] };
    return items.map(({ subject }) => subject);
  }

  private async fetch(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.ready.url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

/** Starts a program of the checkout, and reads the line of JSON that it prints when it is ready. */
async function startProgram(file: string, args: readonly string[]): Promise<{ ready: unknown; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(checkout, 'out', 'main', file), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then(() => Promise.reject(new Error(`${file} ended early. Is ${checkout} built?`))),
  ]);
  const stop = () => {
    child.kill();
    return ended;
  };
  return { ready: JSON.parse(line), stop };
}
