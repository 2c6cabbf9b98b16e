import { describe, expect, test } from 'vitest';
import type { ProviderSetup } from '#lib/rules/project-sign-in.ts';
import { type ProviderValues, providerSchema, providerValues, toProviderSetup } from './provider-dialog';

const stored: ProviderSetup = {
  isOn: false,
  keys: 'own',
  clientId: 'id',
  secret: { kind: 'stored', lastFour: '41d7' },
  configId: 'c',
  tenantId: '',
};
const values: ProviderValues = { keys: 'own', clientId: ' id ', secret: ' new ', configId: '', tenantId: ' t ' };

test.each([
  { id: 'google', keys: 'shared' },
  { id: 'github', keys: 'shared' },
  { id: 'microsoft', keys: 'shared' },
  { id: 'spotify', keys: 'shared' },
  { id: 'facebook', keys: 'own' },
  { id: 'twitch', keys: 'own' },
])('a new $id starts with $keys keys', ({ id, keys }) => {
  expect(providerValues(id, undefined).keys).toBe(keys);
});

test('a stored secret isn’t among the values', () => {
  expect(providerValues('github', stored)).toEqual({ keys: 'own', clientId: 'id', secret: '', configId: 'c', tenantId: '' });
});

describe('what is accepted', () => {
  const missing = (input: unknown, hasSecret: boolean) =>
    providerSchema(hasSecret)
      .safeParse(input)
      .error?.issues.map(({ path }) => path.join('.')) ?? [];

  test.each([
    { what: 'nothing', input: { ...values, clientId: '', secret: '' }, without: ['clientId', 'secret'], with: ['clientId'] },
    { what: 'no secret', input: { ...values, secret: '' }, without: ['secret'], with: [] },
    { what: 'no client ID', input: { ...values, clientId: '' }, without: ['clientId'], with: ['clientId'] },
    { what: 'all', input: values, without: [], with: [] },
    { what: 'shared keys', input: { ...values, keys: 'shared', clientId: '', secret: '' }, without: [], with: [] },
  ])('with $what entered', ({ input, without, with: withSecret }) => {
    expect([missing(input, false), missing(input, true)]).toEqual([without, withSecret]);
  });
});

test('a provider is turned on, and keeps its secret unless another is entered', () => {
  expect(toProviderSetup(values, stored)).toEqual({
    isOn: true,
    keys: 'own',
    clientId: 'id',
    secret: { kind: 'new', text: 'new' },
    configId: '',
    tenantId: 't',
  });
  expect(toProviderSetup({ ...values, secret: ' ' }, stored).secret).toEqual(stored.secret);
  expect(toProviderSetup({ ...values, keys: 'shared' }, stored)).toMatchObject({ keys: 'shared', clientId: '', secret: { kind: 'none' } });
});
