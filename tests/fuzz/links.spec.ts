/** Links may come from anybody: whatever they are, they are read by the rules or refused in words. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { type ParsedLink, parseLink } from '#main/callback/parse-link.ts';
import { fixedSeed, text } from '../support/arbitraries';

const numRuns = 20_000;
const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const bases = ['/handler', '/auth/pages'];

const starts = [
  'https://app.example',
  'http://localhost:47810',
  'http://127.0.0.1',
  'latchkey://',
  'latchkey://handler',
  'http://evil.example',
  '',
];
const paths = ['/handler', '/auth/pages', '/', '//', '/%2f', '/..', '/handler/../handler', ''];
const routes = ['sign-in', 'sign-out', 'password-reset', 'team-invitation', 'cli-auth-confirm', 'oauth-callback', 'error', '__proto__', ''];
const names = [
  'code',
  'login_code',
  'connection',
  'after_auth_return_to',
  'errorCode',
  'message',
  'state',
  'flow',
  'error',
  'error_description',
];
const values = [code, code.slice(1), '/teams', '//evil.example', 'https://evil.example', 'javascript:alert(1)', 'SIGN_UP_NOT_ENABLED', ''];

const parameter = fc
  .record({ name: fc.constantFrom(...names), value: fc.oneof(text, ...values.map(fc.constant)), isPlain: fc.boolean() })
  .map(({ name, value, isPlain }) => `${name}=${isPlain ? value : encodeURIComponent(Buffer.from(value).toString())}`);

const link = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.constantFrom(...paths),
    fc.constantFrom(...routes),
    fc.constantFrom('?', '#', '?x&', ''),
    fc.array(parameter, { maxLength: 3 }),
  )
  .map(([start, path, route, mark, parameters]) => `${start}${path}/${route}${mark}${parameters.join('&')}`);

/** With something put in, or taken out. */
const damagedLink = fc
  .tuple(link, fc.nat(200), fc.oneof(text, fc.constant('')), fc.nat(2))
  .map(([whole, at, put, taken]) => whole.slice(0, at) + put + whole.slice(at + taken));

const anyLink = fc.oneof({ weight: 6, arbitrary: link }, { weight: 3, arbitrary: damagedLink }, { weight: 1, arbitrary: text });

function readOrRefused(whole: string): ParsedLink | string {
  try {
    return parseLink(whole, bases);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
}

function holds(whole: string, found: ParsedLink | string): void {
  if (typeof found === 'string') {
    expect(found).toMatch(/^link-(unreadable|incomplete)$/);
    return;
  }
  const { kind, returnTo, connectionHint, error, host, base, code: secret } = found;
  const needsCode = /^(code|magic-link|email-verification|password-reset|team-invitation|cli-auth-confirm)$/.test(kind);
  if (needsCode) expect(secret).toMatch(/^[0-9a-z]{45}$/i);
  else expect(secret).toBeNull();
  if (returnTo !== null) expect(returnTo).toMatch(/^(\/(?!\/)[!-~]*|https?:\/\/[a-z0-9[][!-~]*)$/i);
  expect(returnTo ?? '').not.toContain('\\');
  expect((connectionHint ?? '').length).toBeLessThanOrEqual(64);
  expect(error?.code ?? 'A').toMatch(/^[A-Z][A-Z0-9_]*$/);
  expect(error?.message ?? '').not.toMatch(/\p{C}/u);
  // Another site's link is a secure one, and belongs to handler pages that somebody has.
  if (host !== null) expect(bases).toContain(base);
  if (host !== null) expect(whole).toMatch(/https:\/\//i);
}

test('a link is read by the rules or refused, whatever it is made of', () => {
  let read = 0;
  fc.assert(
    fc.property(anyLink, (whole) => {
      const found = readOrRefused(whole);
      if (typeof found !== 'string') read += 1;
      holds(whole, found);
    }),
    { ...fixedSeed(), numRuns },
  );
  // Else nothing was tried but refusals.
  expect(read).toBeGreaterThan(numRuns / 20);
});
