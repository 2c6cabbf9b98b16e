import { expect, test } from 'vitest';
import { homepage, repository } from '../../../package.json';
import { productLinks } from './product-links';

test('the links are those of package.json', () => {
  expect([productLinks.website, productLinks.repository]).toEqual([homepage, repository.url]);
});

test.each(Object.entries(productLinks))('%s is an https URL without parameters', (_name, link) => {
  const { protocol, search, hash } = new URL(link);
  expect([protocol, search, hash]).toEqual(['https:', '', '']);
});
