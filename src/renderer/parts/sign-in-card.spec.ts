import { expect, test } from 'vitest';
import { signInParts } from './sign-in-card';

const none = { credential_enabled: false, magic_link_enabled: false, passkey_enabled: false, enabled_oauth_providers: [] };

test.each([
  { config: {}, parts: { hasBrowserMethods: false, hasForm: false, hasBothForms: false, mode: 'code' } },
  { config: { credential_enabled: true }, parts: { hasBrowserMethods: false, hasForm: true, hasBothForms: false, mode: 'password' } },
  { config: { magic_link_enabled: true }, parts: { hasBrowserMethods: false, hasForm: true, hasBothForms: false, mode: 'code' } },
  {
    config: { credential_enabled: true, magic_link_enabled: true },
    parts: { hasBrowserMethods: false, hasForm: true, hasBothForms: true, mode: 'password' },
  },
  { config: { passkey_enabled: true }, parts: { hasBrowserMethods: true, hasForm: false, hasBothForms: false, mode: 'code' } },
  {
    config: { enabled_oauth_providers: [{ id: 'github' }] },
    parts: { hasBrowserMethods: true, hasForm: false, hasBothForms: false, mode: 'code' },
  },
])('the parts of the card for $config', ({ config, parts }) => {
  expect(signInParts({ ...none, ...config })).toEqual(parts);
});
