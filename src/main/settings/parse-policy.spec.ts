import { describe, expect, test } from 'vitest';
import { defaultSettings, lockableSettings } from '#contract/setting-rows.ts';
import { isHostAllowed, isHostPattern, parsePolicy } from './parse-policy';

const parse = (value: unknown) => parsePolicy(JSON.stringify(value));

test('a policy may have nothing but its version', () => {
  expect(parse({ version: 1 })).toEqual({
    organization: null,
    contact: null,
    settings: {},
    allowedHosts: null,
    forbidden: [],
    required: [],
  });
});

test('a policy has every field', () => {
  const settings = Object.fromEntries(lockableSettings.map((name) => [name, defaultSettings[name]]));
  const policy = {
    organization: 'Example Inc.',
    contact: 'it@example.com',
    settings,
    allowedHosts: ['api.example.com'],
    forbidden: ['export', 'impersonation', 'reveal', 'local-index'],
    required: ['journal', 'production-note'],
  };
  expect(parse({ version: 1, ...policy })).toEqual(policy);
});

test('what is forbidden and required is in one order, and once', () => {
  const policy = { version: 1, forbidden: ['reveal', 'export', 'export'], required: ['production-note', 'journal', 'journal'] };
  expect(parse(policy)).toMatchObject({ forbidden: ['export', 'reveal'], required: ['journal', 'production-note'] });
  expect(parse({ version: 1, forbidden: ['journal'], required: [] })).toMatchObject({ forbidden: ['journal'], required: [] });
});

test('a byte order mark is ignored', () => {
  expect(parsePolicy('\uFEFF{"version": 1}')).toMatchObject({ settings: {} });
});

describe('a policy is broken with', () => {
  test.each([
    ['nothing', ''],
    ['text', 'readOnly = true'],
    ['a comment', '{"version": 1 /* ours */}'],
    ['half of it', '{"version": 1, "settings": {'],
  ])('%s', (_what, text) => {
    expect(parsePolicy(text)).toEqual({ problem: 'not-json' });
  });

  test.each<[string, unknown, string]>([
    ['null', null, ''],
    ['a list', [], ''],
    ['no version', {}, 'version'],
    ['version 0', { version: 0 }, 'version'],
    ['a version as text', { version: '1' }, 'version'],
    ['an unknown field', { version: 1, setting: {} }, 'setting'],
    ['the field of an earlier form', { version: 1, updates: 'off' }, 'updates'],
    ['an unknown setting', { version: 1, settings: { readonly: true } }, 'settings.readonly'],
    ['a setting that can’t be locked', { version: 1, settings: { theme: 'dark' } }, 'settings.theme'],
    ['a setting of another type', { version: 1, settings: { readOnly: 'yes' } }, 'settings.readOnly'],
    ['null for a setting', { version: 1, settings: { readOnly: null } }, 'settings.readOnly'],
    ['a number outside its range', { version: 1, settings: { clipboardSeconds: 5 } }, 'settings.clipboardSeconds'],
    ['a fraction', { version: 1, settings: { handlerPort: 8000.5 } }, 'settings.handlerPort'],
    ['a proxy with a password', { version: 1, settings: { proxyUrl: 'http://a:b@proxy.example' } }, 'settings.proxyUrl'],
    ['a relative path', { version: 1, settings: { caFile: 'ca.pem' } }, 'settings.caFile'],
    ['a host with a scheme', { version: 1, allowedHosts: ['https://api.example.com'] }, 'allowedHosts.0'],
    ['an unknown action', { version: 1, forbidden: ['delete'] }, 'forbidden.0'],
    ['an unknown safeguard', { version: 1, required: ['note'] }, 'required.0'],
    ['a safeguard as text', { version: 1, required: 'journal' }, 'required'],
    ['a journal that is required and forbidden', { version: 1, required: ['journal'], forbidden: ['journal'] }, 'required'],
    ['notes for a forbidden journal', { version: 1, required: ['production-note'], forbidden: ['journal', 'export'] }, 'required'],
    ['no days of the journal', { version: 1, settings: { journalDays: 0 } }, 'settings.journalDays'],
    ['an endless journal', { version: 1, settings: { journalEntries: null } }, 'settings.journalEntries'],
    ['every host', { version: 1, allowedHosts: ['*'] }, 'allowedHosts.0'],
    ['hosts as text', { version: 1, allowedHosts: 'api.example.com' }, 'allowedHosts'],
    ['a name of two lines', { version: 1, organization: 'Example\nInc.' }, 'organization'],
    ['a name that turns the text around', { version: 1, organization: 'Example\u202E' }, 'organization'],
    ['an empty name', { version: 1, organization: ' ' }, 'organization'],
    ['a long contact', { version: 1, contact: 'x'.repeat(201) }, 'contact'],
  ])('%s', (_what, value, field) => {
    expect(parse(value)).toEqual({ problem: 'invalid', field });
  });

  test('a newer version', () => {
    expect(parse({ version: 2, anything: true })).toEqual({ problem: 'newer-version' });
  });
});

test.each([
  ['api.example.com', true],
  ['*.example.com', true],
  ['api.example.com:8443', true],
  ['10.0.0.12', true],
  ['[2001:db8::1]:8102', true],
  ['localhost', true],
  ['', false],
  ['*', false],
  ['*.*.example.com', false],
  ['api.*.com', false],
  ['https://api.example.com', false],
  ['api.example.com/path', false],
  ['api.example.com:', false],
  ['api.example.com:99999', false],
  ['ada@example.com', false],
  ['.example.com', false],
  ['example..com', false],
  ['[::g]', false],
])('the host %j: %j', (text, isOne) => {
  expect(isHostPattern(text)).toBe(isOne);
});

test.each([
  ['https://api.example.com/api/v1', ['api.example.com'], true],
  ['https://API.Example.com', ['api.example.COM'], true],
  ['https://api.example.com.', ['api.example.com'], true],
  ['https://api.example.com:8443', ['api.example.com'], true],
  ['https://api.example.com:8443', ['api.example.com:8443'], true],
  ['https://api.example.com', ['api.example.com:443'], true],
  ['https://api.example.com:8443', ['api.example.com:443'], false],
  ['https://a.b.example.com', ['*.example.com'], true],
  ['https://example.com', ['*.example.com'], false],
  ['https://evilexample.com', ['*.example.com'], false],
  ['https://api.example.com.evil.test', ['api.example.com'], false],
  ['https://api.example.com@evil.test', ['api.example.com'], false],
  ['https://evil.test/#api.example.com', ['api.example.com'], false],
  ['http://127.1', ['127.0.0.1'], true],
  ['http://[2001:DB8:0::1]:8102', ['[2001:db8::1]'], true],
  ['https://xn--bcher-kva.example', ['bücher.example'], true],
  ['https://other.test', ['api.example.com', 'other.test'], true],
  ['https://other.test', [], false],
  ['not a URL', ['api.example.com'], false],
])('%s with %j: %j', (address, allowed, isAllowed) => {
  expect(isHostAllowed(address, allowed)).toBe(isAllowed);
});
