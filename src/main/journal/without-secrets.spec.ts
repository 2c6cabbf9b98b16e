import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import { intentOf, isRecorded, outcomeOf } from './write-facts';

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
