/** The calls of windows to a service, with a sender that responds as a spec says. */
import { vi } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import type { Variant } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { createSafety } from '#main/gateway/safety.ts';
import { createSecretReferences } from '#main/gateway/secret-references.ts';
import { createServiceCalls } from '#main/gateway/service-calls.ts';
import { createSlowCalls } from '#main/gateway/slow-calls.ts';
import type { ConnectionTarget } from '#main/records/connection-target.ts';
import type { ConnectionRecord } from '#main/records/connections-file.ts';
import type { Detection } from '#main/remote/releases/releases.ts';
import type { EndpointInput } from '#main/remote/request.ts';
import type { Sender, Target, TokenSource } from '#main/remote/send.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createFakeClock } from '../fake-clock';
import { sampleConnection } from '../samples/sample-connection';
import { completed, incomplete } from './connection-targets';
import { presenceScene } from './presence-scene';

const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: {} };
export const source: TokenSource = { tokens: async () => ({ access: 'jwt', refresh: null }), refuse: () => undefined };
export const user = { id: 'u', display_name: 'Ada', primary_email: null, is_anonymous: false };

/** Creates them; every request gets the value. */
export function setUp(value: unknown = user) {
  const clock = createFakeClock();
  const sendEndpoint = vi.fn<Sender['sendEndpoint']>(async () => value);
  const accounts = {
    isImpersonated: vi.fn(() => false),
    source: vi.fn((accountId: string, _connectionId: string) => {
      if (accountId !== 'a') throw fail('unknown-account');
      return source;
    }),
    describe: vi.fn(async () => undefined),
    complete: (_connectionId: string, plain: ConnectionTarget): Target => ({ ...completed(plain), onServerTime: () => undefined }),
    target: async (): Promise<Target> => Promise.reject(fail('unknown-connection')),
  };
  let features: KnownFeatures = {};
  const know = (found: KnownFeatures) => {
    features = found;
  };
  const stored: { record: ConnectionRecord | undefined } = { record: sampleConnection };
  const connections = {
    find: (id: string) => {
      if (id !== 'c' || stored.record === undefined) throw fail('unknown-connection');
      return stored.record;
    },
    targetOf: async ({ baseUrl }: ConnectionRecord) => {
      const known = features;
      return incomplete({ ...target, baseUrl: baseUrl ?? '', features: async () => known });
    },
  };
  const sender: Sender = {
    sendEndpoint,
    send: (endpoint, actor, to, input, ...[options]) =>
      sendEndpoint(endpoint, endpoint.actors[actor] as Variant, to, input as EndpointInput, options) as never,
  };
  const slowCalls = createSlowCalls(
    createTopic<SlowCall[]>('diagnostics.slowCalls', [], () => undefined),
    clock,
    () => 'slow',
  );
  const { assertStillAllowed } = createSafety({ ...presenceScene(), isReadOnly: () => false });
  const safety = { check: vi.fn(), assertStillAllowed };
  const nothing: Detection = { release: null, features: {}, at: 0 };
  const releases = { redetect: vi.fn(async () => nothing) };
  const secretReferences = createSecretReferences(clock, () => 'ref');
  const onWrite = vi.fn();
  const callService = createServiceCalls({
    sender,
    connections,
    safety,
    releases,
    sessions: accounts,
    secretReferences,
    slowCalls,
    onWrite,
  });
  return { call: (asked: ServiceCall) => callService(asked, { windowId: 'w' }), sendEndpoint, accounts, safety, releases, know, stored };
}

export const asAccount: ServiceCall = {
  name: 'users.me',
  endpoint: catalog.users.me,
  actor: 'account',
  connectionId: 'c',
  accountId: 'a',
  input: {},
};
export const asProject: ServiceCall = {
  name: 'users.read',
  endpoint: catalog.users.read,
  actor: 'project',
  connectionId: 'c',
  input: { params: { user_id: 'u' } },
};
