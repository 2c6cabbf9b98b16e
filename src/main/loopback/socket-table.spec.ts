import { describe, expect, test } from 'vitest';
import type { AcceptedSocket } from '../ports/ports';
import { peerSearch, readSocketTable, tablesOf } from './socket-table';

const header = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';

/** A row as a little-endian machine prints it. */
function row(local: string, remote: string, uid: number, inode: number, number = 0): string {
  const rest = `1 0000000000000000 20 4 30 10 -1`;
  return `${String(number).padStart(4)}: ${local} ${remote} 01 00000000:00000000 02:00000A5C 00000000 ${String(uid).padStart(5)}        0 ${inode} ${rest}                    \n`;
}

const mapped = '0000000000000000FFFF0000';
const home = '0100007F';
const ipv6Home = '00000000000000000000000001000000';
const own: AcceptedSocket = { localAddress: '127.0.0.1', localPort: 47_810, remoteAddress: '127.0.0.1', remotePort: 54_321 };
const ownHex = 'BAC2';
const peerHex = 'D431';

describe('the owner of the peer’s socket', () => {
  test.each<[string, AcceptedSocket, string]>([
    ['IPv4', own, row(`${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77)],
    ['IPv4 from an IPv6 socket', own, row(`${mapped}${home}:${peerHex}`, `${mapped}${home}:${ownHex}`, 1000, 77)],
    ['another loopback address', { ...own, remoteAddress: '127.2.3.4' }, row(`0403027F:${peerHex}`, `${home}:${ownHex}`, 1000, 77)],
    ['IPv6', { ...own, localAddress: '::1', remoteAddress: '::1' }, row(`${ipv6Home}:${peerHex}`, `${ipv6Home}:${ownHex}`, 1000, 77)],
    [
      'any IPv6 address',
      { ...own, localAddress: '2001:db8:1:2:3:4:5:6', remoteAddress: 'fe80::9:a' },
      row(`000080FE00000000000000000A000900:${peerHex}`, `B80D01200200010004000300 06000500:${ownHex}`.replace(' ', ''), 1000, 77),
    ],
    [
      'a listener of both families, IPv4 client',
      { ...own, localAddress: '::ffff:127.0.0.1', remoteAddress: '::ffff:127.0.0.1' },
      row(`${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77),
    ],
    [
      'a listener of both families, IPv6 client',
      { ...own, localAddress: '::ffff:127.0.0.1', remoteAddress: '::ffff:127.0.0.1' },
      row(`${mapped}${home}:${peerHex}`, `${mapped}${home}:${ownHex}`, 1000, 77),
    ],
    ['a large port', { ...own, remotePort: 65_535 }, row(`${home}:FFFF`, `${home}:${ownHex}`, 1000, 77)],
    ['a small port', { ...own, remotePort: 80 }, row(`${home}:0050`, `${home}:${ownHex}`, 1000, 77)],
    ['a row of many', own, row(`${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77, 123_456)],
  ])('%s', (_what, socket, found) => {
    const others = row(`${home}:0050`, `${home}:0051`, 5, 6) + row('00000000:BAC2', '00000000:0000', 5, 6);
    expect(peerSearch(socket)(header + others + found + others)).toEqual({ uid: 1000, inode: 77 });
  });

  test('is not that of the accepted socket, whose row has the addresses the other way round', () => {
    const accepted = row(`${home}:${ownHex}`, `${home}:${peerHex}`, 5, 6);
    expect(peerSearch(own)(header + accepted)).toBeNull();
    expect(peerSearch(own)(header + accepted + row(`${home}:${peerHex}`, `${home}:${ownHex}`, 7, 8))).toEqual({ uid: 7, inode: 8 });
  });

  test.each([
    [0, 0],
    [4_294_967_294, 4_294_967_295],
  ])('uid %i and inode %i are read whole', (uid, inode) => {
    expect(peerSearch(own)(row(`${home}:${peerHex}`, `${home}:${ownHex}`, uid, inode))).toEqual({ uid, inode });
  });

  test.each<[string, string, AcceptedSocket]>([
    ['nothing', '', own],
    ['another remote port', row(`${home}:${peerHex}`, `${home}:BAC3`, 1000, 77), own],
    ['another local port', row(`${home}:D432`, `${home}:${ownHex}`, 1000, 77), own],
    ['another address', row(`0200007F:${peerHex}`, `${home}:${ownHex}`, 1000, 77), own],
    ['one mapped side', row(`${mapped}${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77), own],
    ['a row that breaks off', row(`${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77).slice(0, 90), own],
    ['a row of another form', `   0: ${home}:${peerHex} ${home}:${ownHex} ESTABLISHED 1000 77\n`, own],
    [
      'IPv4, for a peer over IPv6',
      row(`${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77),
      { ...own, localAddress: '::1', remoteAddress: '::1' },
    ],
    ['a peer that is gone', row(`${home}:${peerHex}`, `${home}:${ownHex}`, 1000, 77), { ...own, remoteAddress: undefined }],
  ])('is null where the tables have %s', (_what, tables, socket) => {
    expect(peerSearch(socket)(tables)).toBeNull();
  });
});

test.each([
  ['127.0.0.1', ['tcp', 'tcp6']],
  ['::ffff:127.0.0.1', ['tcp', 'tcp6']],
  ['::1', ['tcp6']],
  ['::ffff:0:127.0.0.1', ['tcp6']],
])('a peer at %s is listed in %j', (remoteAddress, names) => {
  expect(tablesOf({ ...own, remoteAddress })).toEqual(names);
});

test.runIf(process.platform === 'linux')('a table is read until there are enough rows', async () => {
  const steps: string[] = [];
  const until = (count: number) => (rows: string) => steps.push(rows) >= count;
  const whole = await readSocketTable('tcp', until(Number.POSITIVE_INFINITY));
  expect(whole).toContain('local_address');
  expect(steps.splice(0).join('')).toBe(whole);
  expect(await readSocketTable('tcp', until(1))).toBe(steps[0]);
  expect(steps).toHaveLength(1);
});
