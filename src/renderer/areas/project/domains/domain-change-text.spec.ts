import { expect, it } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { changesBetween } from '#parts/conflict/json-changes.ts';
import { domainChangeText } from './domain-change-text';
import { storedDomains } from './domains-draft';

it('names domains and the switch', () => {
  const entry = (domain: string, handler_path: string) => ({ domain, handler_path });
  const before = storedDomains({
    domains: [entry('https://a.example', '/handler'), entry('https://b.example', '/b')],
    allow_localhost: true,
  });
  const after = storedDomains({ domains: [entry('https://a.example', '/auth'), entry('https://c.example', '/c')], allow_localhost: false });
  const texts = changesBetween(before, after).map((change) => domainChangeText(createTranslator('en'), change));
  expect(texts).toEqual([
    { place: 'https://a.example', before: '/handler', after: '/auth' },
    { place: 'https://b.example', before: '/b', after: undefined },
    { place: 'https://c.example', before: undefined, after: '/c' },
    { place: 'Allow localhost', before: 'On', after: 'Off' },
  ]);
});
