import { describe, expect, test } from 'vitest';
import type { ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import { AppError } from '#contract/errors.ts';
import { checkBaseUrl, checkChange, checkDraft, keyKinds } from './draft';

const draft: ConnectionDraft = {
  name: 'Engines',
  baseUrl: 'https://api.stack-auth.com',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'staging',
};
const key = (prefix: string) => `${prefix}_${'0123456789abcdefghjkmnpqrstvwxyz0123456789abc'}`;

function reportOf(check: () => unknown): unknown {
  try {
    check();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.report;
  }
  return null;
}

describe('a base URL', () => {
  test.each([
    ['https://api.stack-auth.com', 'https://api.stack-auth.com'],
    ['  https://api.stack-auth.com/  ', 'https://api.stack-auth.com'],
    ['https://api.stack-auth.com/api/v1', 'https://api.stack-auth.com'],
    ['https://api.stack-auth.com/api/v1//', 'https://api.stack-auth.com'],
    ['https://api.stack-auth.com/api/latest', 'https://api.stack-auth.com'],
    ['https://example.com/auth/', 'https://example.com/auth'],
    ['https://example.com/auth/api/v1/', 'https://example.com/auth'],
    ['HTTPS://Example.COM:8443', 'https://example.com:8443'],
    ['https://example.com:443', 'https://example.com'],
    ['http://localhost:8102', 'http://localhost:8102'],
    ['http://127.0.0.1:8102/', 'http://127.0.0.1:8102'],
    ['http://127.1.2.3', 'http://127.1.2.3'],
    ['http://[::1]:8102', 'http://[::1]:8102'],
    ['http://api.localhost', 'http://api.localhost'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is %s', (typed, address) => {
    expect(checkBaseUrl(typed, false)).toBe(address);
  });

  test.each([
    ['', 'address-invalid'],
    ['   ', 'address-invalid'],
    ['api.stack-auth.com', 'address-invalid'],
    ['//api.stack-auth.com', 'address-invalid'],
    ['https:api.stack-auth.com', 'address-invalid'],
    ['https:///x', 'address-invalid'],
    ['https://', 'address-invalid'],
    ['https://exa mple.com', 'address-invalid'],
    ['https://example.com/a b', 'address-invalid'],
    ['https:\\\\example.com', 'address-invalid'],
    ['https://example.com:99999', 'address-invalid'],
    ['ftp://example.com', 'address-invalid'],
    ['file:///etc/passwd', 'address-invalid'],
    ['javascript:alert(1)', 'address-invalid'],
    ['data:text/html,x', 'address-invalid'],
    ['https://me@example.com', 'address-with-extras'],
    ['https://me:secret@example.com', 'address-with-extras'],
    ['https://example.com?x=1', 'address-with-extras'],
    ['https://example.com/?', 'address-with-extras'],
    ['https://example.com/#', 'address-with-extras'],
    ['https://example.com#top', 'address-with-extras'],
    ['http://example.com', 'address-not-secure'],
    ['http://192.168.0.10:8102', 'address-not-secure'],
    ['http://localhost.example.com', 'address-not-secure'],
    ['http://127.0.0.1.example.com', 'address-not-secure'],
    ['http://0x7f.example', 'address-not-secure'],
  ])('%j is %s', (typed, code) => {
    expect(reportOf(() => checkBaseUrl(typed, false))).toEqual({ code, path: 'baseUrl' });
  });

  test('without encryption is accepted with confirmation, and afterwards without', () => {
    expect(checkBaseUrl('http://10.0.0.1', true)).toBe('http://10.0.0.1');
    expect(checkBaseUrl('http://10.0.0.1/', false, 'http://10.0.0.1')).toBe('http://10.0.0.1');
    expect(reportOf(() => checkBaseUrl('http://10.0.0.2', false, 'http://10.0.0.1'))).toMatchObject({ code: 'address-not-secure' });
  });
});

describe('a project ID', () => {
  test.each([
    ['internal', 'internal'],
    [' 6FBBF22E-F4B2-4C6E-95A1-BEAB6FA41063 ', '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'],
  ])('%j is %s', (projectId, id) => {
    expect(checkDraft({ ...draft, projectId }).fields.projectId).toBe(id);
  });

  test.each(['', 'me', 'internal2', '6fbbf22e', '6fbbf22ef4b24c6e95a1beab6fa41063', '../internal', key('pck')])(
    'is not %j',
    (projectId) => {
      expect(reportOf(() => checkDraft({ ...draft, projectId }))).toEqual({ code: 'project-id-invalid', path: 'projectId' });
    },
  );
});

describe('keys', () => {
  test('are trimmed; missing ones stay unchanged, empty ones are removed', () => {
    expect(checkDraft(draft).keys).toEqual({});
    expect(checkDraft({ ...draft, keys: { client: ` ${key('pck')}\n`, server: '', admin: null } }).keys).toEqual({
      client: key('pck'),
      server: null,
      admin: null,
    });
  });

  test.each([
    key('ssk'),
    key('PCK'),
    'pck_',
    'x',
    'this-publishable-client-key-is-for-local-development-only',
    'q0Yk3o1+/9mS4Yz8w2bX7c5d6e7f8g9h0i1j2k3l4m4=',
    'with a space',
    '"quoted"',
    '!~'.repeat(250),
  ])('can have any form that a header can contain: %s', (typed) => {
    for (const kind of keyKinds) expect(checkDraft({ ...draft, keys: { [kind]: typed } }).keys).toEqual({ [kind]: typed });
  });

  test.each([
    'pсk_cyrillic',
    'schlüssel',
    'two\nlines',
    'two\r\nx-stack-access-type: admin',
    'tab\tstop',
    'null\0',
    'del\x7f',
    '🔑',
    'a\u2028b',
  ])('that a header can’t contain are rejected and not repeated: %j', (typed) => {
    expect(reportOf(() => checkDraft({ ...draft, keys: { client: typed } }))).toEqual({ code: 'key-invalid', path: 'keys.client' });
  });
});

describe('the handler pages’ path', () => {
  test.each([
    [undefined, '/handler'],
    ['/handler/', '/handler'],
    ['/', '/'],
    ['/a/b-c_d.e', '/a/b-c_d.e'],
  ])('%j is %s', (handlerBase, path) => {
    expect(checkDraft({ ...draft, handlerBase }).fields.handlerBase).toBe(path);
  });

  test.each([
    '',
    'handler',
    'https://x.test/handler',
    '//x.test',
    '/a//b',
    '/../x',
    '/a/./b',
    '/%2e%2e/x',
    '/a?b',
    '/a#b',
    '/a b',
    '/a\\b',
    '/ä',
  ])('is not %j', (handlerBase) => {
    expect(reportOf(() => checkDraft({ ...draft, handlerBase }))).toEqual({ code: 'handler-base-invalid', path: 'handlerBase' });
  });
});

describe('defaults', () => {
  test.each([
    ['production', 'type-to-destroy'],
    ['staging', 'normal'],
    ['development', 'normal'],
  ] as const)('is guarded by the environment: %s, %s', (environment, safety) => {
    expect(checkDraft({ ...draft, environment }).fields).toMatchObject({ safety, colour: null, group: null });
    expect(checkDraft({ ...draft, environment, safety: 'read-only' }).fields.safety).toBe('read-only');
  });

  test('is not changed by a change', () => {
    expect(checkChange({}, null)).toEqual({ fields: {}, keys: {} });
    expect(checkChange({ group: null, name: 'x', environment: undefined }, null)).toEqual({ fields: { group: null, name: 'x' }, keys: {} });
  });
});
