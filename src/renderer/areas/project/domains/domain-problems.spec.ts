import { describe, expect, it } from 'vitest';
import { domainProblem, isHandlerPath, withHttps, wwwOf } from './domain-problems';

const others = ['https://app.example.com', 'https://bücher.example/'];
const problemOf = (domain: string, isByOrigin?: boolean) => domainProblem(domain, others, { isByOrigin });

describe('can be saved', () => {
  it.each([
    'https://shop.example.com',
    ' https://shop.example.com ',
    'https://shop.example.com/',
    'https://shop.example.com:8443',
    'https://shop_1.example.com',
    'https://*.shop-1.example.com',
  ])('without a word: %j', (domain) => {
    expect(problemOf(domain)).toBeNull();
  });

  it.each([
    ['http://shop.example.com', 'production.problem.not-https', 'https://shop.example.com'],
    ['https://10.0.0.12', 'production.problem.ip-domain', undefined],
    ['http://localhost:3000', 'production.problem.localhost-domain', undefined],
    ['https://app.localhost', 'production.problem.localhost-domain', undefined],
    ['http://127.0.0.1', 'production.problem.localhost-domain', undefined],
    ['https://shop.example.com/store', 'domains.problem.path.ignored', 'https://shop.example.com'],
    ['https://shop.example.com:81/store?a=b#c', 'domains.problem.path.ignored', 'https://shop.example.com:81'],
    ['https://shop.example.com/?a', 'domains.problem.path.ignored', 'https://shop.example.com'],
    ['https://ähre.example/shop', 'domains.problem.path.ignored', 'https://ähre.example'],
    ['http://ähre.example', 'production.problem.not-https', 'https://ähre.example'],
  ])('with a warning: %s', (domain, text, better) => {
    expect(problemOf(domain)).toMatchObject({ severity: 'warning', text });
    expect(problemOf(domain)?.fix?.domain).toBe(better);
  });
});

describe('can’t be saved', () => {
  it.each([
    ['', 'domains.problem.empty', undefined],
    ['  ', 'domains.problem.empty', undefined],
    ['shop.example.com', 'domains.problem.scheme', 'https://shop.example.com'],
    ['localhost:3000', 'domains.problem.scheme', 'https://localhost:3000'],
    ['ftp://shop.example.com', 'domains.problem.scheme', undefined],
    ['HTTPS://shop.example.com', 'domains.problem.scheme', 'https://shop.example.com'],
    ['Http://shop.example.com:81/store', 'domains.problem.scheme', 'https://shop.example.com:81'],
    ['shop.example.com/store?a', 'domains.problem.scheme', 'https://shop.example.com'],
    ['bücher.example', 'domains.problem.scheme', 'https://bücher.example'],
    ['例え.テスト:8443', 'domains.problem.scheme', 'https://例え.テスト:8443'],
    ['*.example.com', 'domains.problem.scheme', 'https://*.example.com'],
    ['\u200Bshop.example.com\uFEFF', 'domains.problem.scheme', 'https://shop.example.com'],
    ['\u200B\u2060', 'domains.problem.empty', undefined],
    ['javascript:alert(1)', 'domains.problem.scheme', undefined],
    ['shop example', 'domains.problem.scheme', undefined],
    ['https://', 'production.problem.invalid-url', undefined],
    ['https://shop example.com', 'production.problem.invalid-url', undefined],
    ['https://shop.example.com,', 'production.problem.invalid-url', undefined],
    ['https://shop.example.com;https://app.test', 'production.problem.invalid-url', undefined],
    ['https://shop.example.com,app.test', 'production.problem.invalid-url', undefined],
    ['https://shop.example.com..', 'production.problem.invalid-url', undefined],
    ['https:///shop.example.com', 'production.problem.invalid-url', undefined],
    ['https://shop.example.com\\', 'production.problem.invalid-url', undefined],
    ['https://app.example.com', 'domains.problem.duplicate', undefined],
    ['https://app.example.com ', 'domains.problem.duplicate', undefined],
    ['https://app.example.com/', 'domains.problem.duplicate', undefined],
    ['https://APP.Example.com', 'domains.problem.duplicate', undefined],
    ['https://app.example.com:443', 'domains.problem.duplicate', undefined],
    ['https://app.example.com/?a#b', 'domains.problem.duplicate', undefined],
    ['https://app.example.com/store', 'domains.problem.duplicate', undefined],
    ['\u202Ahttps://app.example.com\u202C', 'domains.problem.duplicate', undefined],
    ['https://xn--bcher-kva.example', 'domains.problem.duplicate', undefined],
    ['https://ada:secret@bücher.test', 'domains.problem.credentials', 'https://bücher.test'],
    ['https://ada:secret@shop.example.com', 'domains.problem.credentials', 'https://shop.example.com'],
  ])('%j', (domain, text, better) => {
    expect(problemOf(domain)).toMatchObject({ severity: 'error', text });
    expect(problemOf(domain)?.fix?.domain).toBe(better);
  });
});

describe('by release', () => {
  it.each([
    ['https://*.example.com', true, null],
    ['https://*.example.com', undefined, null],
    ['https://*.example.com', false, 'domains.problem.pattern'],
    ['https://app.example.com/store', true, 'domains.problem.duplicate'],
    ['https://app.example.com/store', false, 'domains.problem.path'],
    ['https://app.example.com:8443', true, null],
    ['https://app.example.com:8443', false, 'domains.problem.duplicate'],
    ['http://app.example.com', true, 'production.problem.not-https'],
    ['https://shop.example.com/store', true, 'domains.problem.path.ignored'],
    ['https://shop.example.com/store', false, 'domains.problem.path'],
  ])('%s where origins are compared: %s', (domain, isByOrigin, text) => {
    expect(problemOf(domain, isByOrigin)?.text ?? null).toBe(text);
  });
});

it.each([
  ['/handler', true],
  ['/', true],
  ['/a/b', true],
  ['', false],
  ['handler', false],
  ['/handler\u200B ', true],
  ['/a b', false],
  ['https://a.example', false],
])('the handler path %j is one: %s', (path, expected) => {
  expect(isHandlerPath(path)).toBe(expected);
});

it.each([
  ['http://a.example:81', 'https://a.example:81'],
  ['https://a.example', 'https://a.example'],
])('%s becomes %s', (domain, expected) => {
  expect(withHttps(domain)).toBe(expected);
});

describe('the domain with www', () => {
  const wwwAmong = (domain: string, others: readonly string[] = []) => wwwOf(domain, others, { isByOrigin: true });

  it.each([
    ['https://example.com', 'https://www.example.com'],
    [' https://example.com/ ', 'https://www.example.com'],
    ['https://example.co.uk', 'https://www.example.co.uk'],
    ['https://bücher.example', 'https://www.bücher.example'],
    ['https://app.example.com', null],
    ['https://www.example.com', null],
    ['https://co.uk', null],
    ['https://example.com:8443', null],
    ['http://example.com', null],
    ['http://localhost', null],
    ['https://10.0.0.12', null],
    ['https://[::1]', null],
    ['https://*.com', null],
    ['https://example', null],
    ['example.com', null],
    ['', null],
  ])('of %j is %j', (domain, www) => {
    expect(wwwAmong(domain)).toBe(www);
  });

  it.each(['https://www.example.com', 'https://WWW.example.com/', 'https://*.example.com'])(
    'isn’t offered where %s is trusted',
    (other) => {
      expect(wwwAmong('https://example.com', [other])).toBeNull();
    },
  );
});
