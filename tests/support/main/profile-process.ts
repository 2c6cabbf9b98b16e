/** Processes of one profile, each with its own sessions over the same files and keychain. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Push } from '#contract/definitions.ts';
import type { Clock, SecretStore } from '#main/ports/ports.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender } from '#main/remote/send.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { type AccountsData, accountsFile, accountsFileName } from '#main/session/accounts-file.ts';
import { createSessions, type SessionsDeps } from '#main/session/sessions.ts';
import { createRefreshLock, createTokenRevisions, createTokenStore } from '#main/session/token-store.ts';
import type { JsonFile } from '#main/storage/json-file.ts';
import { watchFile } from '#main/storage/watch-file.ts';
import { eventually } from '../eventually';
import { incomplete } from './connection-targets';
import { undetected, unseenClocks } from './in-one-process';
import { type Answer, accessToken, createLockableStore, createScriptedTransport, response, seededRandom } from './test-ports';
export const live = accessToken(Date.now() + 86_400_000, 'live');
export const over = accessToken(Date.now() - 60_000, 'over');
export const fresh = accessToken(Date.now() + 86_400_000, 'fresh');
export const target = { baseUrl: 'http://x.test', projectId: 'p', keys: keysInHand({ client: 'pck' }) };

export interface Options {
  readonly answer?: Answer;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** Wraps the file to which the sessions write. */
  readonly file?: (file: JsonFile<AccountsData>) => JsonFile<AccountsData>;
}

/** Starts a process of a profile: its own sessions over the profile's folder, and a keychain that all of them share. */
export async function start(profile: string, secrets: SecretStore, options: Options = {}) {
  const { clock = systemClock, answer = () => response({ success: true }), file = (whole) => whole } = options;
  const transport = createScriptedTransport(answer);
  const pushed: Push[] = [];
  const topic = createTopic<Account[]>('accounts.list', [], (push) => pushed.push(push));
  const random = seededRandom(Math.ceil(Math.random() * 2 ** 31));
  const parts: SessionsDeps = {
    file: file(accountsFile(profile, clock, () => undefined)),
    onFileChange: (listener) => watchFile(join(profile, accountsFileName), listener),
    store: createTokenStore(secrets, clock),
    revisions: createTokenRevisions(profile, clock),
    lock: createRefreshLock(profile, clock),
    sender: createSender({ transport, clock, random, clientVersion: 'x @y/z@1' }),
    clock,
    newId: options.newId ?? (() => Buffer.from(random(8)).toString('hex')),
    target: async () => incomplete(target),
    releases: undetected,
    clocks: unseenClocks(),
    topic,
  };
  const sessions = createSessions(parts);
  await sessions.load();
  onTestFinished(() => sessions.close());
  const add = (userId: string, access = live, connectionId = 'c', refreshToken = `refresh-${userId}`) =>
    sessions.add({ connectionId, userId, refreshToken, accessToken: access });
  const list = () => topic.get().value.map(({ userId, state, current }) => [userId, state, current]);
  return { sessions, add, list, pushed, transport, topic };
}

/** Returns the token sets of which a keychain contains items. */
export const keptTokenSets = (items: ReadonlyMap<string, string>) => [...new Set([...items.keys()].map((key) => key.split('/')[1]))].sort();

/** Creates a keychain that counts requests. */
export function keychain() {
  const store = createLockableStore();
  const items = new Map<string, string>();
  const asked: string[] = [];
  const { get, set, delete: remove } = store;
  return Object.assign(store, {
    items,
    asked,
    get: async (key: string) => {
      asked.push(key);
      return get(key);
    },
    set: async (key: string, value: string) => {
      await set(key, value);
      items.set(key, value);
    },
    delete: async (key: string) => {
      await remove(key);
      items.delete(key);
    },
  });
}

export const fileOf = async (profile: string): Promise<AccountsData> =>
  JSON.parse(await readFile(join(profile, accountsFileName), 'utf8')).data;
/** Returns the token sets of the accounts in the file. */
export const tokenSets = async (profile: string) => (await fileOf(profile)).accounts.map(({ tokenSet }) => tokenSet);
export const leftoversGone = (profile: string) => eventually(async () => expect((await fileOf(profile)).leftovers).toEqual([]));
