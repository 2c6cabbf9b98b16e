/** Links may come from anybody: whatever they are, they are read by the rules or refused in words. */
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { type ParsedLink, parseLink } from '#main/callback/parse-link.ts';
import { anyText, type Chance, check, createChance, fuzzSeed } from '../support/fuzz';

const rounds = 20_000;
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

function anyLink(chance: Chance): string {
  const query = Array.from({ length: chance.below(4) }, () => {
    const value = chance.oneIn(4) ? anyText(chance) : chance.pick(values);
    return `${chance.pick(names)}=${chance.oneIn(3) ? value : encodeURIComponent(Buffer.from(value).toString())}`;
  });
  const text = `${chance.pick(starts)}${chance.pick(paths)}/${chance.pick(routes)}${chance.pick(['?', '#', '?x&', ''])}${query.join('&')}`;
  return chance.oneIn(3) ? damaged(text, chance) : text;
}

/** With something put in, or taken out. */
function damaged(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  return text.slice(0, at) + (chance.oneIn(2) ? anyText(chance) : '') + text.slice(at + chance.below(3));
}

function readOrRefused(text: string): ParsedLink | string {
  try {
    return parseLink(text, bases);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
}

function holds(text: string, found: ParsedLink | string): void {
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
  if (host !== null) expect(text).toMatch(/https:\/\//i);
}

test('a link is read by the rules or refused, whatever it is made of', () => {
  const seed = fuzzSeed();
  const chance = createChance(seed);
  let read = 0;
  for (let round = 0; round < rounds; round += 1) {
    const text = chance.oneIn(10) ? anyText(chance) : anyLink(chance);
    check(
      seed,
      () => JSON.stringify(text.slice(0, 300)),
      () => {
        const found = readOrRefused(text);
        if (typeof found !== 'string') read += 1;
        holds(text, found);
      },
    );
  }
  // Else nothing was tried but refusals.
  expect(read).toBeGreaterThan(rounds / 20);
});
