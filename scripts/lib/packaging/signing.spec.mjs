import { expect, test } from 'vitest';
import { missingSecrets } from './signing.mjs';

const server = { LATCHKEY_UPDATES_URL: 'https://updates.latchkey.example' };
const certificate = { CSC_LINK: 'file', CSC_KEY_PASSWORD: 'x' };
const key = { APPLE_API_KEY: 'file', APPLE_API_KEY_ID: 'x', APPLE_API_ISSUER: 'x' };

test.each([
  ['linux', server, null],
  ['darwin', {}, null],
  ['darwin', server, /CSC_LINK, CSC_KEY_PASSWORD \(signing\); APPLE_API_KEY, .* or APPLE_ID, .* \(notarization\)/],
  ['darwin', { ...server, ...certificate }, /Set APPLE_API_KEY/],
  ['darwin', { ...server, ...certificate, APPLE_API_KEY: 'file' }, /Set APPLE_API_KEY/],
  ['darwin', { ...server, ...certificate, ...key }, null],
  ['darwin', { ...server, ...key, CSC_LINK: 'file', CSC_KEY_PASSWORD: '' }, /CSC_KEY_PASSWORD \(signing\)/],
  ['win32', server, /WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD or CSC_LINK/],
  ['win32', { ...server, ...certificate }, null],
])('on %s with %j', (platform, env, expected) => {
  if (expected === null) expect(missingSecrets(env, platform)).toBeNull();
  else expect(missingSecrets(env, platform)).toMatch(expected);
});
