/** The sign-in methods on a service, a clock and a keychain that the test controls. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import type { Write } from '#contract/bridge/data.ts';
import { fail } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import { createSendWrite } from '#main/gateway/send-write.ts';
import type { TransportRequest, TransportResponse } from '#main/ports/ports.ts';
import type { PinnedConnection } from '#main/records/pinned-connection.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type Target } from '#main/remote/send.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createSessions } from '#main/session/sessions.ts';
import { createTokenStore } from '#main/session/token-store.ts';
import { createFlows } from '#main/sign-in/flows.ts';
import { createFakeClock, type FakeClock, someDay } from '../fake-clock';
import { sampleUser } from '../samples/sample-user';
import { incomplete } from './connection-targets';
import { inOneProcess } from './in-one-process';
import { type Answer, accessToken, createLockableStore, createScriptedTransport, response, seededRandom } from './test-ports';

/** A service's response to every sign-in method. */
export const signedInAnswer = {
  access_token: accessToken(someDay + 600_000),
  refresh_token: 'refresh-1',
  user_id: sampleUser.id,
  is_new_user: false,
};

const usualServer = 'http://x.test';

export interface SceneOptions {
  readonly clock?: FakeClock;
  readonly features?: readonly Feature[];
  readonly isReadOnly?: boolean;
  /** Replaces parts of the target. */
  readonly target?: Partial<Target>;
}

export function signInScene(
  answer: Answer,
  { clock = createFakeClock({ hasteUpTo: 60_000 }), features = [], isReadOnly, target: place = {} }: SceneOptions = {},
) {
  const transport = createScriptedTransport(answer);
  const accounts = createTopic<Account[]>('accounts.list', [], () => undefined);
  /** Where connection `c` points; a test changes it like an edit. */
  const server = { url: usualServer };
  const destinationOf = (id: string) => (id === 'c' ? server.url : null);
  const target = async (id: string): Promise<Target> => {
    if (id !== 'c') throw fail('unknown-connection');
    const keys = keysInHand({ client: 'pck', server: 'ssk' });
    return { baseUrl: server.url, projectId: 'p', destination: server.url, keys, ...place };
  };
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
  const secrets = createLockableStore();
  const store = createTokenStore(secrets, clock);
  let accountNumber = 0;
  let flowNumber = 0;
  const newId = () => `a${++accountNumber}`;
  const sessions = createSessions({
    ...inOneProcess(),
    store,
    sender,
    clock,
    newId,
    target: async (id) => incomplete(await target(id)),
    topic: accounts,
  });
  const writes: Write[] = [];
  const assertWritable = () => {
    if (isReadOnly) throw fail('read-only-connection');
  };
  const signInDeps = {
    sender,
    sessions,
    clock,
    accounts,
    flows: createFlows(clock, () => `flow${++flowNumber}`, destinationOf),
    callbackAddress: async ({ connectionId }: PinnedConnection, purpose: CallbackPurpose) =>
      `http://localhost:47810/handler/${purpose}?connection=${connectionId}`,
    destinationOf,
    sendWrite: createSendWrite((write) => writes.push(write)),
    assertWritable,
    checkChange: () => {
      assertWritable();
      return assertWritable;
    },
    hasFeature: async (_connectionId: string, feature: Feature) => features.includes(feature),
  };
  const add = (userId = sampleUser.id, access = signedInAnswer.access_token) =>
    sessions.add({ connectionId: 'c', userId, refreshToken: `refresh-${userId}`, accessToken: access });
  return {
    signInDeps,
    server,
    transport,
    secrets,
    clock,
    writes,
    add,
    accounts: () => accounts.get().value,
    asked: () => transport.requests.map(asked),
  };
}

/** Returns a request in short form: `POST /auth/otp/sign-in {…}`. */
function asked({ method, url, body }: TransportRequest): string {
  return `${method} ${url.slice(`${usualServer}/api/v1`.length)}${body === undefined ? '' : ` ${body}`}`;
}

/** Returns a service that responds by the end of the path, and by default with the account's own user. */
export function serviceOf(answers: Readonly<Record<string, (request: TransportRequest, number: number) => TransportResponse>>): Answer {
  return (request, number) => {
    const pathname = new URL(request.url).pathname.slice('/api/v1'.length);
    const path = Object.keys(answers).find((end) => `${request.method} ${pathname}`.endsWith(end) || pathname.endsWith(end));
    const answer = path === undefined ? undefined : answers[path];
    if (answer !== undefined) return answer(request, number);
    return pathname.endsWith('/users/me') ? response(sampleUser) : response('404 this page does not exist', { status: 404 });
  };
}
