import { describe, expect, test } from 'vitest';
import { checkRequest, type IncomingRequest, maxUrlLength } from './check-request';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const state = 's'.repeat(43);
const oauthCode = 'a1'.repeat(32);
const way = `/handler/oauth-callback?code=${oauthCode}&state=${state}`;
const bases = ['/handler', '/auth/pages'];
const asked = (url: string, headers: IncomingRequest['headers'] = {}, method = 'GET') =>
  checkRequest({ method, url, headers: { host: 'localhost:47810', ...headers } }, 47_810, bases);
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };

describe('accepted requests', () => {
  test.each([
    [`/handler/magic-link-callback?code=${code}&connection=c`, 'magic-link'],
    [`/auth/pages/password-reset?code=${code}`, 'password-reset'],
    [`/handler/team-invitation?code=${code}`, 'team-invitation'],
    [`/handler/email-verification?code=${code}`, 'email-verification'],
    [`/handler/cli-auth-confirm?login_code=${code}`, 'cli-auth-confirm'],
    ['/handler/sign-in', 'sign-in'],
    ['/handler/sign-up', 'sign-up'],
    ['/handler/sign-out', 'sign-out'],
    ['/handler/forgot-password', 'forgot-password'],
    ['/handler/account-settings', 'account-settings'],
    [`/handler/error?errorCode=SIGN_UP_NOT_ENABLED&message=No&state=${state}`, 'error'],
    [way, 'oauth-callback'],
  ])('%s', (url, kind) => {
    expect(asked(url, navigation)).toMatchObject({ kind: 'link', link: { kind, host: null } });
  });

  test('with all three names of this machine, and from programs without navigation headers', () => {
    for (const host of ['localhost:47810', '127.0.0.1:47810', '[::1]:47810']) {
      expect(asked(way, { host })).toMatchObject({ kind: 'link', link: { state, code: oauthCode } });
    }
  });

  test('the callback also as a form that a provider has the browser repeat', () => {
    expect(asked(way, { ...navigation, origin: 'null' }, 'POST')).toMatchObject({ kind: 'link' });
  });
});

describe('rejected requests', () => {
  test.each([
    ['another host', way, { host: 'rebound.example:47810' }, 403],
    ['another port', way, { host: 'localhost:47811' }, 403],
    ['no port', way, { host: 'localhost' }, 403],
    ['no host', way, { host: undefined }, 403],
    ['a host in disguise', way, { host: 'localhost:47810.evil.example' }, 403],
    ['a name below localhost', way, { host: 'x.localhost:47810' }, 403],
    ['an image of another page', way, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    ['a script of another page', way, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 403],
    ['a frame of another page', way, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
    ['a prefetched page', way, { ...navigation, 'sec-purpose': 'prefetch' }, 403],
    ['an older form of that', way, { purpose: 'prefetch' }, 403],
    ['too long an address', `${way}&x=${'x'.repeat(maxUrlLength)}`, {}, 414],
    ['an address of another host', 'http://x.test/handler/sign-in', {}, 400],
    ['letters that no address has', '/handler/sign-in?ü', {}, 400],
    ['a space', '/handler/sign-in x', {}, 400],
    ['no path', '*', {}, 400],
    ['the root', '/', {}, 404],
    ['the base alone', '/handler', {}, 404],
    ['an unknown route', '/handler/admin', {}, 404],
    ['a route outside the bases', '/sign-in', {}, 404],
    ['a path that leaves the base', '/handler/../sign-in', {}, 404],
    ['an encoded path that leaves the base', '/handler/%2e%2e/sign-in', {}, 404],
    ['an encoded slash', '/handler%2fsign-in', {}, 404],
    ['a host in the path', '//x.test/handler/sign-in', {}, 404],
    ['a code given twice', `/handler/password-reset?code=${code}&code=${code}`, {}, 404],
    ['a repeated state', `${way}&state=${state}`, {}, 404],
  ])('%s', (_what, url, headers, status) => {
    expect(asked(url, headers)).toEqual({ kind: 'refused', status });
  });

  test.each([
    ['no code', `/handler/oauth-callback?state=${state}`],
    ['no state', `/handler/oauth-callback?code=${oauthCode}`],
    ['an empty state', `/handler/oauth-callback?code=${oauthCode}&state=`],
    ['a state too short', `/handler/oauth-callback?code=${oauthCode}&state=${state.slice(1)}`],
    ['a state too long', `/handler/oauth-callback?code=${oauthCode}&state=${state}s`],
    ['a state of other letters', `/handler/oauth-callback?code=${oauthCode}&state=${'%00'.repeat(43)}`],
    ['a code of other letters', `/handler/oauth-callback?code=${'%22'.repeat(32)}&state=${state}`],
    ['a code beyond measure', `/handler/oauth-callback?code=${'a'.repeat(600)}&state=${state}`],
    ['half a mailed code', `/handler/password-reset?code=${code.slice(9)}`],
  ])('%s: the link is not complete', (_what, url) => {
    expect(asked(url, navigation)).toEqual({ kind: 'incomplete' });
  });

  test.each(['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT', ''])('the method %s', (method) => {
    expect(asked(way, {}, method)).toEqual({ kind: 'refused', status: 405 });
  });

  test('a form for anything but the callback', () => {
    expect(asked(`/handler/password-reset?code=${code}`, navigation, 'POST')).toEqual({ kind: 'refused', status: 405 });
    expect(asked('/latchkey/page.css', {}, 'POST')).toEqual({ kind: 'refused', status: 405 });
  });
});
