import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Authority, type AuthorityOptions, createAuthority, selfSigned } from '#tests/support/service/certificate.ts';
import { type ChainResult, mayIssue, mayServe, verifyChain } from './verify-chain';

const day = 86_400_000;
const now = Date.now();
const company = createAuthority();
const names = { names: ['service.test', '*.wild.test'], addresses: ['10.0.0.1'] };
const past = { from: now - 3 * day, until: now - 2 * day };
const future = { from: now + day, until: now + 2 * day };

const verify = (sent: readonly { cert: string }[], own: Partial<{ hostname: string; authorities: readonly Authority[] }> = {}) =>
  verifyChain({
    certificates: sent.map(({ cert }) => cert),
    hostname: own.hostname ?? 'service.test',
    authorities: (own.authorities ?? [company]).map(({ cert }) => cert),
    now,
  });

test.each<[string, ChainResult]>([
  ['service.test', 'trusted'],
  ['SERVICE.test', 'trusted'],
  ['a.wild.test', 'trusted'],
  ['10.0.0.1', 'trusted'],
  ['other.test', 'wrong-host'],
  ['wild.test', 'wrong-host'],
  ['a.b.wild.test', 'wrong-host'],
  ['10.0.0.2', 'wrong-host'],
  ['[::1]', 'wrong-host'],
  // The common name of the subject.
  ['server', 'wrong-host'],
])('a server’s certificate at %s is %s', (hostname, expected) => {
  expect(verify([company.issue(names)], { hostname })).toBe(expected);
});

test.each<[string, AuthorityOptions, ChainResult]>([
  ['expired', past, 'expired'],
  ['not valid yet', future, 'expired'],
  ['with a condition that isn’t understood', { unknownCondition: true }, 'untrusted'],
])('a server’s certificate that is %s is %s', (_what, options, expected) => {
  expect(verify([company.issue({ ...names, ...options })])).toBe(expected);
});

test.each<[string, AuthorityOptions, ChainResult]>([
  ['an authority', {}, 'trusted'],
  ['no authority', { isAuthority: false }, 'untrusted'],
  ['expired', past, 'untrusted'],
  ['not valid yet', future, 'untrusted'],
  ['limited to names', { onlyNames: 'service.test' }, 'untrusted'],
  ['limited by something unknown', { unknownCondition: true }, 'untrusted'],
])('below the trusted one, what issued the certificate is %s: %j is %s', (_what, options, expected) => {
  const between = company.below(options);
  expect(verify([between.issue(names), between])).toBe(expected);
});

test.each<[string, AuthorityOptions, ChainResult]>([
  ['expired', past, 'untrusted'],
  ['no authority', { isAuthority: false }, 'untrusted'],
  ['limited to names', { onlyNames: 'service.test' }, 'untrusted'],
])('the trusted one is %s', (_what, options, expected) => {
  const own = createAuthority(options);
  expect(verify([own.issue(names)], { authorities: [own] })).toBe(expected);
});

test('a path may not be longer than an authority allows', () => {
  const short = createAuthority({ pathLength: 0 });
  expect(verify([short.issue(names)], { authorities: [short] })).toBe('trusted');
  const between = short.below();
  expect(verify([between.issue(names), between], { authorities: [short] })).toBe('untrusted');
});

test('the certificates may come in any order, and with others', () => {
  const between = company.below();
  const lower = between.below();
  expect(verify([lower.issue(names), company, selfSigned(), between, lower])).toBe('trusted');
  expect(verify([lower.issue(names), lower])).toBe('untrusted');
});

test('another authority of the same name is another one', () => {
  const impostor = createAuthority();
  expect(verify([impostor.issue(names), impostor])).toBe('untrusted');
  expect(verify([company.issue(names)], { authorities: [] })).toBe('untrusted');
});

test('a server’s own certificate may be the trusted one', () => {
  const own = selfSigned({ names: ['service.test'] });
  const authorities = [own.cert];
  const certificates = [own.cert];
  expect(verifyChain({ certificates, hostname: 'service.test', authorities, now })).toBe('trusted');
  expect(verifyChain({ certificates, hostname: 'other.test', authorities, now })).toBe('wrong-host');
  expect(verifyChain({ certificates, hostname: 'service.test', authorities, now: now + 9 * day })).toBe('expired');
});

test.each([[[]], [['x']], [['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']]])('%j is untrusted', (certificates) => {
  expect(verifyChain({ certificates, hostname: 'service.test', authorities: [company.cert], now })).toBe('untrusted');
});

test('many certificates that could all be issuers don’t take long', () => {
  const many = Array.from({ length: 30 }, () => company.below({}));
  expect(verify([company.below().issue(names), ...many])).toBe('untrusted');
});

const certificateRulesCompany = createAuthority();

test.each([
  [1_024, false],
  [2_047, false],
  [2_048, true],
  [undefined, true],
])('an RSA key of %s bits is strong enough for a server and for an authority: %s', (rsaBits, expected) => {
  const own = rsaBits === undefined ? {} : { rsaBits };
  const [server, authority] = [certificateRulesCompany.issue(own), certificateRulesCompany.below(own)].map(
    ({ cert }) => new X509Certificate(cert),
  );
  if (server === undefined || authority === undefined) throw new Error('No certificates were created.');
  expect([mayServe(server), mayIssue(authority, 0, false), mayIssue(authority, 0, true)]).toEqual([expected, expected, expected]);
});
