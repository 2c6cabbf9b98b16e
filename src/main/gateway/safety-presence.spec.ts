/** Destructive calls on a connection that checks presence. */
import { describe, expect, test } from 'vitest';
import { confirmationOf, passphrase, presenceScene } from '../../../tests/support/presence-scene';
import { sampleConnection } from '../../../tests/support/sample-connection';
import { asAccount, asProject } from '../../../tests/support/service-calls-scene';
import { reportOf } from '../../../tests/support/test-ports';
import type { SafetyLevel } from '../../contract/bridge/safety';
import type { ServiceCall } from '../../contract/dispatch';
import { catalogue } from '../../contract/service/index';
import { type CheckedConnection, createSafety } from './safety';

const deletion: ServiceCall = { ...asProject, name: 'users.delete', row: catalogue.users.delete };
const update: ServiceCall = { ...asProject, name: 'users.update', row: catalogue.users.update };
const ownSession: ServiceCall = { ...asAccount, name: 'auth.revokeSession', row: catalogue.auth.revokeSession };
const signOut: ServiceCall = { ...asAccount, name: 'auth.signOut', row: catalogue.auth.signOut };
const revocation: ServiceCall = {
  ...asProject,
  name: 'apiKeys.updateKeySet',
  row: catalogue.apiKeys.updateKeySet,
  input: { body: { revoked: true } },
};

function setUp(level: SafetyLevel = 'normal', options: Parameters<typeof presenceScene>[0] = {}) {
  const scene = presenceScene(options);
  const safety = createSafety({ ...scene, isReadOnly: () => false });
  const connection: CheckedConnection = { ...sampleConnection, safety: level, requirePresence: true };
  const ask = async (call: ServiceCall, on = connection) => {
    const checked = Promise.resolve().then(() => safety.check(call, on, 'w'));
    return checked.then(
      () => 'passed',
      () => reportOf(checked),
    );
  };
  const confirm = (id: string, input: { typed?: string; passphrase?: string }) => scene.confirmations.confirm(id, input, 'w');
  return { ...scene, safety, connection, ask, confirm };
}

test.each([
  ['deleting', deletion, 'presence'],
  ['revoking by an update', revocation, 'presence'],
  ['revoking a session of one’s own', ownSession, 'presence'],
])('%s requires it', async (_what, call, kind) => {
  const { ask, confirm } = setUp();
  const { id, ...rest } = confirmationOf(await ask(call));
  expect(rest).toEqual({ kind, name: 'Engines', row: call.name, effect: 'destroy', presence: 'passphrase' });
  expect(await confirm(id, { passphrase })).toEqual({ outcome: 'right' });
  expect([await ask(call), await ask(call)]).toEqual(['passed', expect.objectContaining({ code: 'confirmation-required' })]);
});

test.each([
  ['reading', asProject],
  ['changing', update],
  ['signing out', signOut],
])('%s doesn’t', async (_what, call) => {
  expect(await setUp('normal', { hasPassphrase: false }).ask(call)).toBe('passed');
});

describe('with a safety level', () => {
  test.each([
    { level: 'confirm-writes', kind: 'confirm', typed: undefined },
    { level: 'type-to-destroy', kind: 'type', typed: 'Engines' },
  ] as const)('one confirmation requires both: $level', async ({ level, kind, typed }) => {
    const { ask, confirm } = setUp(level);
    const { id, ...rest } = confirmationOf(await ask(deletion));
    expect(rest).toMatchObject({ kind, presence: 'passphrase' });
    const input = typed === undefined ? {} : { typed };
    expect(await confirm(id, { ...input, passphrase: 'wrong' })).toMatchObject({ outcome: 'wrong' });
    if (kind === 'type') expect(await reportOf(confirm(id, { passphrase }))).toEqual({ code: 'confirmation-mismatch' });
    expect(await ask(deletion)).toMatchObject({ code: 'confirmation-required' });
    expect(await confirm(id, { ...input, passphrase })).toEqual({ outcome: 'right' });
    expect(await ask(deletion)).toBe('passed');
  });

  test('a passphrase isn’t compared before the name is right', async () => {
    const { ask, confirm, compared } = setUp('type-to-destroy');
    const { id } = confirmationOf(await ask(deletion));
    expect(await reportOf(confirm(id, { typed: 'Engine', passphrase: 'wrong' }))).toEqual({ code: 'confirmation-mismatch' });
    expect(compared).toEqual([]);
  });

  test('that refuses changes, nothing is asked', async () => {
    expect(await setUp('read-only').ask(deletion)).toEqual({ code: 'read-only-connection' });
  });
});

test('without a means, nothing is deleted', async () => {
  expect(await setUp('normal', { hasPassphrase: false }).ask(deletion)).toEqual({ code: 'presence-unavailable' });
});

test('a confirmation without presence isn’t valid once it is required', async () => {
  const { ask, confirm, connection } = setUp('confirm-writes');
  const before = { ...connection, requirePresence: false };
  const { id } = confirmationOf(await ask(deletion, before));
  expect(await confirm(id, {})).toEqual({ outcome: 'right' });
  expect(await ask(deletion)).toMatchObject({ code: 'confirmation-required', confirmation: { presence: 'passphrase' } });
});

test('a call that waits is refused if another window turns the check on', async () => {
  const { safety, connection } = setUp();
  const before = { ...connection, requirePresence: false };
  const still = (call: ServiceCall, passed: CheckedConnection, now: CheckedConnection) => async () =>
    safety.assertStillAllowed(call, passed, now);
  expect(await reportOf(still(deletion, before, connection)())).toEqual({ code: 'connection-changed' });
  await still(deletion, connection, connection)();
  await still(deletion, connection, before)();
  await still(update, before, connection)();
});
