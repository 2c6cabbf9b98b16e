import { expect, test, vi } from 'vitest';
import { type AppError, fail } from '#contract/errors.ts';
import { addAccountOnce } from './connected-accounts';

const account = { provider_config_id: 'github', account_id: '42' };
const added = { type: 'github', account_id: '42' };
const listed = (...items: readonly (typeof added & { readonly provider_config_id?: string })[]) => vi.fn(() => Promise.resolve(items));

test('an account is added with one request', async () => {
  const list = listed();
  await addAccountOnce(account, { send: () => Promise.resolve(), list });
  expect(list).not.toHaveBeenCalled();
});

test.each<[string, AppError]>([
  ['a lost response', fail('connection-lost')],
  ['an error of the service', fail('service-error', { status: 502 })],
])('an account that was added despite %s counts', async (_what, failure) => {
  await addAccountOnce(account, { send: () => Promise.reject(failure), list: listed({ type: 'google', account_id: '1' }, added) });
});

test('an account of one of several providers of a type counts by the ID of the provider', async () => {
  const own = { provider_config_id: 'google-2', account_id: '42' };
  const lost = fail('connection-lost');
  const add = (provider_config_id: string) =>
    addAccountOnce(own, { send: () => Promise.reject(lost), list: listed({ type: 'google', account_id: '42', provider_config_id }) });
  await add('google-2');
  await expect(add('google')).rejects.toBe(lost);
});

test.each<[string, ReturnType<typeof listed>]>([
  ['is missing', listed()],
  ['is at another provider', listed({ type: 'google', account_id: '42' })],
  ['has another ID', listed({ type: 'github', account_id: '4' })],
  ['can’t be looked for', vi.fn(() => Promise.reject(fail('unreachable')))],
])('a lost response fails where the account %s', async (_what, list) => {
  const lost = fail('connection-lost');
  await expect(addAccountOnce(account, { send: () => Promise.reject(lost), list })).rejects.toBe(lost);
});

test('a refused account isn’t looked for', async () => {
  const list = listed(added);
  const refused = fail('known-error', { known: 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN' });
  await expect(addAccountOnce(account, { send: () => Promise.reject(refused), list })).rejects.toBe(refused);
  expect(list).not.toHaveBeenCalled();
});
