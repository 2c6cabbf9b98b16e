import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthority } from '#tests/support/service/certificate.ts';
import { mayIssue, mayServe } from './certificate-rules';

const company = createAuthority();

test.each([
  [1_024, false],
  [2_047, false],
  [2_048, true],
  [undefined, true],
])('an RSA key of %s bits is strong enough for a server and for an authority: %s', (rsaBits, expected) => {
  const own = rsaBits === undefined ? {} : { rsaBits };
  const [server, authority] = [company.issue(own), company.below(own)].map(({ cert }) => new X509Certificate(cert));
  if (server === undefined || authority === undefined) throw new Error('No certificates were created.');
  expect([mayServe(server), mayIssue(authority, 0, false), mayIssue(authority, 0, true)]).toEqual([expected, expected, expected]);
});
