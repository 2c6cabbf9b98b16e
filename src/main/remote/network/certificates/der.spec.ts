import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthority } from '#tests/support/service/certificate.ts';
import { readElements, readFacts } from './der';

test('the signature’s algorithm and the extensions of a certificate', () => {
  const { raw } = new X509Certificate(createAuthority({ pathLength: 3, unknownCondition: true }).cert);
  const facts = readFacts(raw);
  expect(facts?.signature).toBe('2a8648ce3d040302');
  expect(facts?.extensions.map(({ id, isCritical }) => [id, isCritical])).toEqual([
    ['551d13', true],
    ['2a030405', true],
  ]);
});

test.each(['', '30', '3080', '308500000000', '3003', '0500', '30820100', '3003020101'])('%s is no certificate', (hex) => {
  expect(readFacts(Buffer.from(hex, 'hex'))).toBeNull();
});

test('a certificate that was cut off anywhere isn’t read', () => {
  const { raw } = new X509Certificate(createAuthority().cert);
  for (let length = 0; length < raw.length; length += 1) expect(readFacts(raw.subarray(0, length))).toBeNull();
});

test.each(['02', '0205', '0284ffffffff00'])('%s isn’t read beyond its end', (hex) => {
  expect(readElements(Buffer.from(hex, 'hex'))).toBeNull();
});
