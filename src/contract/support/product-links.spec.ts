import { expect, test } from 'vitest';
import { homepage, repository } from '../../../package.json';
import { isKnownLink, productLinks } from './product-links';

test('the links are those of package.json', () => {
  expect([productLinks.website, productLinks.repository]).toEqual([homepage, repository.url]);
});

test.each(Object.entries(productLinks))('%s is an https URL without parameters', (_name, link) => {
  const { protocol, search, hash } = new URL(link);
  expect([protocol, search, hash]).toEqual(['https:', '', '']);
});

const sites = [
  ...['https://api.example.com', 'https://own.example:8443/auth', 'http://localhost:8102', 'nonsense', ''],
  ...[
    'https://app.customer.example',
    'https://bücher.example',
    'https://*.wild.example',
    'https://**.deep.example',
    'http://plain.example',
  ],
];

test.each([
  ['https://latchkey.example/source/issues/new?title=x', true],
  ['https://api.example.com/handler', true],
  ['https://own.example:8443/', true],
  ['http://localhost:3000/', true],
  ['mailto:ada@example.com', true],
  ['https://own.example/', false],
  ['https://api.example.com.evil.example/', false],
  ['https://evil.example/?api.example.com', false],
  ['https://api.example.com@evil.example/', false],
  ['https://localhost/', false],
  ['https://app.customer.example/handler/sign-in?x=1', true],
  ['https://APP.customer.example:443/', true],
  ['https://app.customer.example.evil.example/', false],
  ['https://evil.app.customer.example/', false],
  ['https://customer.example/', false],
  ['https://evil-app.customer.example/', false],
  ['https://app.customer.example:8443/', false],
  ['https://app.customer.example./', false],
  ['https://app.customer.example@evil.example/', false],
  ['https://evil.example@app.customer.example/', false],
  ['https://user:data@app.customer.example/', false],
  ['https://evil.example/#@app.customer.example', false],
  ['https://evil.example\\@app.customer.example/', false],
  ['https://app.customer.example\\@evil.example/', true],
  ['https://аpp.customer.example/', false],
  ['https://app。customer.example/', true],
  ['https://xn--bcher-kva.example/', true],
  ['https://bucher.example/', false],
  ['https://a.wild.example/', false],
  ['https://%2A.wild.example/', false],
  ['https://a.b.deep.example/', false],
  ['https://plain.example/', false],
  ['ftp://api.example.com/', false],
  ['javascript:alert(1)', false],
  ['nonsense', false],
  ['', false],
])('%s: %s', (url, expected) => {
  expect(isKnownLink(url, sites)).toBe(expected);
});
