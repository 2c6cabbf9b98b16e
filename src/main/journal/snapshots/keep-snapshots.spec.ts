import { expect, test } from 'vitest';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import type { SnapshotChoice } from '#contract/journal/snapshot-choice.ts';
import { catalog } from '#contract/service/index.ts';
import type { RecordsRequest } from '#contract/workers/records.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import type { Sender, Target } from '../../remote/send';
import { createKeepSnapshots, type KeepSnapshotsDeps } from './keep-snapshots';

const target: Target = { baseUrl: 'https://x.test', projectId: 'p', destination: 'https://x.test p', keys: { server: async () => 'k' } };
const watch = { watch: { signal: new AbortController().signal, pause: () => undefined, done: () => undefined } };
const lists = { items: [], is_paginated: false };

interface Options {
  readonly forbidden?: () => boolean;
  readonly setting?: { readonly isOn: boolean; readonly isLocked: boolean };
  /** What a read rejects with. */
  readonly failing?: (path: string) => unknown;
  readonly user?: object;
  readonly isFull?: boolean;
}

function setUp({
  forbidden = () => false,
  setting = { isOn: true, isLocked: false },
  failing = () => undefined,
  user,
  isFull,
}: Options = {}) {
  const stored: RecordsRequest[] = [];
  const failures: string[] = [];
  const send = async (endpoint: { path: string }) => {
    const thrown = failing(endpoint.path);
    if (thrown !== undefined) throw thrown;
    return endpoint === catalog.users.read ? { ...sampleServerUser, ...user } : lists;
  };
  const keep = createKeepSnapshots({
    sender: { send: send as unknown as Sender['send'] },
    request: (async (request: RecordsRequest) => {
      if (isFull) throw new Error('disk-full');
      stored.push(request);
      return null;
    }) as KeepSnapshotsDeps['request'],
    newId: () => 's',
    now: () => 5,
    isForbidden: forbidden,
    setting: () => setting,
    onFailure: (code) => failures.push(code),
  });
  const call = (snapshot?: SnapshotChoice): ServiceCall => ({
    name: 'users.delete',
    endpoint: catalog.users.delete,
    actor: 'project',
    connectionId: 'c',
    snapshot,
    input: { params: { user_id: sampleServerUser.id } },
  });
  return { stored, failures, keep: (snapshot?: SnapshotChoice) => keep(call(snapshot), target, watch) };
}

test.each<[string, Options, SnapshotChoice | undefined, boolean]>([
  ['the setting', {}, undefined, true],
  ['the setting that is off', { setting: { isOn: false, isLocked: false } }, undefined, false],
  ['the user', { setting: { isOn: false, isLocked: false } }, 'keep', true],
  ['the user, against the setting', {}, 'none', false],
  ['a policy that locks it on', { setting: { isOn: true, isLocked: true } }, 'none', true],
  ['a policy that locks it off', { setting: { isOn: false, isLocked: true } }, 'keep', false],
  ['a policy that forbids it', { forbidden: () => true, setting: { isOn: true, isLocked: true } }, 'keep', false],
])('%s decides', async (_, options, choice, isKept) => {
  const { keep, stored } = setUp(options);
  expect((await keep(choice)) !== null).toBe(isKept);
  expect(stored.map(({ op }) => op)).toEqual(isKept ? ['put-snapshot'] : []);
});

test('a policy that comes while the user is read decides, too', async () => {
  let isForbidden = false;
  const failing = (path: string) => {
    isForbidden ||= path === '/teams';
  };
  const { keep, stored } = setUp({ forbidden: () => isForbidden, failing });
  expect(await keep('keep')).toBeNull();
  expect([isForbidden, stored]).toEqual([true, []]);
});

const refused = fail('service-error', { status: 403 });

test('a part that can’t be read is noted; without the user, a snapshot that was asked for stops the deletion', async () => {
  const part = setUp({ failing: (path) => (path === '/contact-channels' ? refused : undefined) });
  await part.keep('keep');
  expect(part.stored).toMatchObject([{ data: { unread: ['channels'], channels: [] } }]);
  const lacking = setUp({ failing: (path) => (path === '/oauth-providers' ? fail('not-offered-by-service') : undefined) });
  await lacking.keep('keep');
  expect(lacking.stored).toMatchObject([{ data: { unread: [] } }]);

  const whole = setUp({ failing: (path) => (path === '/users/{user_id}' ? refused : undefined) });
  expect(await reportOf(whole.keep('keep'))).toEqual({ code: 'snapshot-not-kept', status: 403 });
  expect(await whole.keep()).toBeNull();
  expect(whole.failures).toEqual(['service-error', 'service-error']);
  expect(await reportOf(setUp({ isFull: true }).keep('keep'))).toEqual({ code: 'snapshot-not-kept' });
  expect(await setUp({ isFull: true }).keep()).toBeNull();
});

test('a user who doesn’t exist leaves the error to the deletion; what is canceled isn’t deleted', async () => {
  const gone = fail('known-error', { known: 'USER_NOT_FOUND', status: 404 });
  expect(await setUp({ failing: () => gone }).keep('keep')).toBeNull();
  expect(await reportOf(setUp({ failing: () => fail('cancelled') }).keep())).toEqual({ code: 'cancelled' });
  const late = setUp({ failing: (path) => (path === '/teams' ? fail('cancelled') : undefined) });
  expect(await reportOf(late.keep())).toEqual({ code: 'cancelled' });
  expect(late.stored).toEqual([]);
});

test.each([
  ['a response', { ok: true }, 'done'],
  ['no request', { ok: false, error: fail('read-only-connection'), requests: 0 }, 'failed'],
  ['a refusal', { ok: false, error: fail('known-error', { known: 'INSUFFICIENT_ACCESS_TYPE', status: 401 }), requests: 1 }, 'failed'],
  ['a refusal after a lost response', { ok: false, error: refused, requests: 2 }, 'unknown'],
  ['a lost response', { ok: false, error: fail('connection-lost'), requests: 1 }, 'unknown'],
  ['a bug', { ok: false, error: new TypeError('a bug'), requests: 1 }, 'unknown'],
  ['another’s deletion', { ok: false, error: fail('known-error', { known: 'USER_NOT_FOUND', status: 404 }), requests: 1 }, 'unknown'],
] as const)('after %s, the snapshot is finished as %s', async (_, outcome, result) => {
  const { keep, stored } = setUp();
  const kept = await keep();
  await kept?.finish(outcome);
  expect(stored.at(-1)).toEqual({ op: 'finish-snapshot', id: 's', result });
});

test('values that may be secrets are left out of the metadata, and nothing else is', async () => {
  const metadata = {
    plan: 'a***b',
    api_key: 'hush',
    deep: [{ password: 'hush' }, 'kept', { client_secret: { a: 'hush' } }],
    note: 'sk_live_0123456789abcdefghijklmnop',
  };
  const { keep, stored } = setUp({ user: { server_metadata: metadata, display_name: 'A*** password: x' } });
  await keep();
  const text = JSON.stringify(stored);
  expect(text).not.toMatch(/hush/);
  expect(stored).toMatchObject([
    { data: { leftOut: true, user: { server_metadata: { plan: 'a***b' }, display_name: 'A*** password: x' } } },
  ]);
  const clean = setUp({ user: { server_metadata: { plan: 'a***b', none: null, list: [1, true] } } });
  await clean.keep();
  expect(clean.stored).toMatchObject([
    { data: { leftOut: false, user: { server_metadata: { plan: 'a***b', none: null, list: [1, true] } } } },
  ]);
});
