/** Requests about things that don't exist: each is responded to as the service does, and none is a fault of the sandbox. */
import { expect, it } from 'vitest';
import type { Actor, Endpoint, Variant } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import { baseline } from '../releases/release';
import { routesOf } from '../service/routes';
import { createMatchingValue } from './matching-value';
import { ada, createTestSandbox } from './test-sandbox';

const served = new Set(routesOf(baseline).map(({ name }) => name));

const cases = Object.entries(catalog).flatMap(([group, rows]) =>
  Object.entries(rows)
    .filter(([name]) => served.has(`${group}.${name}`) && name !== 'deleteMe')
    .flatMap(([name, row]: [string, Endpoint]) =>
      Object.entries(row.actors).map(([actor, variant]) => ({ name: `${group}.${name}`, row, actor: actor as Actor, variant })),
    ),
);

/** None of them exists. Two that look like IDs of the service, and others that its schemas accept where IDs are names. */
const unknownIds = ['11111111-2222-4333-8444-555555555555', 'no-such-thing', '$no_such_permission', '__proto__', '😀', ' '];

/** Returns the values of one part of a request, with the ID wherever the schema accepts it. */
function valuesWith(id: string, schema: Variant['body']): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined;
  for (const known of [() => id, () => undefined]) {
    try {
      return createMatchingValue(schema, { below: () => 0, known }) as Record<string, unknown>;
    } catch {
      // The schema doesn't accept it, as that of an ID of the service.
    }
  }
  return undefined;
}

it.each(cases)('$name by $actor', async ({ row, actor, variant }) => {
  const test = await createTestSandbox();
  const { access } = variant;
  const headers = access === 'public' ? {} : test.headers(access, actor === 'account' ? (await test.signIn(ada)).access_token : undefined);
  for (const id of unknownIds) {
    const path = row.path.replace(/\{\w+\}/g, encodeURIComponent(id));
    const query = Object.entries(valuesWith(id, variant.query) ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const body = valuesWith(id, variant.body);
    const isSent = body !== undefined && row.method !== 'GET';
    const type = isSent ? { 'content-type': 'application/json' } : {};
    const { status } = await test.raw(
      row.method,
      `${path}?${new URLSearchParams(query)}`,
      { ...headers, ...type },
      isSent ? JSON.stringify(body) : undefined,
    );
    expect([id, status > 0, test.faults.splice(0)]).toEqual([id, true, []]);
  }
  test.store.close();
});
