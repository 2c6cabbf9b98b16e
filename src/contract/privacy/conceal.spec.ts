import { expect, test } from 'vitest';
import { concealAddresses } from './conceal';

test.each([
  ['ada@analytical.example', '••••••'],
  ['Ada (ada+x@analytical.example), admin', 'Ada (••••••), admin'],
  ['“ada@analytical.example” was invited.', '“••••••” was invited.'],
  ['ada@localhost, grace@x.io', '••••••, ••••••'],
  ['jürgen@bücher.example', '••••••'],
  ['93.184.216.34', '••••••'],
  ['from 93.184.216.34:443.', 'from ••••••:443.'],
  ['2001:db8::8a2e:370:7334', '••••••'],
  ['2001:0db8:0000:0000:0000:8a2e:0370:7334', '••••••'],
  ['::ffff:93.184.216.34', '••••••'],
  ['fe80::', '••••••'],
])('%s', (text, shown) => {
  expect(concealAddresses(text).replace(/(?:::ffff:)?•+/g, '••••••')).toBe(shown);
});

test.each([
  'Users',
  'at 12:30:45',
  'http://127.0.0.1:8102',
  'http://localhost:8102',
  '::1',
  '2.8.86',
  '1.2.3',
  '@latchkey/desktop',
  'std::vector',
  'a@',
  '@a',
  'team_member:$read_members',
  '0b44bd6b-8a1c-4f1f-9c57-0d1b2c3d4e5f',
  'Ctrl+K',
])('%s stays', (text) => {
  expect(concealAddresses(text)).toBe(text);
});
