import { describe, expect, test } from 'vitest';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { type AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { asAccount, asProject, setUp, user } from '#tests/support/main/service-calls-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';

describe('a call that the connection’s safety level refuses', () => {
  test('is not sent, and no tokens are read', async () => {
    const { call, sendEndpoint, accounts, safety } = setUp();
    safety.check.mockImplementation(() => {
      throw fail('read-only-connection');
    });
    expect(await reportOf(call(asAccount))).toEqual({ code: 'read-only-connection' });
    expect(safety.check.mock.calls).toEqual([[asAccount, sampleConnection, 'w']]);
    expect([sendEndpoint.mock.calls.length, accounts.source.mock.calls.length]).toEqual([0, 0]);
  });
});

describe('a connection that is changed while a call waits', () => {
  const readProject: ServiceCall = {
    name: 'projects.read',
    endpoint: catalog.projects.read,
    actor: 'project',
    connectionId: 'c',
    input: {},
  };
  const missing = fail('service-error', { status: 404, text: "404 — this page does not exist in Stack Auth's API." });

  test('does not get the call at its new URL when a missing path is retried', async () => {
    const { call, releases, sendEndpoint, stored, know } = setUp();
    sendEndpoint.mockRejectedValueOnce(missing);
    releases.redetect.mockImplementation(async () => {
      stored.record = { ...sampleConnection, baseUrl: 'http://y.test' };
      know({ 'internal-project-path': true });
      return { release: null, features: {}, at: 0 };
    });
    await call(readProject);
    expect(sendEndpoint.mock.calls.map(([, , to]) => to.baseUrl)).toEqual(['http://x.test', 'http://x.test']);
  });

  test('gets the call with the record that its safety level was checked on', async () => {
    const { call, safety, sendEndpoint, stored } = setUp();
    safety.check.mockImplementation(() => {
      stored.record = { ...sampleConnection, baseUrl: 'http://y.test' };
    });
    await call(readProject);
    expect(sendEndpoint.mock.calls.map(([, , to]) => to.baseUrl)).toEqual(['http://x.test']);
  });
});

describe('a safety level that changes while a call waits', () => {
  const update: ServiceCall = {
    name: 'users.update',
    endpoint: catalog.users.update,
    actor: 'project',
    connectionId: 'c',
    input: { params: { user_id: 'u' }, body: { display_name: 'Ada' } },
  };
  /** Makes a call and changes the record before the sender checks whether it is still allowed. */
  const callWith = async (asked: ServiceCall, then: SafetyLevel, now: SafetyLevel | null) => {
    const { call, sendEndpoint, stored } = setUp();
    stored.record = { ...sampleConnection, safety: then };
    sendEndpoint.mockImplementation(async (_endpoint, _variant, _target, _input, options) => {
      stored.record = now === null ? undefined : { ...sampleConnection, safety: now };
      options?.assertAllowed?.();
      return user;
    });
    return call(asked).then(
      () => 'sent',
      ({ code }: AppError) => code,
    );
  };

  test.each<[SafetyLevel, SafetyLevel | null, string]>([
    ['normal', 'normal', 'sent'],
    ['normal', 'type-to-destroy', 'sent'],
    ['normal', 'confirm-writes', 'connection-changed'],
    ['normal', 'read-only', 'read-only-connection'],
    ['confirm-writes', 'confirm-writes', 'sent'],
    ['confirm-writes', 'normal', 'sent'],
    ['confirm-writes', 'read-only', 'read-only-connection'],
    ['normal', null, 'unknown-connection'],
  ])('from %s to %s: an update is %s', async (then, now, outcome) => {
    expect(await callWith(update, then, now)).toBe(outcome);
  });

  test.each<SafetyLevel | null>(['read-only', null])('to %s: what only reads is sent', async (now) => {
    expect(await callWith(asProject, 'normal', now)).toBe('sent');
  });
});
