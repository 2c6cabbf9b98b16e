import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { type ParsedLink, parseLink } from './parse-link';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const bases = ['/handler', '/auth/pages'];
const plain: ParsedLink = {
  kind: 'home',
  host: null,
  base: null,
  code: null,
  state: null,
  connectionHint: null,
  returnTo: null,
  error: null,
  screen: null,
};

function codeOfFailure(text: string): string {
  try {
    parseLink(text, bases);
    return 'none';
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : 'crashed';
  }
}

describe('links to the app’s own pages', () => {
  test.each([
    ['sign-in', 'sign-in'],
    ['sign-up', 'sign-up'],
    ['sign-out', 'sign-out'],
    ['forgot-password', 'forgot-password'],
    ['account-settings', 'account-settings'],
    ['error', 'error'],
    ['', 'home'],
    ['some-later-page', 'unknown'],
    ['sign-in/more', 'unknown'],
    ['__proto__', 'unknown'],
    ['constructor', 'unknown'],
    ['Sign-In', 'unknown'],
  ])('/handler/%s is %s in every form', (route, kind) => {
    for (const start of [
      'http://localhost:47810/handler/',
      'http://127.0.0.1:1/handler/',
      'http://[::1]:47810/handler/',
      'latchkey://localhost/handler/',
      'latchkey://handler/',
    ]) {
      expect(parseLink(start + route, bases)).toEqual({ ...plain, kind });
    }
  });

  test.each([
    ['email-verification', 'email-verification', 'code'],
    ['password-reset', 'password-reset', 'code'],
    ['magic-link-callback', 'magic-link', 'code'],
    ['team-invitation', 'team-invitation', 'code'],
    ['cli-auth-confirm', 'cli-auth-confirm', 'login_code'],
  ])('/handler/%s is %s with its code', (route, kind, name) => {
    const expected = { ...plain, kind, code };
    expect(parseLink(`http://localhost:47810/handler/${route}?${name}=${code}`, bases)).toEqual(expected);
    expect(parseLink(`latchkey://handler/${route}?${name}=${code}`, bases)).toEqual(expected);
    expect(parseLink(`latchkey://${route}?${name}=${code}`, bases)).toEqual(expected);
    expect(parseLink(`https://app.example/handler/${route}?${name}=${code}&utm=1#top`, bases)).toEqual({
      ...expected,
      host: 'app.example',
      base: '/handler',
    });
  });

  test('contain their connection and redirect target', () => {
    const link = parseLink(
      `http://localhost:47810/handler/password-reset?connection=c1&after_auth_return_to=%2Fteams%3Fa%3D1&code=${code}`,
      bases,
    );
    expect(link).toMatchObject({ connectionHint: 'c1', returnTo: '/teams?a=1' });
    expect(parseLink(`http://localhost/handler/sign-in?connection=${'x'.repeat(65)}`, bases).connectionHint).toBeNull();
  });

  test('are matched with the longest base of a connection', () => {
    expect(parseLink('https://app.example/auth/pages/sign-in', bases)).toMatchObject({ kind: 'sign-in', base: '/auth/pages' });
    expect(parseLink('https://app.example/sign-in', ['/', '/auth'])).toMatchObject({ kind: 'sign-in', base: '/' });
    expect(parseLink('https://app.example/auth/sign-in', ['/', '/auth'])).toMatchObject({ kind: 'sign-in', base: '/auth' });
    expect(parseLink('https://app.example/handler/', bases)).toMatchObject({ kind: 'home', base: '/handler' });
  });

  test.each([
    [`  https://app.example/handler/sign-in\n`],
    ['<https://app.example/handler/sign-in>'],
    ['"https://app.example/handler/sign-in"'],
    ["'https://app.example/handler/sign-in'"],
    ['(https://app.example/handler/sign-in)'],
    ['HTTPS://APP.EXAMPLE/handler/sign-in'],
    ['https://app.example/handler/sign-in/'],
  ])('are found in %j', (text) => {
    expect(parseLink(text, bases)).toMatchObject({ kind: 'sign-in', host: 'app.example' });
  });
});

describe('links to screens', () => {
  test.each([
    ['latchkey://c/internal/users/u1?tab=sessions', '/users/u1?tab=sessions'],
    ['<latchkey://c/internal/users>', '/users'],
    ['  latchkey://c/internal/overview\n', '/overview'],
  ])('%s', (text, path) => {
    expect(parseLink(text, bases)).toEqual({ ...plain, kind: 'screen', screen: { projectId: 'internal', path } });
  });

  test.each([
    'latchkey://c/internal/edit',
    'latchkey://c/internal/users/../users',
    'latchkey://c/internal/users/%2e%2e/users',
    'latchkey://me@c/internal/users',
    'latchkey://c/internal/users?panel=a&panel=b',
    'latchkey://c/internal/usеrs',
    `latchkey://c/internal/users?x=${'x'.repeat(5000)}`,
  ])('are refused: %.60s', (text) => {
    expect(codeOfFailure(text)).toBe('link-unreadable');
  });

  test('never contain a code or a return path', () => {
    expect(parseLink(`latchkey://c/internal/users?code=${code}&after_auth_return_to=/x&connection=c1`, bases)).toEqual({
      ...plain,
      kind: 'screen',
      screen: { projectId: 'internal', path: '/users' },
    });
  });
});

describe('a code without a link', () => {
  test.each([code, code.toUpperCase(), ` ${code} \n`])('is accepted: %j', (text) => {
    expect(parseLink(text, bases)).toEqual({ ...plain, kind: 'code', code: text.trim() });
  });
});

describe('an error of the service', () => {
  test('has a code and a message', () => {
    const link = parseLink(
      'http://localhost:47810/handler/error?errorCode=SIGN_UP_NOT_ENABLED&message=No%20sign-ups.&details=%7B%7D',
      bases,
    );
    expect(link.error).toEqual({ code: 'SIGN_UP_NOT_ENABLED', message: 'No sign-ups.' });
  });

  test.each([
    ['', null],
    ['?message=only', null],
    ['?errorCode=%3Cb%3E', null],
    ['?errorCode=lower', null],
    [`?errorCode=A${'B'.repeat(100)}`, null],
    ['?errorCode=A&message=a%00b%E2%80%AEc%0Ad', { code: 'A', message: 'a b c d' }],
    [`?errorCode=A&message=${'x'.repeat(900)}`, { code: 'A', message: `${'x'.repeat(499)}…` }],
    [`?errorCode=A&message=${'x'.repeat(498)}%F0%9F%94%91xx`, { code: 'A', message: `${'x'.repeat(498)}…` }],
    ['?errorCode=A', { code: 'A', message: '' }],
  ])('%s is %j', (query, error) => {
    expect(parseLink(`http://localhost/handler/error${query}`, bases)).toMatchObject({ kind: 'error', error });
  });
});

describe('content of a provider’s callback', () => {
  const [state, other, oauthCode] = ['s'.repeat(43), 'o'.repeat(43), 'c'.repeat(64)];
  const read = (query: string) => parseLink(`http://localhost:47810/handler/oauth-callback?connection=c1&${query}`, bases);
  const failed = 'error=server_error&error_description=D&errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=M&details=%7B%7D';
  const denied = { code: 'OAUTH_PROVIDER_ACCESS_DENIED', message: 'M' };

  test.each([`code=${oauthCode}&state=${state}`, `flow=${state}&code=${oauthCode}&state=${state}`])(
    'is a code with its state: %s',
    (query) => {
      expect(read(query)).toEqual({ ...plain, kind: 'oauth-callback', code: oauthCode, state, connectionHint: 'c1' });
    },
  );

  test.each([
    [`flow=${state}&${failed}`, denied],
    [`state=${state}&${failed}`, denied],
    [`flow=${state}&error=server_error`, null],
    [`flow=${state}&error=server_error&errorCode=lower`, null],
    [`flow=${state}&error=access_denied&errorCode=A&error_description=D`, { code: 'A', message: 'D' }],
  ])('is an error of the sign-in that the state names: %s', (query, error) => {
    expect(read(query)).toEqual({ ...plain, kind: 'error', state, error, connectionHint: 'c1' });
  });

  test.each([
    ['no state', failed],
    ['a state that is cut off', `flow=${state.slice(1)}&${failed}`],
    ['two states that differ', `flow=${other}&code=${oauthCode}&state=${state}`],
    ['two states that differ, and an error', `flow=${other}&state=${state}&${failed}`],
    ['a code without a state, and an error', `code=${oauthCode}&${failed}`],
    ['a code whose state is only the flow', `flow=${state}&code=${oauthCode}`],
    ['neither a code nor an error', `flow=${state}&state=${state}`],
  ])('is refused with %s', (_name, query) => {
    expect(codeOfFailure(`http://localhost:47810/handler/oauth-callback?connection=c1&${query}`)).toBe('link-incomplete');
  });

  test.each(['flow', 'error', 'errorCode', 'message'])('is refused with %s twice', (name) => {
    const twice = `flow=${state}&${failed}&${name}=x&${name}=y`;
    expect(codeOfFailure(`http://localhost:47810/handler/oauth-callback?${twice}`)).toBe('link-unreadable');
  });
});

describe('redirect target of a link', () => {
  const returnTo = (text: string) =>
    parseLink(`http://localhost/handler/sign-in?after_auth_return_to=${encodeURIComponent(text)}`, bases).returnTo;

  test.each(['/', '/teams', '/a?b=c#d', 'https://app.example/x', 'http://localhost:3000/x'])('may be %s', (text) => {
    expect(returnTo(text)).toBe(text);
  });

  test.each([
    '',
    'teams',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a b',
    '/a\nb',
    '/\u202e',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'latchkey://handler/sign-out',
    'http://evil.example/',
    'https:evil.example',
    'https:///evil.example',
    'https://user@app.example/',
    'https://user:pw@app.example/',
    'https://app.example:99999/',
    'https://аpp.example/',
    `/${'x'.repeat(2048)}`,
  ])('is dropped: %j', (text) => {
    expect(returnTo(text)).toBeNull();
  });
});

describe('invalid links', () => {
  const reset = `password-reset?code=${code}`;

  test.each([
    '',
    ' ',
    'hello',
    '123456',
    'handler/sign-in',
    '/handler/sign-in',
    '//localhost/handler/sign-in',
    'localhost:47810/handler/sign-in',
    'javascript:alert(1)',
    `javascript://localhost/handler/${reset}`,
    'data:text/html,<script>',
    `file:///handler/${reset}`,
    `ftp://localhost/handler/${reset}`,
    `ws://localhost/handler/${reset}`,
    `app://localhost/handler/${reset}`,
    `latchkey:handler/${reset}`,
    `latchkey:///handler/${reset}`,
    `latchkey://handler:80/${reset}`,
    `latchkey://user@handler/${reset}`,
    `http://app.example/handler/${reset}`,
    `http://localhost.evil.example/handler/${reset}`,
    `http://127.0.0.1.evil.example/handler/${reset}`,
    `http://1270.0.0.1/handler/${reset}`,
    `http://lоcalhost/handler/${reset}`,
    `https://аpp.example/handler/${reset}`,
    `https://@app.example/handler/${reset}`,
    `https://user@app.example/handler/${reset}`,
    `https://user:pw@app.example/handler/${reset}`,
    `https://app.example@evil.example/handler/${reset}`,
    `https://app.example\\@evil.example/handler/${reset}`,
    `https:\\\\app.example\\handler\\${reset}`,
    `https:app.example/handler/${reset}`,
    `https:///app.example/handler/${reset}`,
    `https://app.example:99999/handler/${reset}`,
    `https://app.example/other/${reset}`,
    `https://app.example/handlerx/${reset}`,
    `https://app.example/${reset}`,
    `https://app.example/handler%2f${reset}`,
    `https://app.example/handler%2F${reset}`,
    `https://app.example/handler%5c${reset}`,
    `https://app.example/handler/%2e%2e/handler/${reset}`,
    `https://app.example/x/../handler/${reset}`,
    `https://app.example/handler/./${reset}`,
    `https://app.example/handler/%00${reset}`,
    `https://app.example/handler/${reset}&code=${code}`,
    `https://app.example/handler/${reset}&after_auth_return_to=/a&after_auth_return_to=/b`,
    `https://app.example/handler/${reset}&connection=a&connection=b`,
    `https://app.example/handler/ ${reset}`,
    `https://app.example/handler/\n${reset}`,
    `https://app.example/handler/\u0000${reset}`,
    `https://app.example/handler/\u202e${reset}`,
    `https://app.example/handler/${reset} and more`,
    `https://app.example/handler/${reset}${'x'.repeat(5000)}`,
    'x'.repeat(1_000_000),
    `${code}${code}`,
  ])('%j', (text) => {
    expect(codeOfFailure(text)).toBe('link-unreadable');
  });

  test.each([
    'password-reset',
    'password-reset?code=',
    `password-reset?code=${code.slice(1)}`,
    `password-reset?code=${code}0`,
    `password-reset?code=${code.slice(1)}%20`,
    `password-reset?code=${code.slice(1)}-`,
    `password-reset?Code=${code}`,
    `password-reset?login_code=${code}`,
    `password-reset#code=${code}`,
    `cli-auth-confirm?code=${code}`,
    'magic-link-callback?code=3SLSWZ',
    'team-invitation?',
  ])('%s lacks its code', (route) => {
    expect(codeOfFailure(`https://app.example/handler/${route}`)).toBe('link-incomplete');
  });
});
