import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '#contract/client.ts';
import { catalog } from '#contract/service/index.ts';
import { readKey, type ServiceQueries, withQuery } from './service-query';

const project = { actor: 'project', connectionId: 'c' } as const;
const ada = { ...project, params: { user_id: 'ada' } };

describe('the query of a read', () => {
  it('sends its input, and returns the result', async () => {
    const call = vi.fn(async () => ({ ok: true as const, value: 'Ada' }));
    const service = createClient<ServiceQueries<typeof catalog>>({ call, on: () => () => undefined }, 'service.', withQuery);
    expect(await new QueryClient().fetchQuery(service.users.read.query(ada))).toBe('Ada');
    expect(call).toHaveBeenCalledExactlyOnceWith('service.users.read', ada);
  });

  it('is found by its name and each part of its input', () => {
    const client = new QueryClient();
    client.setQueryData(readKey('users.read', { ...ada, raw: true }), 1);
    const count = (...key: Parameters<typeof readKey>) => client.getQueriesData({ queryKey: readKey(...key) }).length;
    expect(count('users.read', project)).toBe(1);
    expect(count('users.read', ada)).toBe(1);
    expect(count('users.read', { ...ada, params: { user_id: 'bob' } })).toBe(0);
    expect(count('users.read', { ...ada, accountId: 'a' })).toBe(0);
    expect(count('users.list', project)).toBe(0);
  });

  it('has no other key if all fields are not asked for', () => {
    expect(readKey('users.read', { ...ada, raw: false })).toEqual(readKey('users.read', ada));
  });
});

it('does not depend on the actor where no account makes the call, so no read has both', () => {
  const both = Object.values(catalog).flatMap((endpoints) =>
    Object.entries(endpoints).flatMap(([name, { method, actors }]) =>
      method === 'GET' && 'none' in actors && 'project' in actors ? [name] : [],
    ),
  );
  expect(both).toEqual([]);
});
