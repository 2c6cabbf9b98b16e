/** Destructive calls on a connection that checks presence. */
import { describe, expect, test } from 'vitest';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import type { Endpoint } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { catalog } from '#contract/service/index.ts';
import { confirmationOf, passphrase, presenceScene } from '#tests/support/main/presence-scene.ts';
import { asAccount, asProject } from '#tests/support/main/service-calls-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import { type CheckedConnection, createSafety } from './safety';

const deletion: ServiceCall = { ...asProject, name: 'users.delete', endpoint: catalog.users.delete };
const update: ServiceCall = { ...asProject, name: 'users.update', endpoint: catalog.users.update };
const ownSession: ServiceCall = { ...asAccount, name: 'auth.revokeSession', endpoint: catalog.auth.revokeSession };
const signOut: ServiceCall = { ...asAccount, name: 'auth.signOut', endpoint: catalog.auth.signOut };
const revocation: ServiceCall = {
  ...asProject,
  name: 'apiKeys.updateKeySet',
  endpoint: catalog.apiKeys.updateKeySet,
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
  expect(rest).toEqual({ kind, name: 'Engines', endpoint: call.name, effect: 'destroy', presence: 'passphrase' });
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

const own = (name: string, endpoint: Endpoint, body?: unknown): ServiceCall => ({
  ...asAccount,
  name,
  endpoint,
  input: body === undefined ? {} : { body },
});
const { auth, contactChannels, oauth, passkeys, users } = catalog;

test.each([
  own('auth.setPassword', auth.setPassword, { password: 'x' }),
  own('auth.updatePassword', auth.updatePassword, { old_password: 'x', new_password: 'y' }),
  own('contactChannels.create', contactChannels.create, { type: 'email', value: 'a@x.test', used_for_auth: true }),
  own('contactChannels.update', contactChannels.update, { used_for_auth: false }),
  own('oauth.authorize', oauth.authorize),
  own('oauth.updateProvider', oauth.updateProvider, { allow_sign_in: false }),
  own('passkeys.register', passkeys.register),
  own('users.updateMe', users.updateMe, { otp_auth_enabled: false }),
  own('users.updateMe', users.updateMe, { passkey_auth_enabled: false }),
  own('users.updateMe', users.updateMe, { totp_secret_base64: null }),
  own('users.updateMe', users.updateMe, { totp_secret_base64: 'AAAA', display_name: 'Ada' }),
])('changing how the user signs in requires it: $name $input.body', async (call) => {
  const { ask, confirm } = setUp();
  const { id, ...rest } = confirmationOf(await ask(call));
  expect(rest).toEqual({ kind: 'presence', name: 'Engines', endpoint: call.name, effect: 'sign-in', presence: 'passphrase' });
  expect(await confirm(id, { passphrase })).toEqual({ outcome: 'right' });
  expect([await ask(call), await ask(call)]).toEqual(['passed', expect.objectContaining({ code: 'confirmation-required' })]);
  expect(await setUp().ask(call, { ...sampleConnection, requirePresence: false })).toBe('passed');
});

test.each([own('contactChannels.delete', contactChannels.delete), own('oauth.removeProvider', oauth.removeProvider)])(
  'removing a sign-in method requires it as a deletion: $name',
  async (call) => expect(confirmationOf(await setUp().ask(call))).toMatchObject({ kind: 'presence', effect: 'destroy' }),
);

test.each([
  own('users.updateMe', users.updateMe, { display_name: 'Ada' }),
  own('users.updateMe', users.updateMe, { selected_team_id: null, client_metadata: {} }),
  own('contactChannels.sendVerification', contactChannels.sendVerification, { callback_url: 'https://x.test' }),
  own('oauth.providers', oauth.providers),
  { ...own('contactChannels.create', contactChannels.create, {}), actor: 'project' as const },
])('other changes don’t: $name $input.body', async (call) => expect(await setUp().ask(call)).toBe('passed'));

test('every endpoint with which a user can change a sign-in method is known to', () => {
  const named = Object.entries(catalog).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) =>
      (endpoint as Endpoint).changesSignIn === undefined ? [] : [`${group}.${name}`],
    ),
  );
  expect(named.sort()).toEqual([
    'auth.setPassword',
    'auth.updatePassword',
    'contactChannels.create',
    'contactChannels.delete',
    'contactChannels.update',
    'oauth.authorize',
    'oauth.removeProvider',
    'oauth.updateProvider',
    'passkeys.register',
    'users.updateMe',
  ]);
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
