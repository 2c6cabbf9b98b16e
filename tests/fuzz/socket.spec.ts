import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#main/app/app.ts';
import { createPageTokens } from '#main/hosts/browser/page-tokens.ts';
import { type HostServer, startServer } from '#main/hosts/browser/server.ts';
import { createGoLinks } from '#main/loopback/go-links.ts';
import { fixedSeed, json, text } from '../support/arbitraries';
import { createFakeClock } from '../support/fake-clock';
import { openPageSocket, type PageSocket } from '../support/main/page-socket';
import { createTestPorts, seededRandom } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

async function startHost(): Promise<HostServer> {
  const profile = await temporaryFolder();
  const folder = join(profile, 'renderer');
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), 'page');
  const clock = createFakeClock();
  const app = await createApp(createTestPorts(profile, { clock }));
  const server = await startServer(
    {
      app,
      tokens: createPageTokens(seededRandom(), clock.now),
      goLinks: createGoLinks(() => 'unused', clock),
      clock,
      isTrustedPeer: async () => true,
      page: { folder, nonce: 'n', fixedTime: null },
    },
    0,
  );
  onTestFinished(async () => {
    await server.close();
    await app.close();
  });
  return server;
}

const tokenOf = (server: HostServer) => server.newAddress().split('#')[1] ?? '';

async function signedIn(server: HostServer): Promise<PageSocket> {
  const socket = await openPageSocket({ port: server.port });
  socket.send({ token: tokenOf(server) });
  await socket.next();
  return socket;
}

/** JSON of anything that can be written as JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '['.repeat(50_000);
  }
}

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((values) => Buffer.from(values));
const written = json.map(jsonOf);
const id = fc.oneof(fc.constantFrom(1, 0, -1, 1.5, '1', null, 2 ** 60), json);
const name = fc.oneof(fc.constantFrom('app.info', 'settings.update', 'service.users.list', '__proto__'), text, json);
const call = jsonOf({ id: 1, name: 'app.info', input: {} });
const session = fc.nat(65_535).map((code) => String.fromCharCode(code).repeat(43));

/** A frame; `token` is replaced by one that is valid, or not. */
const frame: fc.Arbitrary<(token: string) => string | Buffer> = fc.oneof(
  bytes(200).map((sent) => () => sent),
  text.map((sent) => () => sent),
  written.map((sent) => () => sent),
  fc.record({ id, name, input: json }).map((sent) => () => jsonOf(sent)),
  fc.record({ id: fc.nat(99), name, input: json }).map((sent) => () => jsonOf(sent)),
  fc.nat(30).map((length) => () => call.slice(0, length)),
  fc.constantFrom<(token: string) => string | Buffer>(
    () => call,
    (token) => jsonOf({ token }),
    (token) => Buffer.from(jsonOf({ token })),
    (token) => `{"__proto__":${jsonOf({ token })}}`,
  ),
  fc.record({ token: text }).map((sent) => () => jsonOf(sent)),
  fc.record({ session: fc.oneof(text, session) }).map((sent) => () => jsonOf(sent)),
);

const tab = fc.record({
  isSignedIn: fc.constantFrom(true, true, false),
  hasToken: fc.constantFrom(true, false, false, false),
  frames: fc.array(frame, { minLength: 1, maxLength: 6 }),
});

/** An HTTP request that asks for a WebSocket, with parts that don't fit. */
const head = (port: number) =>
  fc
    .record({
      path: fc.oneof(fc.constantFrom('/bridge', '/', '/%'), fc.stringMatching(/^[!-z]{0,20}$/)),
      upgrade: fc.constantFrom('websocket', 'h2c', 'x'),
      origin: fc.constantFrom(`http://localhost:${port}`, 'http://evil.test', 'null'),
      version: fc.constantFrom('13', '8', 'x', ''),
      key: fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', 'x', ''),
    })
    .map(({ path, upgrade, origin, version, key }) =>
      [
        `GET ${path} HTTP/1.1`,
        `Host: localhost:${port}`,
        'Connection: Upgrade',
        `Upgrade: ${upgrade}`,
        `Origin: ${origin}`,
        `Sec-WebSocket-Version: ${version}`,
        `Sec-WebSocket-Key: ${key}`,
        '\r\n',
      ].join('\r\n'),
    );

/** The server responds to a tab of its own, whatever happened to others. */
async function isAlive(server: HostServer): Promise<void> {
  const socket = await signedIn(server);
  socket.send({ id: 77, name: 'app.info', input: {} });
  const reply = await socket.next();
  socket.close();
  const { id, reply: answer } = reply as { id: number; reply: { ok: boolean } };
  if (id !== 77 || !answer.ok) throw new Error(`answered ${JSON.stringify(reply)}`);
}

/** Runs in which the server has to be alive after every 20th. */
const longRun = (numRuns: number) => ({ ...fixedSeed(), numRuns, endOnFailure: true });
const checkedEach = 20;

test('600 tabs that send random frames close or get a response, and the server continues', async () => {
  const server = await startHost();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(tab, async ({ isSignedIn, hasToken, frames }) => {
      const socket = isSignedIn ? await signedIn(server) : await openPageSocket({ port: server.port });
      const token = hasToken ? tokenOf(server) : 'x';
      for (const each of frames) socket.send(each(token));
      // The close gets its response once every frame before it was read.
      socket.close();
      await socket.closed;
      number += 1;
      if (number % checkedEach === 0) await isAlive(server);
    }),
    longRun(600),
  );
  expect(number).toBe(600);
});

test('300 connections that speak nonsense at the door do not bring it down', async () => {
  const server = await startHost();
  const said = fc.oneof(
    bytes(2_000),
    fc.tuple(head(server.port), bytes(200)).map(([start, rest]) => Buffer.concat([Buffer.from(start), rest])),
  );
  let number = 0;
  await fc.assert(
    fc.asyncProperty(said, async (sent) => {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => socket.end(sent));
        socket.on('data', () => undefined);
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
      });
      number += 1;
      if (number % checkedEach === 0) await isAlive(server);
    }),
    longRun(300),
  );
  expect(number).toBe(300);
});
