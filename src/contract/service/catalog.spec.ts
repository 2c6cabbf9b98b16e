import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceInput } from '../bridge/service';
import type { Actor, Endpoint } from '../definitions';
import { catalog } from './index';

const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(catalog).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

const readNames = endpoints.flatMap((each) => (each.endpoint.effect === 'read' ? [each.name] : []));

/** POST calls that change nothing, so that no safety level requires a confirmation. */
const onlyLooks = new Set([
  'apiKeys.checkUserKey',
  'apiKeys.checkTeamKey',
  'auth.checkPasswordReset',
  'auth.checkSignInCode',
  'contactChannels.checkVerification',
  'emails.render',
  'teams.checkInvitation',
  'teams.invitationDetails',
  'misc.checkVersion',
  'misc.checkFeatureSupport',
  'oauth.connectedAccountToken',
  'oauth.connectedAccountTokenOf',
  'oauth.ownConnectedAccountToken',
  'signUpRules.test',
  'users.affected',
  'emails.checkManagedDomain',
  'webhooks.token',
]);

/** POST calls that can be repeated: they compute something from their input, or use a refresh token, which stays as it is. */
const isRepeatable = new Set([
  'auth.refresh',
  'auth.token',
  'emails.checkManagedDomain',
  'emails.render',
  'signUpRules.test',
  'users.affected',
]);

/** Actions that return an object with metadata or an image, or a list as long as their input. */
const returnsMuch = new Set(['users.create', 'teams.create', 'projects.create', 'emails.sendEmail', 'emailDrafts.send', 'emails.render']);

describe.each(endpoints)('$name', ({ name, endpoint }) => {
  const variants = Object.values(endpoint.actors);

  test('has at least one actor', () => {
    expect(variants.length).toBeGreaterThan(0);
  });

  test('has a path whose parameters are its own', () => {
    // The root of the API is the one path without segments.
    if (endpoint.path !== '') expect(endpoint.path).toMatch(/^\/[a-z0-9{}/_.-]+[^/]$/);
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const schema = endpoint.params ? (z.toJSONSchema(endpoint.params, { io: 'input' }) as { properties?: object }) : {};
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual(named.sort());
  });

  // A provider's token is displayed to the user, unlike the service's, which the main process uses.
  test('returns tokens only where the bridge does not offer it, or withholds them', () => {
    const shapes = JSON.stringify(variants.map(({ response }) => z.toJSONSchema(response, { unrepresentable: 'any' })));
    const tokens = ['access_token', 'refresh_token'].filter((name) => shapes.includes(name));
    if (endpoint.offered) expect(endpoint.secrets?.response ?? []).toEqual(expect.arrayContaining(tokens));
  });

  test('requires client access from accounts and `none`, and more from projects', () => {
    for (const [actor, { access }] of Object.entries(endpoint.actors)) {
      const allowed = { account: ['client'], project: ['server', 'admin'], none: ['client', 'public'] }[actor as Actor];
      expect(allowed).toContain(access);
    }
  });

  test('ends things by its DELETE, or by fields that every body of it has', () => {
    if (endpoint.method === 'DELETE') expect(endpoint.effect).toBe(name === 'auth.signOut' ? 'write' : 'destroy');
    const bodies = variants.map(
      ({ body }) => body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }),
    );
    for (const field of endpoint.destroyedBy ?? []) for (const body of bodies) expect(body?.properties).toHaveProperty(field);
    const ending = ['revoked', 'cancel'].filter((field) => bodies.some((body) => Object.hasOwn(body?.properties ?? {}, field)));
    expect(endpoint.destroyedBy ?? []).toEqual(ending);
  });

  test('reads when it is a GET or only looks, and is repeated only where that is safe', () => {
    expect(endpoint.effect === 'read').toBe(endpoint.method === 'GET' || onlyLooks.has(name));
    if (endpoint.idempotent) expect(['GET', 'DELETE'].includes(endpoint.method) || isRepeatable.has(name)).toBe(true);
  });

  test('makes stale what exists, and is a read', () => {
    if (endpoint.effect === 'read') expect(endpoint.invalidates).toBeUndefined();
    if (endpoint.invalidates === undefined || endpoint.invalidates === 'everything') return;
    expect(readNames).toEqual(expect.arrayContaining([...endpoint.invalidates]));
  });

  test('accepts 16 MB of a list or an object, and 1 MB of an action', () => {
    const isRead = endpoint.method === 'GET' || endpoint.method === 'PATCH' || returnsMuch.has(name);
    expect(endpoint.maxResponseBytes).toBe((isRead ? 16 : 1) * 1024 * 1024);
  });

  test('names its list where that is not called items', () => {
    for (const { response, list } of variants) {
      const shape: Record<string, unknown> = response instanceof z.ZodObject ? response.shape : {};
      if (list !== undefined) expect(shape[list]).toBeInstanceOf(z.ZodArray);
      else if ('items' in shape) expect(shape.items).toBeInstanceOf(z.ZodArray);
    }
  });

  test('accepts responses with fields of later releases', () => {
    for (const { response } of variants) {
      expect(strictObjects(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' }))).toEqual([]);
    }
  });

  test('refuses what the bridge does not know', () => {
    for (const [actor, schema] of Object.entries(serviceInput(endpoint))) {
      const known = { actor, connectionId: 'c', ...(actor === 'account' ? { accountId: 'a' } : {}) };
      for (const surplus of [{ accessToken: 'x' }, { headers: {} }, { baseUrl: 'http://x' }, { toString: 1 }]) {
        expect(schema.safeParse({ ...known, ...surplus }).success).toBe(false);
      }
      expect(schema.safeParse({ ...known, connectionId: '' }).success).toBe(false);
      expect(schema.safeParse({ ...known, connectionId: 'c'.repeat(65) }).success).toBe(false);
    }
  });
});

/** Returns the objects of a schema that accept no further field. A reference to a secret never comes from the service. */
function strictObjects(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { additionalProperties, properties } = schema as { additionalProperties?: unknown; properties?: object };
  const isStrict = additionalProperties === false && !Object.hasOwn(properties ?? {}, 'ref');
  return [...(isStrict ? [schema] : []), ...Object.values(schema).flatMap(strictObjects)];
}
