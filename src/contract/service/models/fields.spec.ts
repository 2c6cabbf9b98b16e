import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  email,
  id,
  json,
  listOf,
  pageOf,
  parsedJson,
  password,
  shownOrAbsent,
  shownOrNull,
  strictEmail,
  url,
  userIdOrMe,
  verificationCode,
} from './fields';

const uuid = '3241a285-8329-4d69-8f3d-316e08cf140c';
const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('id', () => {
  test.each([uuid, uuid.toUpperCase(), '00000000-0000-0000-0000-000000000000'])('takes %s', (text) => {
    expect(fits(id, text)).toBe(true);
    expect(fits(userIdOrMe, text)).toBe(true);
  });
  test.each([
    '',
    'me ',
    'ME',
    `${uuid} `,
    ` ${uuid}`,
    `${uuid}\n`,
    uuid.slice(1),
    `${uuid}0`,
    uuid.replaceAll('-', ''),
    `{${uuid}}`,
    uuid.replace('3', 'g'),
    '../../users/me',
    '%2e%2e',
    'undefined',
    'null',
    null,
    undefined,
    0,
    {},
    [uuid],
  ])('refuses %j', (value) => {
    expect(fits(id, value)).toBe(false);
    expect(fits(userIdOrMe, value)).toBe(false);
  });
  test('`me` is a user, not an id', () => {
    expect(fits(userIdOrMe, 'me')).toBe(true);
    expect(fits(id, 'me')).toBe(false);
  });
});

const badEmails = [
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@@example.com',
  'ada example@x.com',
  'ada@exam ple.com',
  'ada@-example.com',
].concat([
  'ada@example..com',
  'ada@.com',
  'ada@example.com\n',
  ' ada@example.com',
  'ada@example.com ',
  'adä@example.com',
  'ada@exämple.com',
  '<ada@example.com>',
]);

describe('email', () => {
  test.each(['ada@example.com', 'ada@localhost', 'a+b@x.io', "o'neill@x.io", 'ada.l@x.io', '.ada@x.io', 'ada..b@x.io', 'ada@x.c'])(
    'takes %s',
    (text) => {
      expect(fits(email, text)).toBe(true);
    },
  );
  test.each([...badEmails, null, 7, ['ada@example.com']])('refuses %j', (value) => {
    expect(fits(email, value)).toBe(false);
  });
});

describe('strictEmail', () => {
  test.each(['ada@example.com', 'a+b@x.io', 'ada.l@sub.example.co.uk', 'ada@123.45'])('takes %s', (text) => {
    expect(fits(strictEmail, text)).toBe(true);
  });
  test.each([...badEmails, 'ada@localhost', '.ada@x.io', 'ada..b@x.io', 'ada.@x.io', 'ada@x.c', null, 7])('refuses %j', (value) => {
    expect(fits(strictEmail, value)).toBe(false);
  });
});

describe('url', () => {
  test.each(['https://example.com', 'http://localhost:1234/handler?x=1#y', 'latchkey://open', 'mailto:ada@x.io'])('takes %s', (text) => {
    expect(fits(url, text)).toBe(true);
  });
  test.each([
    '',
    'example.com',
    '/handler',
    '//example.com',
    'https://',
    'https://exa mple.com',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    null,
    1,
  ])('refuses %j', (value) => {
    expect(fits(url, value)).toBe(false);
  });
});

test('passwords end at 70 characters, codes have exactly 45', () => {
  expect([fits(password, ''), fits(password, 'x'.repeat(70)), fits(password, 'x'.repeat(71))]).toEqual([true, true, false]);
  expect([44, 45, 46].map((length) => fits(verificationCode, 'x'.repeat(length)))).toEqual([false, true, false]);
});

test('a list that pages and one that does not cannot be taken for each other', () => {
  const page = { items: [], is_paginated: true, pagination: { next_cursor: null } };
  expect([fits(pageOf(id), page), fits(listOf(id), page)]).toEqual([true, false]);
  const list = { items: [], is_paginated: false };
  expect([fits(pageOf(id), list), fits(listOf(id), list)]).toEqual([false, true]);
  for (const value of [null, [], {}, { items: {} }, { ...page, items: [1] }, { ...page, pagination: {} }])
    expect(fits(pageOf(id), value)).toBe(false);
});

describe('a field that is only shown', () => {
  const shown = z.object({ image: shownOrNull(z.string()), place: shownOrAbsent(z.object({ city: z.string() })) });

  test.each([
    { sent: { image: 'x', place: { city: 'Kyoto' } }, read: { image: 'x', place: { city: 'Kyoto' } } },
    { sent: { image: null }, read: { image: null } },
    { sent: {}, read: { image: null } },
    { sent: { image: 7, place: 'Kyoto' }, read: { image: null, place: undefined } },
    { sent: { image: ['x'], place: { city: null } }, read: { image: null, place: undefined } },
    { sent: { image: false, place: null }, read: { image: null, place: undefined } },
  ])('reads $sent as $read', ({ sent, read }) => {
    expect(shown.parse(sent)).toEqual(read);
  });
});

test.each([{ value: null }, { value: 0 }, { value: '' }, { value: [[]] }, { value: { a: { b: 1 } } }])(
  '$value is JSON as it was parsed',
  ({ value }) => {
    expect(z.object({ data: parsedJson }).parse({ data: value })).toEqual({ data: value });
  },
);

test('JSON that is missing is none', () => {
  expect(fits(z.object({ data: parsedJson }), {})).toBe(false);
});

describe('json', () => {
  const proto = JSON.parse('{"__proto__": {"a": 1}, "b": [{"__proto__": null, "constructor": 2}]}');
  test.each([null, true, 0, -1.5, '', 'text', [], {}, [[]], { a: { b: [null, 1] } }, Object.create(null), proto])('takes %j', (value) => {
    expect(fits(json, value)).toBe(true);
  });
  test('keeps every key', () => {
    expect(JSON.stringify(z.strictObject({ body: json }).parse({ body: proto }).body)).toBe(JSON.stringify(proto));
  });
  const circle: unknown[] = [];
  circle.push(circle);
  test.each([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['an infinite number', { a: Number.NEGATIVE_INFINITY }],
    ['a hole', new Array(1)],
    ['an undefined item', [undefined]],
    ['an undefined property', { a: undefined }],
    ['a function', () => undefined],
    ['a symbol', Symbol('a')],
    ['a big integer', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['an object of a class', { a: new (class Some {})() }],
    ['a circle', circle],
  ])('refuses %s', (_name, value) => {
    expect(fits(json, value)).toBe(false);
  });
  test('takes an object that is in two places', () => {
    const shared = { a: 1 };
    expect(fits(json, [shared, shared])).toBe(true);
  });
});
