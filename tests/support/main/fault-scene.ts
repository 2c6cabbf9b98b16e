/** A signed-in account on a service that misbehaves: sender, sessions, and a clock that runs only while no request is in flight. */

import type { Account } from '#contract/bridge/accounts.ts';
import type { Diagnosis } from '#contract/bridge/diagnostics.ts';
import { catalog } from '#contract/service/index.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Transport, TransportLimits, TransportRequest } from '#main/ports/ports.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type SendOptions } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createSessions } from '#main/session/sessions.ts';
import { createTokenStore } from '#main/session/token-store.ts';
import { createFakeClock, type FakeClock, settle, someDay } from '../fake-clock';
import { sampleUser } from '../samples/sample-user';
import { json } from '../service/fault-answers';
import type { Fault } from '../service/fault-server';
import { incomplete } from './connection-targets';
import { inOneProcess } from './in-one-process';
import { accessToken, seededRandom } from './test-ports';

export const live = accessToken(someDay + 600_000);
export const over = accessToken(someDay - 1_000);
export const fresh = accessToken(someDay + 900_000, 'fresh');

export const keys = { client: 'pck_of_the_project', server: 'ssk_of_the_project', admin: 'sak_of_the_project' };
const refreshToken = 'refresh-token-of-ada';
export const typed = 'correct horse battery';

/** Secrets that must not leave the program except to its service. */
export const secrets: readonly string[] = [live, over, fresh, refreshToken, typed, ...Object.values(keys)];

export const user = sampleUser;

/** Responds like a working service. */
export const good: Fault = (socket, request) => {
  const isRefresh = request.target === '/api/v1/auth/oauth/token';
  json(
    isRefresh ? { access_token: fresh, token_type: 'Bearer', expires_in: 3_599 } : request.method === 'DELETE' ? { success: true } : user,
  )(socket, request);
};

export type Kind = 'read' | 'write' | 'refresh' | 'sign-out';

export interface Scene {
  readonly clock: FakeClock;
  readonly accounts: () => readonly Account[];
  readonly secretsLeft: () => Promise<(string | null)[]>;
  /** The service's URL from now on. */
  baseUrl: string;
  /** Limits of the transport from now on that differ from the default. */
  limits: Partial<TransportLimits>;
  readonly requests: readonly TransportRequest[];
  /** Makes a call of that kind and moves time forward while it waits. */
  call(kind: Kind, options?: SendOptions): Promise<unknown>;
  /** Returns the total time between tries so far, in milliseconds. */
  waited(): number;
}

export interface SceneOptions {
  readonly limits?: Partial<TransportLimits>;
  readonly access?: string;
  readonly diagnose?: (baseUrl: string) => Promise<Diagnosis>;
}

const connectionId = 'c';

export async function setScene(baseUrl: string, options: SceneOptions = {}): Promise<Scene & { close(): Promise<void> }> {
  const clock = createFakeClock();
  const { transport, requests, active } = watched(createUndiciTransport({ timeout: 2_000 }), () => scene.limits);
  const store = createMemoryStore();
  const topic = createTopic<Account[]>('accounts.list', [], () => undefined);
  const { diagnose } = options;
  const random = seededRandom();
  const sender = createSender({
    ...{ transport, clock, random, clientVersion: 'electron @latchkey/desktop@1.2.3' },
    ...(diagnose ? { diagnose } : {}),
  });
  const target = async () => incomplete({ baseUrl: scene.baseUrl, projectId: 'p', keys: keysInHand(keys) });
  const sessions = createSessions({
    ...inOneProcess(),
    store: createTokenStore(store, clock),
    sender,
    clock,
    newId: () => 'a',
    target,
    topic,
  });
  await sessions.add({ connectionId, userId: user.id, refreshToken, accessToken: options.access ?? live });

  const perform = async (kind: Kind, own: Omit<SendOptions, 'origin'>): Promise<unknown> => {
    if (kind === 'sign-out') return sessions.signOut('a');
    const to = sessions.complete(connectionId, await target());
    const session = sessions.source('a', connectionId);
    if (kind !== 'write') return sender.send(catalog.users.me, 'account', to, {}, { session, ...own });
    return sender.send(
      catalog.users.updateMe,
      'account',
      to,
      { body: { totp_secret_base64: typed } },
      { session, origin: { source: 'app' }, ...own },
    );
  };
  const scene: Scene & { close(): Promise<void> } = {
    clock,
    baseUrl,
    limits: options.limits ?? {},
    requests,
    accounts: () => topic.get().value,
    secretsLeft: () => Promise.all(['refresh', 'access'].map((name) => store.get(`account/a/${name}`))),
    call: (kind, own = {}) => passing(clock, active, perform(kind, own)),
    waited: () => clock.monotonic(),
    close: () => transport.close(),
  };
  return scene;
}

/** Records every request, and sends it within the scene's limits. */
function watched(inner: Transport, limits: () => Partial<TransportLimits>) {
  const requests: TransportRequest[] = [];
  let running = 0;
  const transport: Transport = {
    close: () => inner.close(),
    async send(request) {
      requests.push(request);
      running += 1;
      return inner.send({ ...request, limits: { ...request.limits, ...limits() } }).finally(() => (running -= 1));
    },
  };
  return { transport, requests, active: () => running };
}

/** Moves the clock while the promise waits for it, but not while a request is in flight. */
async function passing<T>(clock: FakeClock, active: () => number, promise: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  promise.then(end, end);
  await settle();
  while (!isOver) {
    if (active() > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    else if (clock.waiting > 0) await clock.advance(100);
    else await settle();
  }
  return promise;
}
