import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from './client';
import { type Client, call, endpoint, event, topic } from './definitions';
import { createDispatcher, type DispatcherParts, readAs, type ServiceCall } from './dispatch';
import { errorReport } from './error-report';
import { fail, type Reply } from './errors';
import { json } from './service/models/fields';

interface Caller {
  readonly windowId: string;
}

const contract = {
  notes: {
    add: call(z.strictObject({ text: z.string().max(5), meta: json.optional() }), z.strictObject({ id: z.string() })),
    broken: call(z.strictObject({}), z.strictObject({ id: z.string() })),
    changed: event(z.array(z.string())),
    list: topic(z.array(z.string())),
    count: topic(z.int()),
  },
};

const catalog = {
  users: {
    list: endpoint({
      method: 'GET',
      path: '/users',
      actors: {
        project: { access: 'server', query: z.strictObject({ limit: z.int().optional() }), response: z.unknown() },
        account: { access: 'client', response: z.unknown() },
      },
    }),
    read: endpoint({
      method: 'GET',
      path: '/users/{id}',
      params: z.strictObject({ id: z.string() }),
      actors: { project: { access: 'server', response: z.unknown() } },
    }),
    update: endpoint({
      method: 'PATCH',
      path: '/users',
      invalidates: [],
      journal: { none: 'check' },
      actors: { project: { access: 'server', body: z.strictObject({ meta: json }), response: z.unknown() } },
    }),
    token: endpoint({
      method: 'POST',
      path: '/token',
      offered: false,
      journal: { none: 'check' },
      actors: { none: { access: 'client', response: z.unknown() } },
    }),
  },
};

function setUp(own: Partial<DispatcherParts<Caller>> = {}) {
  const heard: unknown[] = [];
  const sent: ServiceCall[] = [];
  const faults: { name: string; thrown: unknown }[] = [];
  const dispatch = createDispatcher<Caller>({
    contract,
    catalog,
    handlers: {
      notes: {
        add: async (input: unknown, caller: Caller) => {
          heard.push(input, caller);
          return { id: '1' };
        },
        broken: async () => ({ id: '1', secret: 'kept' }),
        changed: async () => 'an event is not a call',
        constructor: async () => 'not in the contract',
      },
    },
    topics: { 'notes.list': { get: () => ({ revision: 3, value: ['a'] }) }, 'notes.count': { get: () => ({ revision: 1, value: 'b' }) } },
    callService: async (asked) => {
      sent.push(asked);
      return { fine: true };
    },
    onFault: (name, _report, thrown) => faults.push({ name, thrown }),
    ...own,
  });
  const ask = (name: unknown, input?: unknown) => dispatch(name, input, { windowId: 'w1' });
  return { ask, heard, sent, faults };
}

const errorOf = async (reply: Promise<Reply>) => {
  const answered = await reply;
  if (answered.ok) throw new Error(`expected a failure, got ${JSON.stringify(answered.value)}`);
  expect(errorReport.safeParse(answered.error).success).toBe(true);
  return answered.error;
};

describe('a call of the bridge', () => {
  test('hands the parsed input and the caller to its handler', async () => {
    const { ask, heard, faults } = setUp();
    expect(await ask('notes.add', { text: 'hi' })).toEqual({ ok: true, value: { id: '1' } });
    expect(heard).toEqual([{ text: 'hi' }, { windowId: 'w1' }]);
    expect(faults).toEqual([]);
  });

  test.each([
    { input: undefined, path: '' },
    { input: null, path: '' },
    { input: [], path: '' },
    { input: 'text', path: '' },
    { input: {}, path: 'text' },
    { input: { text: 1 }, path: 'text' },
    { input: { text: 'too long' }, path: 'text' },
    { input: { text: 'hi', more: 1 }, path: '' },
    { input: { text: 'hi', meta: { fn: () => 1 } }, path: 'meta' },
    { input: JSON.parse('{"__proto__":{"text":"hi"}}'), path: 'text' },
  ])('refuses $input at "$path" and runs nothing', async ({ input, path }) => {
    const { ask, heard } = setUp();
    expect(await errorOf(ask('notes.add', input))).toEqual({ code: 'bad-input', path });
    expect(heard).toEqual([]);
  });

  test('rejects an input nested too deeply to validate', async () => {
    const { ask, heard } = setUp();
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(await errorOf(ask('notes.add', { text: 'hi', meta: deep }))).toEqual({ code: 'bad-input', path: '' });
    expect(heard).toEqual([]);
  });

  test('returns the code of an AppError its handler throws, and keeps the cause', async () => {
    const thrown = fail('not-allowed', { path: 'text' }, new Error('secret'));
    const { ask, faults } = setUp({ handlers: { notes: { add: () => Promise.reject(thrown) } } });
    expect(await errorOf(ask('notes.add', { text: 'hi' }))).toEqual({ code: 'not-allowed', path: 'text' });
    expect(faults).toEqual([{ name: 'notes.add', thrown }]);
  });

  test.each([new Error('secret'), new TypeError('secret'), 'secret', undefined, { report: { code: 'secret' } }])(
    'returns `internal` and nothing else for %j',
    async (thrown) => {
      const rejects = setUp({ handlers: { notes: { add: () => Promise.reject(thrown) } } });
      expect(await errorOf(rejects.ask('notes.add', { text: 'hi' }))).toEqual({ code: 'internal' });
      const throws = setUp({
        handlers: {
          notes: {
            add: () => {
              throw thrown;
            },
          },
        },
      });
      expect(await errorOf(throws.ask('notes.add', { text: 'hi' }))).toEqual({ code: 'internal' });
      expect(throws.faults).toEqual([{ name: 'notes.add', thrown }]);
    },
  );

  test('returns `internal` where a handler is missing', async () => {
    expect(await errorOf(setUp({ handlers: {} }).ask('notes.add', { text: 'hi' }))).toEqual({ code: 'internal' });
  });

  test('rejects an output that does not match the contract', async () => {
    const reply = await errorOf(setUp().ask('notes.broken', {}));
    expect(reply).toEqual({ code: 'internal', path: '' });
  });
});

describe('the read of a topic', () => {
  test('returns the value with its revision, without a handler', async () => {
    expect(await setUp().ask('notes.list', {})).toEqual({ ok: true, value: { revision: 3, value: ['a'] } });
  });

  test.each([
    { input: undefined, path: '' },
    { input: null, path: '' },
    { input: 'text', path: '' },
    { input: { id: '1' }, path: '' },
  ])('refuses the input $input', async ({ input, path }) => {
    expect(await errorOf(setUp().ask('notes.list', input))).toEqual({ code: 'bad-input', path });
  });

  test('rejects a value that does not match the contract', async () => {
    expect(await errorOf(setUp().ask('notes.count', {}))).toEqual({ code: 'internal', path: 'value' });
  });

  test('returns `internal` where the topic is missing', async () => {
    expect(await errorOf(setUp({ topics: {} }).ask('notes.list', {}))).toEqual({ code: 'internal', path: '' });
  });
});

describe('an unknown name', () => {
  test.each([
    'notes',
    'notes.',
    '.add',
    'notes.Add',
    'notes.add ',
    'notes.changed',
    'notes.constructor',
    'notes.__proto__',
    'notes.toString',
    '__proto__',
    '__proto__.toString',
    'constructor.prototype',
    'constructor',
    'users.list',
    'service.users',
    'service.users.token',
    'service.users.constructor',
    'service.__proto__.list',
    'service.users.list.actor',
    '',
    ' ',
    'x'.repeat(1_000_000),
    undefined,
    null,
    0,
    Symbol.iterator,
    ['notes.add'],
    { toString: () => 'notes.add' },
  ])('%s runs nothing', async (name) => {
    const { ask, heard, sent, faults } = setUp();
    expect(await errorOf(ask(name, { text: 'hi' }))).toEqual({ code: 'unknown-call' });
    expect([heard, sent]).toEqual([[], []]);
    expect(faults.map((fault) => fault.name)).toEqual(['(unknown)']);
  });
});

describe('an endpoint of the service', () => {
  test('is sent for the actor who asks, with the input apart from the target', async () => {
    const { ask, sent } = setUp();
    expect(await ask('service.users.list', { actor: 'project', connectionId: 'c', query: { limit: 3 } })).toEqual({
      ok: true,
      value: { fine: true },
    });
    expect(await ask('service.users.list', { actor: 'account', connectionId: 'c', accountId: 'a' })).toMatchObject({ ok: true });
    expect(sent).toMatchObject([
      {
        name: 'users.list',
        endpoint: catalog.users.list,
        actor: 'project',
        connectionId: 'c',
        accountId: undefined,
        input: { query: { limit: 3 } },
      },
      { name: 'users.list', actor: 'account', connectionId: 'c', accountId: 'a' },
    ]);
    for (const { input } of sent) expect(input).not.toHaveProperty('connectionId');
  });

  test.each([
    { input: undefined, path: 'actor' },
    { input: null, path: 'actor' },
    { input: [], path: 'actor' },
    { input: {}, path: 'actor' },
    { input: { actor: 'none' }, path: 'actor' },
    { input: { actor: 'admin' }, path: 'actor' },
    { input: { actor: '__proto__' }, path: 'actor' },
    { input: { actor: 'constructor' }, path: 'actor' },
    { input: { actor: ['project'] }, path: 'actor' },
    { input: Object.create({ actor: 'project' }), path: 'actor' },
    { input: { actor: 'project' }, path: 'connectionId' },
    { input: { actor: 'project', connectionId: '' }, path: 'connectionId' },
    { input: { actor: 'project', connectionId: 'c'.repeat(65) }, path: 'connectionId' },
    { input: { actor: 'project', connectionId: 'c' }, path: 'query' },
    { input: { actor: 'project', connectionId: 'c', query: { limit: '3' } }, path: 'query.limit' },
    { input: { actor: 'project', connectionId: 'c', query: { offset: 3 } }, path: 'query' },
    { input: { actor: 'project', connectionId: 'c', query: {}, accountId: 'a' }, path: '' },
    { input: { actor: 'account', connectionId: 'c' }, path: 'accountId' },
    { input: { actor: 'account', connectionId: 'c', accountId: 'a', query: {} }, path: '' },
  ])('refuses $input at "$path" and sends nothing', async ({ input, path }) => {
    const { ask, sent } = setUp();
    expect(await errorOf(ask('service.users.list', input))).toEqual({ code: 'bad-input', path });
    expect(sent).toEqual([]);
  });

  test('returns the error of the sender', async () => {
    const { ask } = setUp({ callService: () => Promise.reject(fail('unreachable')) });
    expect(await errorOf(ask('service.users.read', { actor: 'project', connectionId: 'c', params: { id: 'x' } }))).toEqual({
      code: 'unreachable',
    });
  });

  test('refuses a body nested too deeply to send', async () => {
    const { ask, sent } = setUp();
    const meta = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    expect(await errorOf(ask('service.users.update', { actor: 'project', connectionId: 'c', body: { meta } }))).toMatchObject({
      code: 'bad-input',
    });
    expect(sent).toEqual([]);
  });
});

test('the client fits the dispatcher at the other end', async () => {
  const { ask } = setUp();
  const client = createClient<Client<typeof contract>>({ call: ask, on: () => () => undefined });
  expect(await client.notes.add({ text: 'hi' })).toEqual({ id: '1' });
  await expect(client.notes.add({ text: 'much too long' })).rejects.toMatchObject({ report: { code: 'bad-input', path: 'text' } });
});

test.each([
  { schema: z.object({ a: z.array(z.object({ b: z.string() })) }), value: { a: [{ b: 'x' }, { b: 1 }] }, path: 'a.1.b' },
  { schema: z.string(), value: 1, path: '' },
  { schema: z.strictObject({}), value: { x: 1 }, path: '' },
])('the path of a violation is "$path"', ({ schema, value, path }) => {
  expect(readAs<z.ZodType>(schema, value)).toMatchObject({ ok: false, path });
});
