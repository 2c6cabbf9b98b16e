/** Other users of the machine: what they see of started programs, and what the app's servers return to them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { eventually } from '../support/eventually';
import { browserScene } from '../support/main/browser-scene';
import { targetOf } from '../support/main/go-link';
import { missingOtherUser, requestAsOtherUser } from '../support/main/other-user';
import { openPageSocket } from '../support/main/page-socket';
import { temporaryFolder } from '../support/temporary-folder';

const missing = missingOtherUser();
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const refused = { status: 403, location: null, text: expect.stringContaining('--allow-other-users') };

interface Host {
  /** The printed URL of the first page. */
  readonly url: URL;
  /** Resolves to the arguments with which the system's opener was started. */
  opened(): Promise<string>;
}

/** Starts the built browser host with an opener that records its arguments and opens nothing. */
async function startHost(...args: string[]): Promise<Host> {
  const folder = await temporaryFolder();
  const noted = join(folder, 'opened');
  await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${noted}'\n`);
  await chmod(join(folder, 'xdg-open'), 0o755);
  const program = join(import.meta.dirname, '../../out/main/browser.js');
  const child = spawn(process.execPath, [program, '--profile', join(folder, 'profile'), '--keychain', 'memory', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  onTestFinished(() => ended(child));
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve) => lines.once('line', resolve));
  const { url } = JSON.parse(line) as { url: string };
  const readNoted = async () => {
    const text = await readFile(noted, 'utf8');
    // The shell creates the file before it writes the line.
    expect(text).toMatch(/\n$/);
    return text.trim();
  };
  return { url: new URL(url), opened: () => eventually(readNoted) };
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exited;
}

describe.runIf(process.platform === 'linux')('the browser host', () => {
  beforeAll(async () => {
    expect(await tryBuild()).toBeNull();
  });

  test('starts the browser without a token in its arguments', async () => {
    const { url, opened } = await startHost();
    const link = await opened();
    expect(link).toMatch(new RegExp(`^${url.origin}/latchkey/go/\\w{32}$`));
    const target = new URL(await targetOf(link));
    expect([target.origin, target.hash]).toEqual([url.origin, expect.stringMatching(/^#[\w-]{43}$/)]);
    expect(target.hash).not.toBe(url.hash);
    const page = await openPageSocket({ port: Number(url.port) });
    page.send({ token: target.hash.slice(1) });
    expect(await page.next()).toMatchObject({ type: 'welcome' });
  });

  test('refuses another user, over IPv4 and mapped IPv6, and its link still works for its own user', async ({ skip }) => {
    skip(missing !== null, missing ?? '');
    const { url, opened } = await startHost();
    const link = await opened();
    for (const host of ['127.0.0.1', '::ffff:127.0.0.1']) {
      expect(await requestAsOtherUser({ url: url.origin, host })).toEqual(refused);
      expect(await requestAsOtherUser({ url: link, host })).toEqual(refused);
      expect(await requestAsOtherUser({ url: `${url.origin}/bridge`, host, headers: { ...upgrade, origin: url.origin } })).toEqual(refused);
    }
    expect(await targetOf(link)).toContain('#');
  });

  test('serves another user if that is allowed', async ({ skip }) => {
    skip(missing !== null, missing ?? '');
    const { url } = await startHost('--no-open', '--allow-other-users');
    expect(await requestAsOtherUser({ url: url.origin })).toMatchObject({ status: 200 });
    const bridge = { url: `${url.origin}/bridge`, headers: { ...upgrade, origin: url.origin } };
    expect(await requestAsOtherUser(bridge)).toMatchObject({ status: 101 });
  });
});

describe('the callback server', () => {
  test('starts the browser without the access token of a link', async () => {
    const links: string[] = [];
    const { api, accountId } = await browserScene({ openUrl: async (link) => void links.push(link) });
    await api.signIn.linkOAuth({ accountId, provider: 'github' });
    expect(links).toEqual([expect.stringMatching(/^http:\/\/localhost:\d+\/latchkey\/go\/\w{32}$/)]);
    expect(new URL(await targetOf(links[0] ?? '')).searchParams.get('token')).toMatch(/^ey/);
    expect((await request(links[0] ?? '')).statusCode).toBe(410);
  });

  test('refuses another user, over IPv4 and IPv6, and its link still works for its own', async ({ skip }) => {
    skip(missing !== null, missing ?? '');
    const links: string[] = [];
    const { api, connectionId } = await browserScene({ openUrl: async (link) => void links.push(link) });
    await api.signIn.withProvider({ connectionId, provider: 'github' });
    const link = links[0] ?? '';
    for (const host of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await requestAsOtherUser({ url: link, host })).toEqual(refused);
    expect(await requestAsOtherUser({ url: `${new URL(link).origin}/handler/sign-in` })).toEqual(refused);
    expect((await api.links.list({})).value).toEqual([]);
    expect(await targetOf(link)).toContain('/auth/oauth/authorize/github');
  });
});

describe('the Electron host', () => {
  beforeAll(() => prepareElectron());

  test.each([
    { args: [], response: refused },
    { args: ['--allow-other-users'], response: expect.objectContaining({ status: 302 }) },
  ])('opens links that other users can’t use, unless they may: $args', async ({ args, response }) => {
    const running = await launchElectron(join(await temporaryFolder(), 'profile'), { args });
    const { value } = (await running.call('sandbox.open', {})) as { value: { connectionId: string } };
    await running.call('signIn.withProvider', { connectionId: value.connectionId, provider: 'github' });
    const [link = ''] = await running.evaluate(({ shell }) => shell.opened);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/latchkey\/go\/\w{32}$/);
    if (missing === null) expect(await requestAsOtherUser({ url: link })).toEqual(response);
    if (args.length === 0) expect(await targetOf(link)).toContain('/auth/oauth/authorize/github');
  });
});
