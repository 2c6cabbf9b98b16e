import { mkdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Push } from '#contract/definitions.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import type { App } from '#main/app/app.ts';
import { createPageTokens } from '#main/hosts/browser/page-tokens.ts';
import { type ServerDeps, startServer } from '#main/hosts/browser/server.ts';
import { createGoLinks } from '#main/loopback/go-links.ts';
import type { PeerCheck } from '#main/ports/ports.ts';
import { createTranslator } from '#messages/translator.ts';
import { createFakeClock } from '../fake-clock';
import { temporaryFolder } from '../temporary-folder';
import { openPageSocket } from './page-socket';
import { seededRandom } from './test-ports';

export async function setUpServer(
  dispatch: App['dispatch'] = async (name, input) => ({ ok: true, value: { name, input } }),
  isTrustedPeer: PeerCheck = async () => true,
) {
  const folder = join(await temporaryFolder(), 'renderer');
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), '<title>Latchkey</title>');
  const listeners = new Set<(push: Push) => void>();
  const calls: { name: unknown; input: unknown; windowId: string }[] = [];
  const closedWindows: string[] = [];
  const app: App = {
    dispatch: (name, input, caller) => {
      calls.push({ name, input, ...caller });
      return dispatch(name, input, caller);
    },
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addNotice: () => undefined,
    systemReport: async () => '',
    settled: async () => undefined,
    settings: () => defaultSettings,
    translator: () => createTranslator('en'),
    isLockedByPolicy: () => false,
    isForbidden: () => false,
    connections: () => [],
    knownSites: () => [],
    lock: () => false,
    isLocked: () => false,
    command: () => undefined,
    impersonations: () => 0,
    runningJobs: () => 0,
    isMemoryOnly: () => false,
    hasConnection: () => false,
    openLink: () => null,
    preview: (path) => (path === '/preview/known' ? '<p>A preview</p>' : null),
    log: () => undefined,
    windowClosed: ({ windowId }) => void closedWindows.push(windowId),
    close: async () => undefined,
  };
  const time = { now: 0 };
  const clock = createFakeClock();
  const tokens = createPageTokens(seededRandom(), () => time.now);
  const random = seededRandom();
  const goLinks = createGoLinks(() => Buffer.from(random(16)).toString('hex'), clock);
  const parts: ServerDeps = { app, tokens, goLinks, clock, isTrustedPeer, page: { folder, nonce: 'n', fixedTime: null } };
  const server = await startServer(parts, 0);
  onTestFinished(() => server.close());
  const push = (value: Push) => {
    for (const listener of listeners) listener(value);
  };
  const token = () => server.newAddress().split('#')[1] ?? '';
  /** An authenticated tab. */
  const tab = async (hello: unknown = { token: token() }) => {
    const socket = await openPageSocket({ port: server.port });
    socket.send(hello);
    const welcome = await socket.next();
    return { ...socket, welcome, session: (welcome as { session: string }).session };
  };
  return { server, port: server.port, parts, tokens, token, tab, push, calls, closedWindows, listeners, time, clock };
}

export function sendRequest(
  port: number,
  own: RequestOptions = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(
      { host: '127.0.0.1', port, path: '/', setHost: false, headers: { host: `localhost:${port}` }, ...own },
      (response) => {
        let body = '';
        response.on('data', (part) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    asking.on('error', reject);
    asking.end();
  });
}
