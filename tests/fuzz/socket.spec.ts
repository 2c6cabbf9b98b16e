import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { createApp } from '#main/app/app.ts';
import { createPageTokens } from '#main/hosts/browser/page-tokens.ts';
import { type HostServer, startServer } from '#main/hosts/browser/server.ts';
import { createGoLinks } from '#main/loopback/go-links.ts';
import { createFakeClock } from '../support/fake-clock';
import { anyJson, anyText, type Chance, check, createChance, fuzzSeed } from '../support/fuzz';
import { openPageSocket, type PageSocket } from '../support/page-socket';
import { temporaryFolder } from '../support/temporary-folder';
import { createTestPorts, seededRandom } from '../support/test-ports';

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

function anyBytes(chance: Chance, most: number): Buffer {
  return Buffer.from(Array.from({ length: chance.below(most) }, () => chance.below(256)));
}

/** JSON of anything that can be written as JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '['.repeat(50_000);
  }
}

function anyFrame(chance: Chance, token: string): string | Buffer {
  const id = chance.pick<unknown>([1, 0, -1, 1.5, '1', null, 2 ** 60, anyJson(chance)]);
  const name = chance.pick<unknown>(['app.info', 'settings.update', 'service.users.list', '__proto__', anyText(chance), anyJson(chance)]);
  return chance.pick<() => string | Buffer>([
    () => anyBytes(chance, 200),
    () => anyText(chance),
    () => jsonOf(anyJson(chance)),
    () => jsonOf({ id, name, input: anyJson(chance) }),
    () => jsonOf({ id: chance.below(100), name, input: anyJson(chance) }),
    () => jsonOf({ id: 1, name: 'app.info', input: {} }),
    () => jsonOf({ id: 1, name: 'app.info', input: {} }).slice(0, chance.below(30)),
    () => jsonOf({ token }),
    () => jsonOf({ token: anyText(chance) }),
    () => jsonOf({ session: anyText(chance) }),
    () => jsonOf({ session: String.fromCharCode(chance.below(65_536)).repeat(43) }),
    () => Buffer.from(jsonOf({ token })),
    () => `{"__proto__":${jsonOf({ token })}}`,
  ])();
}

/** The server answers a tab of its own, whatever happened to others. */
async function isAlive(server: HostServer): Promise<void> {
  const socket = await signedIn(server);
  socket.send({ id: 77, name: 'app.info', input: {} });
  const reply = await socket.next();
  socket.close();
  const { id, reply: answer } = reply as { id: number; reply: { ok: boolean } };
  if (id !== 77 || !answer.ok) throw new Error(`answered ${JSON.stringify(reply)}`);
}

async function alive(seed: number, server: HostServer, what: string): Promise<void> {
  const cause = await isAlive(server).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  check(
    seed,
    () => what,
    () => {
      if (cause !== null) throw cause;
    },
  );
}

test('600 tabs that send random frames close or are answered, and the server lives on', async () => {
  const seed = fuzzSeed();
  const chance = createChance(seed);
  const server = await startHost();
  for (let number = 0; number < 600; number += 1) {
    const socket = chance.oneIn(3) ? await openPageSocket({ port: server.port }) : await signedIn(server);
    const frames = Array.from({ length: 1 + chance.below(6) }, () => anyFrame(chance, chance.oneIn(4) ? tokenOf(server) : 'x'));
    for (const frame of frames) socket.send(frame);
    // The close is answered once every frame before it was read.
    socket.close();
    await socket.closed;
    if (number % 20 === 19)
      await alive(seed, server, `after tab ${number}: ${frames.map((frame) => String(frame).slice(0, 100)).join(' | ')}`);
  }
});

test('300 connections that speak nonsense at the door do not bring it down', async () => {
  const seed = fuzzSeed();
  const chance = createChance(seed);
  const server = await startHost();
  const head = (text: string) =>
    `GET ${chance.pick(['/bridge', '/', '/%', text])} HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: Upgrade\r\nUpgrade: ${chance.pick(['websocket', 'h2c', 'x'])}\r\n` +
    `Origin: ${chance.pick([`http://localhost:${server.port}`, 'http://evil.test', 'null'])}\r\nSec-WebSocket-Version: ${chance.pick(['13', '8', 'x', ''])}\r\n` +
    `Sec-WebSocket-Key: ${chance.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])}\r\n\r\n`;
  for (let number = 0; number < 300; number += 1) {
    const text = Array.from({ length: chance.below(20) }, () => String.fromCharCode(33 + chance.below(90))).join('');
    const said = chance.oneIn(3) ? anyBytes(chance, 2_000) : Buffer.concat([Buffer.from(head(text)), anyBytes(chance, 200)]);
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end(said));
      socket.on('data', () => undefined);
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
    if (number % 20 === 19) await alive(seed, server, `after connection ${number}: ${said.toString('latin1').slice(0, 300)}`);
  }
});
