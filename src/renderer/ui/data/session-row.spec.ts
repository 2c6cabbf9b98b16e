import { expect, test } from 'vitest';
import { isLocalAddress } from './session-row';

test.each([
  ['loopback', '127.0.0.1'],
  ['the end of loopback', '127.255.255.255'],
  ['this host', '0.0.0.0'],
  ['private, class A', '10.1.2.3'],
  ['the start of private, class B', '172.16.0.0'],
  ['the end of private, class B', '172.31.255.255'],
  ['private, class C', '192.168.178.20'],
  ['link-local', '169.254.1.1'],
  ['the start of CGNAT', '100.64.0.0'],
  ['the end of CGNAT', '100.127.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 loopback in full', '0000:0000:0000:0000:0000:0000:0000:0001'],
  ['IPv6 unspecified', '::'],
  ['unique local', 'fd12:3456:789a:1::1'],
  ['unique local, the other half', 'fc00::'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'FE80::1ff:fe23:4567:890a%eth0'],
  ['the end of IPv6 link-local', 'febf:ffff::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped private', '::FFFF:192.168.0.1'],
  ['mapped in full', '0:0:0:0:0:ffff:a00:1'],
])('is local: %s', (_name, ip) => {
  expect(isLocalAddress(ip)).toBe(true);
});

test.each([
  ['a public address', '203.0.113.7'],
  ['below private, class B', '172.15.255.255'],
  ['above private, class B', '172.32.0.0'],
  ['below CGNAT', '100.63.255.255'],
  ['above CGNAT', '100.128.0.0'],
  ['near class C', '192.169.0.1'],
  ['near link-local', '169.253.0.1'],
  ['a public IPv6 address', '2001:db8::1'],
  ['above IPv6 link-local', 'fec0::1'],
  ['below unique local', 'fbff::1'],
  ['a mapped public address', '::ffff:203.0.113.7'],
  ['::2', '::2'],
  ['bytes that are too large', '127.0.0.256'],
  ['too few parts', '127.1'],
  ['a number', '2130706433'],
  ['a name', 'localhost'],
  ['an address with a port', '127.0.0.1:80'],
  ['nothing', ''],
  ['only a zone', '%eth0'],
  ['colons', ':::'],
  ['a bracket', '::1]/[::1'],
])('is not local: %s', (_name, ip) => {
  expect(isLocalAddress(ip)).toBe(false);
});
