import { expect, test } from 'vitest';
import { createAuthority } from '#tests/support/service/certificate.ts';
import { certificateVerdict, type SentCertificate } from './certificate-verdict';

const day = 86_400_000;
const company = createAuthority();
const between = company.below();
const names = { names: ['service.test'] };
const past = { from: Date.now() - 3 * day, until: Date.now() - 2 * day };

const chain = (...texts: string[]): SentCertificate => {
  const [data = '', ...rest] = texts;
  return rest.length === 0 ? { data } : { data, issuerCert: chain(...rest) };
};
const good = chain(between.issue(names).cert, between.cert);
const verdict = (certificate: SentCertificate, { errorCode = -202, hostname = 'service.test' } = {}) =>
  certificateVerdict({ certificate, errorCode, hostname }, [company.cert], Date.now());

test('a certificate of the user’s authority is accepted', () => {
  expect(verdict(good)).toBe(0);
});

test.each([
  ['accepted by Chromium', 0],
  ['for another name', -200],
  ['expired', -201],
  ['revoked', -206],
  ['weak', -208],
  ['pinned otherwise', -150],
])('Chromium’s own result stays for a certificate that is %s', (_what, errorCode) => {
  expect(verdict(good, { errorCode })).toBe(-3);
});

test.each([
  ['of another authority', chain(createAuthority().issue(names).cert), 'service.test', -3],
  ['without what is between', chain(between.issue(names).cert), 'service.test', -3],
  ['for another name', good, 'other.test', -200],
  ['expired', chain(company.issue({ ...names, ...past }).cert), 'service.test', -201],
  ['none', chain(''), 'service.test', -3],
])('one that is %s isn’t accepted', (_what, certificate, hostname, expected) => {
  expect(verdict(certificate, { hostname })).toBe(expected);
});

test('an issuer that is its own one doesn’t take long', () => {
  const own: { data: string; issuerCert?: SentCertificate } = { data: createAuthority().cert };
  own.issuerCert = own;
  expect(verdict(own)).toBe(-3);
});
