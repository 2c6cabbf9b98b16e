import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import transcribed from '#tests/fixtures/wire/calls.json';
import newer from '#tests/fixtures/wire/newer-calls.json';
import type { Endpoint } from '../definitions';
import { featureSince } from '../features';
import { isAtLeast } from '../releases';
import { catalog } from './index';

/** The calls of the baseline and of the releases just after it, transcribed from the wire reference. */
const calls = z
  .array(
    z.strictObject({
      section: z.string(),
      method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
      path: z.string(),
      /** The access types the call's table names; higher ones are allowed too. */
      access: z.array(z.enum(['public', 'client', 'server', 'admin'])),
      /** Whether client access needs a signed-in user. */
      user: z.boolean(),
      since: z.string().optional(),
    }),
  )
  .parse(transcribed);

const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(catalog).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

/** Where an endpoint is found: its method and path, and the path it moved to. Parameters are known by their place. */
const addresses = ({ method, path, moved }: Pick<Endpoint, 'method' | 'path' | 'moved'>) =>
  [path, ...(moved ? [moved.path] : [])].map((each) => `${method} ${each.replace(/\{[^}]+\}/g, '{}')}`);

const endpointAt = new Map<string, Endpoint[]>();
for (const { endpoint } of endpoints)
  for (const address of addresses(endpoint)) endpointAt.set(address, [...(endpointAt.get(address) ?? []), endpoint]);

describe.each(calls)('$method $path (endpoints $section)', ({ method, path, access, user }) => {
  const [address = ''] = addresses({ method, path });
  const variants = (endpointAt.get(address) ?? []).flatMap(({ actors }) => Object.entries(actors));

  test('is an endpoint', () => {
    expect(endpointAt.has(address)).toBe(true);
  });

  test('has the access types that the service accepts', () => {
    const offered = new Set(variants.map(([, variant]) => variant.access));
    for (const each of access) expect([...offered]).toContain(each);
    if (user) expect(variants.map(([actor]) => actor)).toContain('account');
    // Higher access types are accepted too, so requiring the lowest one is sufficient.
    const ladder = ['public', 'client', 'server', 'admin'];
    expect(Math.min(...[...offered].map((each) => ladder.indexOf(each)))).toBe(Math.min(...access.map((each) => ladder.indexOf(each))));
  });
});

test('endpoints of the baseline are all in the tables', () => {
  const known = new Set(calls.flatMap((call) => addresses(call)));
  const surplus = endpoints.filter(
    ({ endpoint }) => endpoint.feature === undefined && !addresses(endpoint).every((address) => known.has(address)),
  );
  expect(surplus.map(({ name }) => name)).toEqual([]);
});

/** The calls of later releases (newer), and why some are no endpoints. */
const newerCalls = z
  .array(z.strictObject({ since: z.string(), method: z.string(), path: z.string(), notOffered: z.string().optional() }))
  .parse(newer);
const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;

test.each(newerCalls.filter(({ notOffered }) => notOffered === undefined))('$method $path is an endpoint, of $since', (call) => {
  const features = (endpointAt.get(addressOf(call)) ?? []).flatMap(({ feature, moved }) => feature ?? moved?.feature ?? []);
  // Some count only from when they replace what was there before.
  expect(features.map((feature) => featureSince[feature]).filter((release) => isAtLeast(release, call.since))).not.toEqual([]);
});

test.each(newerCalls.filter(({ notOffered }) => notOffered !== undefined))('$method $path is none: $notOffered', (call) => {
  expect(endpointAt.has(addressOf(call))).toBe(false);
});

test('endpoints of later releases are all among their calls', () => {
  const known = new Set(newerCalls.map(addressOf));
  const surplus = endpoints.filter(
    ({ endpoint }) => endpoint.feature !== undefined && !addresses(endpoint).some((address) => known.has(address)),
  );
  expect(surplus.map(({ name }) => name)).toEqual([]);
});
