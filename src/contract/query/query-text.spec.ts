import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQueryText } from './query-parser';
import { simplified, toQueryText } from './query-text';
import { type Condition, everyUser, type UserQuery, userQuery } from './user-query';

const team = '5b6b4a0e-1111-4222-8333-abcdefabcdef';
const text = (value: string): UserQuery => ({ field: 'text', value });
const all = (...of: UserQuery[]): UserQuery => ({ op: 'and', of });
const either = (...of: UserQuery[]): UserQuery => ({ op: 'or', of });
const no = (of: UserQuery): UserQuery => ({ op: 'not', of });
const verified: UserQuery = { field: 'verified', value: false };

describe('the text of a query', () => {
  it.each<[string, UserQuery]>([
    ['', everyUser],
    ['ada', text('ada')],
    ['ada@example.com', text('ada@example.com')],
    ['"ada lovelace"', text('ada lovelace')],
    ['"or"', text('or')],
    ['"server.plan"', text('server.plan')],
    ['"say \\"hi\\""', text('say "hi"')],
    ['method:google,password', { field: 'method', value: ['oauth:google', 'password'] }],
    ['method:oauth:password', { field: 'method', value: ['oauth:password'] }],
    ['can-sign-in:no', { field: 'can-sign-in', value: false }],
    ['verified:no anonymous:yes', all(verified, { field: 'anonymous', value: true })],
    ['active:>90d', { field: 'last-active', is: { op: 'not-within-days', value: 90 } }],
    ['signed-up:<=7d', { field: 'signed-up', is: { op: 'within-days', value: 7 } }],
    ['signed-up:>=2026-01-31', { field: 'signed-up', is: { op: 'from', value: Date.UTC(2026, 0, 31) } }],
    ['signed-up:<2026-01-31T10:00:00.001Z', { field: 'signed-up', is: { op: 'before', value: Date.UTC(2026, 0, 31, 10) + 1 } }],
    ['signed-up:<-99999999999999ms', { field: 'signed-up', is: { op: 'before', value: -99_999_999_999_999 } }],
    ['server.plan="team"', { field: 'metadata', path: 'server.plan', is: { op: 'equals', value: 'team' } }],
    ['server.plan=null', { field: 'metadata', path: 'server.plan', is: { op: 'equals', value: null } }],
    ['server.plan~"te"', { field: 'metadata', path: 'server.plan', is: { op: 'contains', value: 'te' } }],
    ['server.seats>5', { field: 'metadata', path: 'server.seats', is: { op: 'greater', value: 5 } }],
    ['client."a=b".0<-0', { field: 'metadata', path: 'client.a=b.0', is: { op: 'less', value: -0 } }],
    ['has:client_read_only."a b"', { field: 'metadata', path: 'client_read_only."a b"', is: { op: 'exists' } }],
    [`team:${team}`, { field: 'team', value: [team] }],
    ['country:DE,FR', { field: 'country', value: ['DE', 'FR'] }],
    ['a b or c', either(all(text('a'), text('b')), text('c'))],
    ['a (b or c)', all(text('a'), either(text('b'), text('c')))],
    ['not a not (b c)', all(no(text('a')), no(all(text('b'), text('c'))))],
    ['not all or none', either(no(everyUser), either())],
  ])('is %j', (written, query) => {
    // `none` in an `or` is dropped, as it adds no user.
    const simple = simplified(query);
    expect(parseQueryText(toQueryText(query))).toEqual(simple);
    if (!written.includes('none')) expect([toQueryText(query), parseQueryText(written)]).toEqual([written, simple]);
  });

  it.each<[string, UserQuery]>([
    ['  a   AND b ', all(text('a'), text('b'))],
    ['verified:NO', verified],
    ['active:<30d', { field: 'last-active', is: { op: 'within-days', value: 30 } }],
    ['server_metadata.plan=team', { field: 'metadata', path: 'server.plan', is: { op: 'equals', value: 'team' } }],
    ['server.a=1e3', { field: 'metadata', path: 'server.a', is: { op: 'equals', value: 1000 } }],
    ['((a))', text('a')],
    ['orange', text('orange')],
    ['not not a', text('a')],
    ['(a)(b)', all(text('a'), text('b'))],
    ['country:de', { field: 'country', value: ['DE'] }],
  ])('may also be %j', (written, query) => {
    expect(parseQueryText(written)).toEqual(query);
  });

  it.each([
    ['plan:team', 'field', 0, 4],
    ['a plan="x"', 'operator', 2, 7],
    ['server.plan', 'operator', 0, 11],
    ['server.plan~5', 'value', 12, 13],
    ['server.plan>true', 'value', 12, 16],
    ['server.plan=', 'missing', 12, 12],
    ['has:plan', 'path', 0, 4],
    ['verified:maybe', 'value', 9, 14],
    ['verified:', 'missing', 0, 9],
    ['team:abc', 'value', 5, 8],
    ['active:90d', 'time', 7, 10],
    ['active:>=90d', 'time', 7, 12],
    ['active:>2026-01-01', 'time', 7, 18],
    ['active:<2026-13-01', 'time', 7, 18],
    ['"ada', 'quote', 0, 4],
    ['"a\\q"', 'quote', 0, 5],
    ['""', 'value', 0, 2],
    ['(a or b', 'parenthesis', 0, 1],
    ['a)', 'parenthesis', 1, 2],
    ['()', 'unexpected', 1, 2],
    ['a or', 'missing', 4, 4],
    ['a and or b', 'unexpected', 6, 8],
    ['not', 'missing', 3, 3],
    [Array.from({ length: 51 }, () => 'a').join(' '), 'too-many', 100, 101],
    [`${'('.repeat(5000)}a`, 'too-deep', 65, 66],
    [`${'('.repeat(70)}a`, 'too-deep', 65, 66],
    ['x'.repeat(10_001), 'too-long', 0, 10_001],
  ])('%j is refused', (written, problem, start, end) => {
    expect(parseQueryText(written)).toEqual({ problem, start, end });
  });
});

const day = fc.integer({ min: 1, max: 36_500 });
const moment = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -70_000, max: 60_000 }).map((days) => days * 86_400_000),
);
const time = fc.oneof(
  fc.record({ op: fc.constantFrom('before' as const, 'from' as const), value: moment }),
  fc.record({ op: fc.constantFrom('within-days' as const, 'not-within-days' as const), value: day }),
);
const anyText = fc.string({
  minLength: 1,
  maxLength: 20,
  unit: fc.oneof(fc.constantFrom(...' "()=<>~:,.\\-\n'), fc.constantFrom('a', 'or', 'é', '日', '🔑', '\u0000')),
});
const key = anyText.filter((one) => one.length < 60);
const path = fc
  .tuple(fc.constantFrom('client', 'client_read_only', 'server'), fc.array(key, { minLength: 1, maxLength: 3 }))
  .map(([kind, keys]) => [kind, ...keys.map((one) => (/^[^\s."\\]+$/.test(one) ? one : `"${one.replace(/["\\]/g, '\\$&')}"`))].join('.'));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const is = fc.oneof(
  fc.record({ op: fc.constant('equals' as const), value: fc.oneof(anyText, fc.constant(''), number, fc.boolean(), fc.constant(null)) }),
  fc.record({ op: fc.constant('contains' as const), value: anyText }),
  fc.record({ op: fc.constantFrom('greater' as const, 'less' as const), value: fc.oneof(number, anyText) }),
  fc.constant({ op: 'exists' as const }),
);
const method = fc.oneof(
  fc.constantFrom('password', 'one-time-code', 'passkey', 'two-factor', 'oauth:password'),
  fc.stringMatching(/^[\w-]{1,12}$/).map((id) => `oauth:${id}`),
);
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constant('text' as const), value: anyText }),
  fc.record({ field: fc.constant('method' as const), value: list(method) }),
  fc.record({
    field: fc.constantFrom('can-sign-in' as const, 'verified' as const, 'anonymous' as const, 'restricted' as const),
    value: fc.boolean(),
  }),
  fc.record({ field: fc.constantFrom('signed-up' as const, 'last-active' as const), is: time }),
  fc.record({ field: fc.constant('metadata' as const), path, is }),
  fc.record({ field: fc.constant('team' as const), value: list(fc.uuid()) }),
  fc.record({ field: fc.constant('country' as const), value: list(fc.constantFrom('DE', 'JP')) }),
) as fc.Arbitrary<Condition>;
const query: fc.Arbitrary<UserQuery> = fc
  .letrec<{ node: UserQuery }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      condition,
      fc.record({ op: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('node'), { maxLength: 4 }) }),
      fc.record({ op: fc.constant('not' as const), of: tie('node') }),
    ),
  }))
  .node.filter((one) => userQuery.safeParse(one).success);

const check = <T extends [unknown, ...unknown[]]>(title: string, of: { [K in keyof T]: fc.Arbitrary<T[K]> }, run: (...values: T) => void) =>
  it(title, () => fc.assert(fc.property(...of, run)));

check('each query survives as text, simplified', [query], (one) => {
  const parsed = parseQueryText(toQueryText(one));
  expect(parsed).toEqual(simplified(one));
  expect(userQuery.safeParse(parsed).success).toBe(true);
  expect(parseQueryText(new URLSearchParams({ f: toQueryText(one) }).get('f') ?? '')).toEqual(parsed);
});

check('a simplified query is met by the same users', [query, fc.infiniteStream(fc.boolean())], (one, values) => {
  const met = new Map<string, boolean>();
  const meets = (part: UserQuery): boolean => {
    if (!('op' in part)) {
      const id = JSON.stringify(part);
      const known = met.get(id) ?? values.next().value;
      met.set(id, known);
      return known;
    }
    if (part.op === 'not') return !meets(part.of);
    const parts = part.of.map(meets);
    return part.op === 'and' ? parts.every(Boolean) : parts.some(Boolean);
  };
  expect(meets(simplified(one))).toBe(meets(one));
});

const pieces = [
  'a',
  ' ',
  '(',
  ')',
  '"',
  '\\',
  ':',
  '>',
  '<',
  '=',
  '~',
  ',',
  'or',
  'not ',
  'and ',
  'server.',
  'verified:',
  'yes',
  'active:',
  '9',
  'd',
];
check('any text is a query or has a problem within it', [fc.string({ unit: fc.constantFrom(...pieces) })], (written) => {
  const result = parseQueryText(written);
  if ('problem' in result) {
    expect(result.start).toBeGreaterThanOrEqual(0);
    expect(result.end).toBeGreaterThanOrEqual(result.start);
    expect(result.end).toBeLessThanOrEqual(written.length);
  } else {
    expect(userQuery.safeParse(result).success).toBe(true);
    expect(parseQueryText(toQueryText(result))).toEqual(result);
  }
});
