import { describe, expect, it } from 'vitest';
import { type AppError, fail } from '#contract/errors.ts';
import type { OldEmailFate } from '#lib/rules/removal.ts';
import { type EmailResult, type ReportEmail, retireEmail, sendInTurn, sendTogether } from './emails';

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

const users = ['a', 'b', 'c'];

function recorder() {
  const results = new Map<string, EmailResult>();
  const report: ReportEmail = (id, result) => void (result === null ? results.delete(id) : results.set(id, result));
  return { report, states: () => users.map((id) => results.get(id)?.state ?? null) };
}

describe('one after another', () => {
  it.each<[string, AppError, readonly (string | null)[]]>([
    ['a user who is gone', fail('service-error', { status: 404, text: 'User not found' }), ['done', 'failed', 'done']],
    [
      'the shared email server',
      fail('service-error', { status: 400, text: 'Cannot send custom emails when using shared email config' }),
      ['done', 'failed', 'skipped'],
    ],
    ['a lost response', fail('connection-lost'), ['done', 'unknown', 'skipped']],
    ['a delivery that fails', fail('service-error', { status: 500 }), ['done', 'unknown', 'skipped']],
  ])('%s', async (_what, failure, states) => {
    const recorded = recorder();
    await sendInTurn(users, (id) => (id === 'b' ? Promise.reject(failure) : Promise.resolve()), recorded.report);
    expect(recorded.states()).toEqual(states);
  });
});

describe('together', () => {
  it.each([
    [{ results: users.map((user_id) => ({ user_id })) }, ['done', 'done', 'done']],
    [{ results: [{ user_id: 'c' }, { user_id: 'a', success: true }, { user_id: 'x' }] }, ['done', 'unlisted', 'done']],
    [{ results: [{ user_id: 'a', success: false }] }, ['unlisted', 'unlisted', 'unlisted']],
    [{ results: [] }, ['unlisted', 'unlisted', 'unlisted']],
  ])('%j', async (response, states) => {
    const recorded = recorder();
    await sendTogether(users, async () => response, recorded.report);
    expect(recorded.states()).toEqual(states);
  });

  it('may have sent to all after a lost response', async () => {
    const recorded = recorder();
    await sendTogether(users, () => Promise.reject(fail('timed-out')), recorded.report);
    expect(recorded.states()).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it.each<[string, AppError, readonly (string | null)[]]>([
    ['a user who is gone', fail('known-error', { known: 'USER_ID_DOES_NOT_EXIST', details: { user_id: 'b' } }), [null, 'failed', null]],
    [
      'a user who wasn’t asked for',
      fail('known-error', { known: 'USER_ID_DOES_NOT_EXIST', details: { user_id: 'x' } }),
      [null, null, null],
    ],
    ['details of another kind', fail('known-error', { known: 'USER_ID_DOES_NOT_EXIST', details: 'b' }), [null, null, null]],
    ['the shared email server', fail('known-error', { known: 'REQUIRES_CUSTOM_EMAIL_SERVER' }), [null, null, null]],
    ['a declined confirmation', fail('cancelled'), [null, null, null]],
  ])('nothing is sent because of %s', async (_what, failure, states) => {
    const recorded = recorder();
    await expect(sendTogether(users, () => Promise.reject(failure), recorded.report)).rejects.toBe(failure);
    expect(recorded.states()).toEqual(states);
  });
});
