import type { Account } from '#contract/bridge/accounts.ts';
import type { Push } from '#contract/definitions.ts';
import type { TransportRequest } from '#main/ports/ports.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type Target, type TokenSource } from '#main/remote/send.ts';
import { createTopic } from '#main/runtime/topics.ts';
import type { NewAccount } from '#main/session/add-account.ts';
import { createSessions } from '#main/session/sessions.ts';
import { createTokenStore } from '#main/session/token-store.ts';
import { createFakeClock, someDay } from '../fake-clock';
import { sampleUser } from '../samples/sample-user';
import { incomplete } from './connection-targets';
import { inOneProcess } from './in-one-process';
import { type Answer, accessToken, createLockableStore, createScriptedTransport, response, seededRandom } from './test-ports';

export const live = accessToken(someDay + 600_000);
export const over = accessToken(someDay - 1);
export const fresh = accessToken(someDay + 600_000, 'fresh');
export const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: keysInHand({ client: 'pck' }) };

export function setUp(answer: Answer = () => response({ success: true }), own: Partial<Target> = {}) {
  const clock = createFakeClock();
  const transport = createScriptedTransport(answer);
  const secrets = createLockableStore();
  const pushed: Push[] = [];
  const topic = createTopic<Account[]>('accounts.list', [], (push) => pushed.push(push));
  const random = seededRandom();
  const sender = createSender({ transport, clock, random, clientVersion: 'x @y/z@1' });
  let number = 0;
  const reached: { target: (id: string) => Promise<Target> } = { target: async () => ({ ...target, ...own }) };
  const profile = inOneProcess();
  const sessions = createSessions({
    ...profile,
    store: createTokenStore(secrets, clock),
    sender,
    clock,
    newId: () => `a${++number}`,
    target: async (id) => incomplete(await reached.target(id)),
    topic,
  });
  const add = (userId: string, connectionId = 'c', access = live, own: Partial<NewAccount> = {}) =>
    sessions.add({ connectionId, userId, refreshToken: `refresh-${userId}`, accessToken: access, ...own });
  const list = () => topic.get().value.map(({ id, connectionId, userId, state, current }) => [id, connectionId, userId, state, current]);
  return { sessions, add, list, topic, pushed, secrets, transport, clock, reached, file: profile.file };
}

export const owner: TokenSource = { tokens: async () => ({ access: 'own', refresh: null }), refuse: () => undefined };
export const ada = { ...sampleUser, id: 'ada', display_name: 'Ada', primary_email: 'ada@x.io' };
export const accessOf = ({ headers }: TransportRequest) => headers['x-stack-access-token'];
