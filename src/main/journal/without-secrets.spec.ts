import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import { intentOf, isRecorded, namedIdsOf, outcomeOf } from './write-facts';

const scene = { osUser: 'ada', account: undefined, connectionId: 'c' };

const writes = Object.entries(catalog).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Readonly<Record<string, Endpoint>>)
    .filter(([, { effect }]) => effect !== 'read')
    .map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
);

/** Names of fields that are secret in some endpoint, whatever their definition says. */
const secretName = /password|secret|token|code$|^code|nonce|hash|credential|api_key|totp/i;

/** Fills a schema: every text that is a secret by its place is a text that is looked for afterwards. */
function fill(
  schema: unknown,
  path: readonly string[],
  isSecret: (path: readonly string[]) => boolean,
  put: (text: string) => void,
): unknown {
  const inner = (of: unknown, name: string) => fill(of, [...path, name], isSecret, put);
  const def = (schema as undefined | { _zod?: { def: Record<string, unknown> & { type: string } } })?._zod?.def;
  if (def === undefined) return undefined;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape as object).map(([name, of]) => [name, inner(of, name)]));
    case 'array':
      return [inner(def.element, '*')];
    case 'record':
      return { apiSecret: secretText(path, put), plain: 'plain' };
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
    case 'prefault':
      return fill(def.innerType, path, isSecret, put);
    case 'pipe':
      return fill(def.in, path, isSecret, put);
    case 'union':
      return fill((def.options as unknown[])[0], path, isSecret, put);
    case 'lazy':
      return { client_secret: secretText(path, put) };
    case 'literal':
      return (def.values as unknown[])[0];
    case 'enum':
      return Object.values(def.entries as object)[0];
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'custom':
    case 'unknown':
    case 'any':
      return { password: secretText(path, put) };
    case 'string':
      if (path.at(-1) === 'config_override_string') return JSON.stringify({ 'auth.providers.x.clientSecret': secretText(path, put) });
      if (isSecret(path)) return secretText(path, put);
      return path.at(-1)?.endsWith('url') ? `https://x.test/?code=${secretText(path, put)}` : `plain ${path.join('.')}`;
    default:
      return null;
  }
}

let number = 0;
function secretText(path: readonly string[], put: (text: string) => void): string {
  number += 1;
  const text = `hidden-${path.join('-')}-${number}`;
  put(text);
  return text;
}

test.each(writes)('no secret of %s is stored', (_name, endpoint) => {
  const declared = new Set(endpoint.secrets?.body ?? []);
  const isSecret = (path: readonly string[]) =>
    declared.has(path.slice(1).join('.')) || path.slice(1).some((name) => secretName.test(name) && !name.endsWith('_id'));
  for (const variant of Object.values(endpoint.actors)) {
    const secrets: string[] = [];
    const put = (text: string) => void secrets.push(text);
    const input = {
      params: fill(endpoint.params, ['params'], isSecret, put),
      query: fill(variant.query, ['query'], isSecret, put),
      body: fill(variant.body, ['body'], isSecret, put),
    };
    const key = 'ssk_0123456789abcdefghjk';
    const origin = { source: 'window', connectionId: 'c', before: { ...(input.body as object), note: `with ${key}` } } as const;
    const write = { endpoint, input, destination: 'https://x.test p', origin, secrets: () => [key] };
    const stored = JSON.stringify([intentOf(write, scene), outcomeOf(write, { ok: true, value: input.body, requestId: `r ${key}` })]);
    expect([...secrets, key].filter((text) => stored.includes(text))).toEqual([]);
  }
});

test('what a write is about is stored, with what was typed', () => {
  const write = {
    endpoint: catalog.users.update,
    input: { params: { user_id: 'u1' }, body: { display_name: 'Ada', password: 'correct horse' } },
    destination: 'https://x.test p',
    origin: { source: 'window', connectionId: 'c', before: { display_name: 'Augusta' } },
    credential: { kind: 'key', access: 'server', lastFour: '9xyz' },
  } as const;
  expect(intentOf(write, scene)).toEqual({
    facts: {
      osUser: 'ada',
      actor: { kind: 'key', id: 'server', lastFour: '9xyz' },
      connectionId: 'c',
      destination: 'https://x.test p',
      endpoint: 'users.update',
      target: { kind: 'user', id: 'u1' },
      people: [],
      source: 'window',
      job: null,
      impersonation: null,
      undoes: null,
    },
    personal: {
      names: { user: 'Augusta' },
      before: { display_name: 'Augusta' },
      request: { params: { user_id: 'u1' }, body: { display_name: 'Ada', password: '***' } },
    },
  });
  expect(isRecorded({ endpoint: catalog.auth.passwordSignIn })).toBe(false);
});

const ids = { team_id: 't1', user_id: 'u1', permission_id: 'p' };
const known = { user: 'Niklaus Wirth', team: 'Difference Team' };

test.each([
  ['the user and the team of a member', catalog.teams.removeMember, { params: ids }, { items: [] }, known, known],
  ['what a permission is granted in', catalog.permissions.grantInTeam, { params: ids }, undefined, known, known],
  [
    'a name from before the write',
    catalog.users.update,
    { params: ids, body: { display_name: 'New' } },
    { display_name: 'Old' },
    { user: 'Known' },
    { user: 'Old' },
  ],
  [
    'a known name rather than a new one',
    catalog.users.update,
    { params: ids, body: { display_name: 'New' } },
    undefined,
    { user: 'Known' },
    { user: 'Known' },
  ],
  ['a new name where there is no other', catalog.teams.create, { body: { display_name: 'New' } }, undefined, {}, { team: 'New' }],
  [
    'the email address and its user',
    catalog.contactChannels.delete,
    { params: { id: 'c', user_id: 'u1' } },
    {
      items: [
        { id: 'b', value: 'b@x.test' },
        { id: 'c', value: 'a@x.test' },
      ],
    },
    { user: 'Ada' },
    { user: 'Ada', subject: 'a@x.test' },
  ],
  [
    'an email address that is added, and not another one of the user',
    catalog.contactChannels.create,
    { body: { user_id: 'u1', value: 'a@x.test' } },
    { items: [{ id: 'b', value: 'b@x.test' }] },
    {},
    { subject: 'a@x.test' },
  ],
  ['nothing that isn’t known', catalog.teams.removeMember, { params: ids }, undefined, { user: undefined, team: '' }, {}],
] as const)('an entry names %s', (_what, endpoint, input, before, names, expected) => {
  const origin = { source: 'window', connectionId: 'c', ...(before && { before }) } as const;
  const intent = intentOf({ endpoint: endpoint as Endpoint, input, destination: 'd', origin }, { ...scene, names });
  expect(intent.personal.names).toEqual(expected);
});

test('the own account isn’t named, and other users and teams are looked up by their IDs', () => {
  const named = (endpoint: Endpoint, input: object) => namedIdsOf({ endpoint, input, destination: 'd' });
  expect(named(catalog.users.updateMe, {})).toEqual({ user: null, team: null });
  expect(named(catalog.teams.removeMember, { params: { team_id: 't1', user_id: 'me' } })).toEqual({ user: null, team: 't1' });
  expect(named(catalog.users.delete, { params: { user_id: 'u1' } })).toEqual({ user: 'u1', team: null });
  expect(named(catalog.teams.delete, { params: { id: 't1' } })).toEqual({ user: null, team: 't1' });
});

test('of an old value that is too large, the entry has the part that it is about, or nothing', () => {
  const definition = (id: string, length: number) => ({ id, description: 'x'.repeat(length), contained_permission_ids: [] });
  const before = (items: readonly object[]) =>
    intentOf(
      {
        endpoint: catalog.permissions.deleteTeamDefinition,
        input: { params: { id: 'p' } },
        destination: 'd',
        origin: { source: 'window', before: { items } },
      },
      scene,
    ).personal.before;
  const [small, large] = [definition('p', 1), definition('q', 1_000_000)];
  expect(before([small])).toEqual({ items: [small] });
  expect(before([small, large])).toEqual(small);
  expect(before([definition('p', 1_000_000)])).toBeNull();
});

test('the old value has no secrets of the read that it comes from', () => {
  const config = { oauth_providers: [{ id: 'github', client_secret: 'hidden one' }], email_config: { password: 'hidden two' } };
  const stored = intentOf(
    {
      endpoint: catalog.config.overrideLevel,
      input: { params: { level: 'environment' }, body: { config_override_string: '{}' } },
      destination: 'd',
      origin: {
        source: 'window',
        before: { config_string: JSON.stringify({ 'emails.server.password': 'hidden', a: { clientSecret: 'hidden' } }), config },
      },
    },
    scene,
  );
  expect(JSON.stringify(stored)).not.toContain('hidden');
});
