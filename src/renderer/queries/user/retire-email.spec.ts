import { expect, it } from 'vitest';
import type { OldEmailFate } from '../../lib/rules/removal/old-email';
import { retireEmail } from './retire-email';

const email = (id: string, value: string, flags: { is_primary?: boolean; used_for_auth?: boolean } = {}) => ({
  id,
  user_id: 'u',
  type: 'email' as const,
  value,
  is_primary: false,
  is_verified: true,
  used_for_auth: true,
  ...flags,
});

const kept = [email('1', 'old@x.example'), email('2', 'new@x.example', { is_primary: true })];

it.each<[string, readonly ReturnType<typeof email>[], OldEmailFate, readonly string[]]>([
  ['removes it', kept, 'remove', ['list', 'remove 1']],
  ['turns off its use for sign-in', kept, 'off', ['list', 'turn off 1']],
  ['leaves it alone', kept, 'keep', []],
  ['finds it in another case', [email('1', 'OLD@x.example')], 'remove', ['list', 'remove 1']],
  ['does nothing where the service has removed it', kept.slice(1), 'remove', ['list']],
  ['leaves one alone that is primary again', [email('1', 'old@x.example', { is_primary: true })], 'remove', ['list']],
  ['has nothing to turn off', [email('1', 'old@x.example', { used_for_auth: false })], 'off', ['list']],
])('%s', async (_name, items, fate, expected) => {
  const done: string[] = [];
  const calls = {
    list: async () => {
      done.push('list');
      return { items };
    },
    turnOff: async (id: string) => done.push(`turn off ${id}`),
    remove: async (id: string) => done.push(`remove ${id}`),
  };
  await retireEmail(calls, 'old@x.example', fate);
  expect(done).toEqual(expected);
});
