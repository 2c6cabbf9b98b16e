import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { AcceptedSocket } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';
import { createHostPeerCheck, createPeerCheck } from './peer-check';
import type { ReadTable, TableName } from './socket-table';

const socket: AcceptedSocket = { localAddress: '127.0.0.1', localPort: 2, remoteAddress: '127.0.0.1', remotePort: 1 };
const rowOf = (uid: number, inode: number) =>
  `   0: 0100007F:0001 0100007F:0002 01 00000000:00000000 00:00000000 00000000 ${uid} 0 ${inode} 1\n`;

/** A check by user 1000. Each read of the IPv4 table returns the next of those texts, and the last one from then on. */
function setUp(...tables: readonly (string | Error)[]) {
  const clock = createFakeClock({ hasteUpTo: 50 });
  const reads: number[] = [];
  const readTable = async (name: TableName) => {
    if (name === 'tcp6') return '';
    const found = tables[Math.min(reads.length, tables.length - 1)] ?? '';
    reads.push(clock.monotonic());
    if (found instanceof Error) throw found;
    return found;
  };
  return { check: createPeerCheck({ uid: 1000, readTable, clock }), reads };
}

describe('who is served', () => {
  test.each([
    ['the user who runs Latchkey', 1000, 7, true],
    ['root, and its relays', 0, 7, true],
    ['another user', 1001, 7, false],
    ['a user that this namespace has no number for', 65_534, 7, false],
    ['a closed socket, which reads as root’s', 0, 0, false],
    ['a closed socket of the user', 1000, 0, false],
  ])('%s', async (_what, uid, inode, expected) => {
    expect(await setUp(rowOf(uid, inode)).check(socket)).toBe(expected);
  });

  test('a socket that the tables pass over once', async () => {
    const { check, reads } = setUp('', rowOf(1000, 7));
    expect(await check(socket)).toBe(true);
    expect(reads).toEqual([0, 5]);
  });

  test('no peer whose socket is not listed after all retries', async () => {
    const { check, reads } = setUp('');
    expect(await check(socket)).toBe(false);
    expect(reads).toEqual([0, 5, 25, 75]);
  });

  test('a peer over an IPv6 socket, which only the second table lists', async () => {
    const mapped = '0000000000000000FFFF00000100007F';
    const tables = { tcp: rowOf(1001, 7).replaceAll(':0001', ':0003'), tcp6: rowOf(1000, 7).replaceAll('0100007F', mapped) };
    const readTable = async (name: TableName) => tables[name];
    expect(await createPeerCheck({ uid: 1000, readTable, clock: createFakeClock() })(socket)).toBe(true);
  });

  test('no peer when the tables can’t be read', async () => {
    const { check } = setUp(new Error('EACCES'));
    expect(await check(socket)).toBe(false);
  });
});

test('many connections share a read, which begins after each of them was accepted', async () => {
  const answers: ((tables: string) => void)[] = [];
  const readTable = () => new Promise<string>((resolve) => answers.push(resolve));
  const check = createPeerCheck({ uid: 1000, readTable, clock: createFakeClock() });
  const first = check(socket);
  const others = Array.from({ length: 100 }, () => check(socket));
  expect(answers).toHaveLength(1);
  answers[0]?.(rowOf(1000, 7));
  expect(await first).toBe(true);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(rowOf(1001, 7));
  expect(new Set(await Promise.all(others))).toEqual(new Set([false]));
  expect(answers).toHaveLength(2);
});

test('a read ends as soon as all that share it have found their peers', async () => {
  const reads: { readonly hasEnough: (rows: string) => boolean; readonly end: (table: string) => void }[] = [];
  const readTable: ReadTable = (_name, hasEnough) => new Promise((resolve) => reads.push({ hasEnough, end: resolve }));
  const check = createPeerCheck({ uid: 1000, readTable, clock: createFakeClock() });
  const rowFrom = (port: string) => rowOf(1000, 7).replace(':0001', `:${port}`);
  const first = check(socket);
  expect(reads[0]?.hasEnough(rowFrom('0003'))).toBe(false);
  expect(reads[0]?.hasEnough(rowFrom('0001'))).toBe(true);
  const others = [3, 4].map((remotePort) => check({ ...socket, remotePort }));
  reads[0]?.end(rowFrom('0001'));
  expect(await first).toBe(true);
  await expect.poll(() => reads.length).toBe(2);
  expect(reads[1]?.hasEnough(rowFrom('0004'))).toBe(false);
  expect(reads[1]?.hasEnough(rowFrom('0003'))).toBe(true);
  reads[1]?.end(rowFrom('0004') + rowFrom('0003'));
  expect(await Promise.all(others)).toEqual([true, true]);
});

test('a read that fails does not keep the next from being tried', async () => {
  let isBroken = true;
  const readTable = async () => {
    if (isBroken) throw new Error('EMFILE');
    return rowOf(1000, 7);
  };
  const check = createPeerCheck({ uid: 1000, readTable, clock: createFakeClock() });
  expect(await Promise.all([check(socket), check(socket)])).toEqual([false, false]);
  isBroken = false;
  expect(await check(socket)).toBe(true);
});

describe.runIf(process.platform === 'linux')('on this machine', () => {
  /** Both ends of a connection: the accepted socket, and the client's. */
  async function connection(to: string, from: string): Promise<{ accepted: Socket; client: Socket }> {
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, to, resolve));
    const { port } = server.address() as { port: number };
    const client = connect(port, from);
    const accepted = await new Promise<Socket>((resolve) => server.once('connection', resolve));
    onTestFinished(() => {
      for (const end of [client, accepted]) end.destroy();
      server.close();
    });
    return { accepted, client };
  }

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
  ])('a client of this user is served: listening on %s, connected to %s', async (to, from) => {
    const { accepted } = await connection(to, from);
    expect(await createHostPeerCheck(false, systemClock)(accepted)).toBe(true);
  });

  test('a client that has closed its socket is not', async () => {
    const { accepted, client } = await connection('127.0.0.1', '127.0.0.1');
    await new Promise<void>((resolve) => client.end('GET / HTTP/1.1\r\n\r\n', resolve));
    client.destroy();
    await new Promise((resolve) => client.once('close', resolve));
    expect(await createHostPeerCheck(false, systemClock)(accepted)).toBe(false);
  });
});
