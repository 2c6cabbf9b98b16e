import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseMetadataPath, valueAt } from '#contract/query/metadata-path.ts';
import { type Condition, everyUser, newestFirst, type UserOrder, type UserQuery, userQuery } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import { indexUsers, numberedId } from '#tests/support/samples/index-users.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { isCheckable } from './compile-in-json';
import { openIndex } from './open-index';

const nowMillis = 1_712_000_000_000;
const day = 86_400_000;
const noPause = async () => undefined;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function openWith(users: readonly ServerUser[]) {
  const { index, ...own } = open(await newPath());
  await index.handle({ op: 'put-users', users: [...users] }, noPause);
  return { index, ...own };
}

/** Resolves to a function that opens a new index with the users: copying one is quicker than storing them again. */
async function copiesOf(users: readonly ServerUser[]) {
  const path = await newPath();
  const { index } = open(path);
  await index.handle({ op: 'put-users', users: [...users] }, noPause);
  index.close();
  return async () => {
    const copy = await newPath();
    await cp(dirname(path), dirname(copy), { recursive: true });
    return open(copy);
  };
}

const newPath = async () => join(await temporaryFolder(), 'library', 'index.db');

function open(path: string) {
  const index = openIndex({ path, key: 'ab'.repeat(32), subject: 's' }, () => 0);
  onTestFinished(index.close);
  const find = async (query: UserQuery, order: UserOrder = newestFirst, page = { offset: 0, limit: 500 }) => {
    const found = (await index.handle({ op: 'find', query, order, nowMillis, ...page }, noPause)) as { users: string[]; total: unknown };
    return { users: found.users.map((json) => JSON.parse(json) as ServerUser), total: found.total as { count: number } };
  };
  const count = async (query: UserQuery) => ((await index.handle({ op: 'count', queries: [query], nowMillis }, noPause)) as number[])[0];
  return { index, find, count };
}

/** What the query means, without an index. */
function matches(user: ServerUser, query: UserQuery): boolean {
  if ('field' in query) return meets(user, query);
  if (query.op === 'not') return !matches(user, query.of);
  return query.op === 'and' ? query.of.every((part) => matches(user, part)) : query.of.some((part) => matches(user, part));
}

function meets(user: ServerUser, condition: Condition): boolean {
  switch (condition.field) {
    case 'text': {
      const metadata = [user.client_metadata, user.client_read_only_metadata, user.server_metadata].flatMap(textsIn);
      return [user.display_name ?? '', user.primary_email ?? '', user.id, ...metadata].some((text) =>
        foldSearch(text).includes(foldSearch(condition.value)),
      );
    }
    case 'method':
      return condition.value.some((method) => methodsOf(user).includes(method));
    case 'can-sign-in':
      return methodsOf(user).some((method) => method !== 'two-factor') === condition.value;
    case 'verified':
      return (user.primary_email !== null && user.primary_email_verified) === condition.value;
    case 'anonymous':
      return user.is_anonymous === condition.value;
    case 'restricted':
      return (user.is_restricted ?? false) === condition.value;
    case 'signed-up':
    case 'last-active':
      return isAt(condition.field === 'signed-up' ? user.signed_up_at_millis : user.last_active_at_millis, condition.is);
    case 'country':
      return condition.value.includes(user.country_code ?? '');
    case 'metadata':
      return hasValue(user, condition);
    case 'team':
      return false;
  }
}

function isAt(time: number, is: Extract<Condition, { field: 'signed-up' }>['is']): boolean {
  if (is.op === 'before') return time < is.value;
  if (is.op === 'from') return time >= is.value;
  return time >= nowMillis - is.value * day === (is.op === 'within-days');
}

function hasValue(user: ServerUser, { path, is }: Extract<Condition, { field: 'metadata' }>): boolean {
  const parsed = parseMetadataPath(path);
  const value = typeof parsed === 'string' ? undefined : valueAt(user, parsed);
  if (value === undefined) return false;
  if (is.op === 'exists') return true;
  if (is.op === 'equals') return value === is.value;
  if (is.op === 'contains') {
    if (Array.isArray(value)) return value.includes(is.value);
    return typeof value === 'string' && foldSearch(value).includes(foldSearch(is.value));
  }
  if (typeof value !== typeof is.value) return false;
  return is.op === 'greater' ? (value as number) > (is.value as number) : (value as number) < (is.value as number);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function methodsOf(user: ServerUser): string[] {
  return [
    ...(user.has_password ? ['password'] : []),
    ...(user.otp_auth_enabled ? ['one-time-code'] : []),
    ...(user.passkey_auth_enabled ? ['passkey'] : []),
    ...(user.requires_totp_mfa ? ['two-factor'] : []),
    ...user.oauth_providers.map(({ id }) => `oauth:${id}`),
  ];
}

const text = (value: string): UserQuery => ({ field: 'text', value });
const metadata = (path: string, is: Extract<Condition, { field: 'metadata' }>['is']): UserQuery => ({ field: 'metadata', path, is });

const queries: UserQuery[] = [
  everyUser,
  { op: 'or', of: [] },
  ...[
    'a',
    'ad',
    'ada',
    'JOSE',
    'müller',
    'Muller',
    '花',
    '花子',
    '山',
    '子 山',
    'ＡＤＡ',
    'döner',
    'doner',
    'beta',
    'zz',
    'q9x',
    '%',
    '_',
    '"',
    "'",
    '*',
    '--',
  ].map(text),
  ...[
    'NEAR(a b)',
    'a OR b',
    'text:ada',
    '"real"',
    "');",
    '100%',
    '\\',
    '\0',
    'a\0b',
    '\ud800',
    '\u0001',
    ' ',
    'x'.repeat(10_000),
    'user1@',
    '@example.com',
  ].map(text),
  text(numberedId(7)),
  text('user12@example.com'),
  text('00000007'),
  { field: 'method', value: ['passkey'] },
  { field: 'method', value: ['oauth:google', 'two-factor'] },
  { field: 'method', value: ['oauth:unused'] },
  { field: 'can-sign-in', value: true },
  { field: 'can-sign-in', value: false },
  { field: 'verified', value: true },
  { field: 'verified', value: false },
  { field: 'anonymous', value: true },
  { field: 'restricted', value: false },
  { field: 'signed-up', is: { op: 'before', value: 1_702_000_000_000 } },
  { field: 'signed-up', is: { op: 'from', value: 1_702_000_000_000 } },
  { field: 'last-active', is: { op: 'within-days', value: 5 } },
  { field: 'last-active', is: { op: 'not-within-days', value: 5 } },
  { field: 'country', value: ['DE', 'FR'] },
  metadata('server.plan', { op: 'equals', value: 'team' }),
  metadata('server.plan', { op: 'equals', value: null }),
  metadata('server.plan', { op: 'equals', value: true }),
  metadata('server.plan', { op: 'exists' }),
  metadata('server.plan', { op: 'contains', value: 'PRISE' }),
  metadata('server.seats', { op: 'equals', value: 2.5 }),
  metadata('server.seats', { op: 'greater', value: 4 }),
  metadata('server.seats', { op: 'less', value: 4 }),
  metadata('server.seats', { op: 'greater', value: 'm' }),
  metadata('server.list', { op: 'contains', value: 'Team' }),
  metadata('server.list', { op: 'contains', value: 'team' }),
  metadata('server.list.0', { op: 'equals', value: 1 }),
  metadata('client.tags', { op: 'contains', value: 'beta' }),
  metadata('server.list.0', { op: 'exists' }),
  metadata('server.list.length', { op: 'greater', value: 1 }),
  metadata('server.list.length', { op: 'exists' }),
  metadata('client.tags.1', { op: 'contains', value: 'ET' }),
  metadata('server.plan', { op: 'contains', value: 'é' }),
  metadata('server."q\\"s"', { op: 'exists' }),
  { op: 'not', of: metadata('server.plan', { op: 'contains', value: 'tea' }) },
  metadata('server."a.b"."q\\""', { op: 'equals', value: 'x' }),
  { op: 'not', of: text('ada') },
  { op: 'or', of: [text('花子'), { op: 'and', of: [{ field: 'verified', value: true }, text('jo')] }] },
  { op: 'and', of: [text('ada'), { op: 'not', of: { field: 'country', value: ['DE'] } }, metadata('server.seats', { op: 'exists' })] },
];

test('finds and counts the same users as looking at each of them', async () => {
  const users = indexUsers(400, seeded(1));
  const { find, count } = await openWith(users);
  for (const query of queries) {
    expect(userQuery.safeParse(query).success).toBe(true);
    const expected = users.filter((user) => matches(user, query)).map(({ id }) => id);
    const found = await find(query);
    expect([query, found.users.map(({ id }) => id).sort()]).toEqual([query, expected.sort()]);
    expect([query, found.total, await count(query)]).toEqual([query, { count: expected.length, isExact: true }, expected.length]);
  }
});

/** Resolves when the values of all users at the paths of a query are stored. */
const built = (index: Awaited<ReturnType<typeof openWith>>['index'], query: UserQuery, order: UserOrder = newestFirst) =>
  index.handle({ op: 'ids', query, order, nowMillis }, noPause);

test('finds and counts by a new path what the values of all users say', async () => {
  const users = indexUsers(120, seeded(8));
  const openCopy = await copiesOf(users);
  for (const query of queries.filter((one) => JSON.stringify(one).includes('"metadata"'))) {
    // A new index each time, whose paths have no values yet.
    const { count, find, index } = await openCopy();
    const expected = users.filter((user) => matches(user, query)).map(({ id }) => id);
    expect([query, await count(query)]).toEqual([query, expected.length]);
    expect([query, (await find(query)).users.map(({ id }) => id).sort()]).toEqual([query, expected.sort()]);
    index.close();
  }
});

test('finds by a new path what SQLite compares otherwise, and keys that its paths can’t name', async () => {
  const values: readonly ServerUser['server_metadata'][] = [
    { a: 'DÖNER' },
    { a: 'doner' },
    { a: '  two   words ' },
    { a: 'two words' },
    { a: 'ＴＷＯ' },
    { a: 'tab\there' },
    { a: ['two', 'Two', 2, ['two']] },
    { a: { '0': 'two', length: 'two', 'q"s\\t': 'two' } },
    { a: [{ '1': ['x', 'two'] }, 'two'] },
    { a: { 'q"s\\t': { '0': 'Döner two', 'q"': [2] } } },
    { a: { 'q"s\\t': [['two']] } },
    { a: 'x'.repeat(600) },
    { a: 5 },
    { '0': [{ '1': { '0': ['no', { '1': 'two' }] } }] },
    {},
    null,
  ];
  const users = indexUsers(values.length, seeded(3)).map((user, at) => ({ ...user, server_metadata: values[at] ?? null }));
  const ops = [
    ...['two', 'TWO W', 'doner', 'é', 'tab here', 'Two', '  ', ''].map((value) => ({ op: 'contains', value }) as const),
    { op: 'exists' },
    { op: 'equals', value: 'two' },
    { op: 'equals', value: 'x'.repeat(600) },
    { op: 'equals', value: 2 },
    { op: 'greater', value: 1 },
  ] as const;
  const openCopy = await copiesOf(users);
  const odd = 'server.a."q\\"s\\\\t"';
  const paths = ['server.a', ...['0', '1', 'length', '0.1', '0.1.1'].map((end) => `server.a.${end}`), 'server.0.0.1.0.1.1'];
  for (const path of [...paths, odd, `${odd}.0`, `${odd}.length`, `${odd}."q\\""`, `${odd}."q\\"".0`]) {
    const { count, find, index } = await openCopy();
    const expectFound = async () => {
      for (const is of ops) {
        const query = metadata(path, is);
        const expected = users.filter((user) => matches(user, query)).length;
        const counted = [await count(query), await count({ op: 'not', of: query }), (await find(query)).total.count];
        expect([query, counted]).toEqual([query, [expected, users.length - expected, expected]]);
      }
    };
    for (const is of ops) expect([is, path, isCheckable(metadata(path, is), () => false)]).toEqual([is, path, true]);
    await expectFound();
    await built(index, metadata(path, { op: 'exists' }));
    await expectFound();
    index.close();
  }
});

test('a user whose metadata is too deep for SQLite is found by a new path, and read as it is', async () => {
  let deep: ServerUser['server_metadata'] = 1;
  for (let level = 0; level < 1_500; level += 1) deep = [deep];
  const [user] = indexUsers(1, seeded(3)) as [ServerUser];
  const { count, find } = await openWith([{ ...user, server_metadata: { plan: 'team', deep } }]);
  expect(await count(metadata('server.plan', { op: 'contains', value: 'TEA' }))).toBe(1);
  expect(await count(metadata('server.deep.0.0.0', { op: 'exists' }))).toBe(1);
  expect((await find(everyUser)).users[0]?.server_metadata).toEqual({ plan: 'team', deep });
});

test.each(['server.seats', 'server.plan', 'server.list', 'server.list.length', 'client.tags.1', 'server."a.b"."q\\""'])(
  'sorts by the new path %s as by the values of all users',
  async (path) => {
    const openCopy = await copiesOf(indexUsers(300, seeded(9)));
    const ids = ({ users: found }: { users: ServerUser[] }) => found.map(({ id }) => id);
    for (const query of [everyUser, text('ada'), { field: 'verified', value: false } as const, metadata('server.plan', { op: 'exists' })]) {
      const { find, index } = await openCopy();
      const pages = async (desc: boolean) => {
        const order = { by: { metadata: path }, desc };
        const [first, next] = [await find(query, order, { offset: 0, limit: 40 }), await find(query, order, { offset: 40, limit: 40 })];
        return [ids(first), ids(next), first.total];
      };
      const before = [await pages(false), await pages(true)];
      await built(index, query, { by: { metadata: path }, desc: false });
      expect([await pages(false), await pages(true)]).toEqual(before);
      index.close();
    }
  },
);

test('an email as a whole finds its user only, and one that no user has what contains it', async () => {
  const own = (id: number, primary_email: string) => ({ ...indexUsers(1, seeded(1))[0], id: numberedId(id), primary_email }) as ServerUser;
  const { find } = await openWith([own(1, 'ada@example.com'), own(2, 'bada@example.com')]);
  const ids = async (value: string) => (await find(text(value))).users.map(({ id }) => id);
  expect(await ids('ADA@example.com')).toEqual([numberedId(1)]);
  expect(await ids('ada@example.co')).toHaveLength(2);
});

const keys: Record<Extract<UserOrder['by'], string>, (user: ServerUser) => string | number | null> = {
  name: (user) => (user.display_name === null ? null : foldSearch(user.display_name)),
  email: (user) => (user.primary_email === null ? null : foldSearch(user.primary_email)),
  'signed-up': (user) => user.signed_up_at_millis,
  'last-active': (user) => user.last_active_at_millis,
  id: ({ id }) => id,
  verified: (user) => Number(user.primary_email !== null && user.primary_email_verified),
  method: () => 0,
  country: (user) => user.country_code ?? '',
};

test.each(Object.keys(keys) as (keyof typeof keys)[])('sorts by %s in pages, and those without a value last', async (by) => {
  const users = indexUsers(300, seeded(2));
  const { find } = await openWith(users);
  for (const desc of [false, true]) {
    for (const query of [everyUser, { field: 'verified', value: false } as const, text('ada')]) {
      const whole = (await find(query, { by, desc })).users;
      const pages = [];
      for (let offset = 0; offset < whole.length; offset += 70)
        pages.push(...(await find(query, { by, desc }, { offset, limit: 70 })).users);
      expect(pages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
      const values = whole.map(keys[by]);
      const present = values.filter((value) => value !== null);
      expect(values.slice(0, present.length)).toEqual(present);
      const sorted = present.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(present).toEqual(desc ? sorted.toReversed() : sorted);
    }
  }
});

test('sorts by a metadata path, and drops the path that wasn’t used for the longest time', async () => {
  const { find, index } = await openWith(indexUsers(100, seeded(3)));
  const order = { by: { metadata: 'server.seats' }, desc: true };
  const seats = (await find(everyUser, order)).users.map((user) => (user.server_metadata as { seats?: unknown } | null)?.seats);
  const numbers = seats.filter((value): value is number => typeof value === 'number');
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(seats.at(-1)).toBeUndefined();
  for (let number = 0; number < 25; number += 1) expect((await find(metadata(`server.p${number}`, { op: 'exists' }))).users).toEqual([]);
  expect((await find(everyUser, order)).users).toHaveLength(100);
  index.close();
});

test('a changed and a removed user are no longer found as before', async () => {
  const [user] = indexUsers(1, seeded(4)) as [ServerUser];
  const { find, index } = await openWith([{ ...user, display_name: 'Grace 花', server_metadata: { plan: 'team' } }]);
  const plan = metadata('server.plan', { op: 'equals', value: 'team' });
  const found = async () => {
    const of = async (query: UserQuery) => (await find(query)).users.length;
    return [await of(text('grace')), await of(text('花')), await of(plan), await of(text('hopper')), await of(everyUser)];
  };
  expect(await found()).toEqual([1, 1, 1, 0, 1]);
  await index.handle({ op: 'put-users', users: [{ ...user, display_name: 'Hopper', server_metadata: null }] }, noPause);
  expect(await found()).toEqual([0, 0, 0, 1, 1]);
  await index.handle({ op: 'remove-users', ids: [user.id] }, noPause);
  expect(await found()).toEqual([0, 0, 0, 0, 0]);
});

test('a query about more paths than have a table is answered, and the index is not taken for damaged', async () => {
  const { find, count } = await openWith(indexUsers(50, seeded(5)));
  const paths = Array.from({ length: 25 }, (_none, number) => metadata(`server.p${number}`, { op: 'exists' }));
  const query: UserQuery = { op: 'or', of: [...paths, metadata('server.seats', { op: 'exists' })] };
  const expected = await count(metadata('server.seats', { op: 'exists' }));
  expect([await count(query), (await find(query)).users.length]).toEqual([expected, expected]);
});

test('texts are found before and after they are in the full-text index, also changed and removed ones', async () => {
  const users = indexUsers(2_600, seeded(7));
  const { index, find, count } = await openWith(users.slice(0, 1_500));
  await index.handle({ op: 'put-users', users: users.slice(1_500, 2_300) }, noPause);
  const changed = users.map((user, at) => (at % 900 === 0 ? { ...user, display_name: 'Xenophon' } : user));
  await index.handle({ op: 'put-users', users: changed.slice(0, 2_300) }, noPause);
  await index.handle({ op: 'remove-users', ids: [users[900]?.id ?? '', users[2_299]?.id ?? '', users[2_299]?.id ?? ''] }, noPause);
  const expectFound = async (ids: readonly string[]) => {
    expect((await find(text('xenop'), { by: 'id', desc: false })).users.map(({ id }) => id)).toEqual(ids);
    const { users: known } = (await index.handle({ op: 'state' }, noPause)) as { users: number };
    expect([await count(text('xenop')), known]).toEqual([ids.length, (await find(everyUser)).total.count]);
  };
  await expectFound([numberedId(0), numberedId(1_800)]);
  await index.handle({ op: 'put-users', users: changed.slice(2_200) }, noPause);
  await expectFound([numberedId(0), numberedId(1_800)]);
  expect(await count(text('example.com'))).toBe(changed.filter((user, at) => at !== 900 && matches(user, text('example.com'))).length);
});
