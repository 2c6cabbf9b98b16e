/** A process of a profile that can end at any step: sessions over real files, and a keychain that is a folder. */

import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Clock, SecretStore, Transport, TransportResponse } from '#main/ports/ports.ts';
import { freshTokens } from '#main/remote/fresh-tokens.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { accountsFile, accountsFileName } from '#main/session/accounts-file.ts';
import { createSessions, type Sessions } from '#main/session/sessions.ts';
import { createRefreshLock, createTokenRevisions, createTokenStore } from '#main/session/token-store.ts';
import { createFlows } from '#main/sign-in/flows.ts';
import { createPasswordSignIn } from '#main/sign-in/password.ts';
import { watchFile } from '#main/storage/watch-file.ts';
import { incomplete } from './connection-targets';
import { undetected, unseenClocks } from './in-one-process';

export interface CrashScene {
  readonly profile: string;
  readonly url: string;
  readonly projectId: string;
  readonly publishableKey: string;
  readonly email: string;
  readonly password: string;
}

/** Actions during which the process ends. The sign-in is of a user who is already signed in. */
export const doings = ['refresh', 'sign-in', 'share', 'sign-out'] as const;
export type Doing = (typeof doings)[number];

/** An order for a process: what to do, and when to end. */
export interface CrashOrder {
  readonly scene: CrashScene;
  readonly doing: Doing;
  /** The step before which it ends; steps count from 1. */
  readonly dieAt: number;
  /** Milliseconds until it ends after that step has begun. */
  readonly delay: number | null;
}

export interface CrashProcess {
  readonly sessions: Sessions;
  accounts(): Account[];
  /** Returns the token sets of the accounts in the file. */
  tokenSets(): Promise<string[]>;
  perform(doing: Doing): Promise<void>;
  close(): Promise<void>;
}

const connectionId = 'c';

export interface CrashOptions {
  /** Runs before every change of a file, the keychain or the service. */
  readonly step?: () => Promise<void>;
  /** Sends a request, and resolves to its response. */
  readonly exchange?: (send: () => Promise<TransportResponse>) => Promise<TransportResponse>;
  readonly clock?: Clock;
}

/** Opens the profile. */
export async function openCrashing(
  scene: CrashScene,
  { step = async () => undefined, exchange = (send) => send(), clock = systemClock }: CrashOptions = {},
): Promise<CrashProcess> {
  const { profile, url, projectId, publishableKey, email, password } = scene;
  const before =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await step();
      return run(...args);
    };
  const inner = createUndiciTransport();
  const transport: Transport = { ...inner, send: before((request) => exchange(() => inner.send(request))) };
  const secrets = folderStore(secretsFolder(profile));
  const topic = createTopic<Account[]>('accounts.list', [], () => undefined);
  const sender = createSender({ transport, clock, random: randomBytes, clientVersion: 'electron @latchkey/desktop@0.0.0' });
  const target = async () => ({ baseUrl: url, projectId, destination: url, keys: keysInHand({ client: publishableKey }) });
  const file = accountsFile(profile, clock, (what) => {
    throw new Error(`${what.file} was set aside`);
  });
  const revisions = createTokenRevisions(profile, clock);
  const sessions = createSessions({
    file: { read: file.read, update: before(file.update) },
    onFileChange: (listener) => watchFile(join(profile, accountsFileName), listener),
    store: createTokenStore({ ...secrets, set: before(secrets.set), delete: before(secrets.delete) }, clock),
    revisions: { ...revisions, bump: before(revisions.bump) },
    lock: createRefreshLock(profile, clock),
    newId: () => randomBytes(8).toString('hex'),
    topic,
    sender,
    clock,
    target: async () => incomplete(await target()),
    releases: undetected,
    clocks: unseenClocks(),
  });
  await sessions.load();
  const signIn = createPasswordSignIn({
    sender,
    sessions,
    clock,
    flows: createFlows(
      clock,
      () => 'flow',
      () => url,
    ),
    destinationOf: () => url,
    assertWritable: () => undefined,
    callbackAddress: async () => 'http://localhost:47810/handler/email-verification',
  });
  const source = () => sessions.source(topic.get().value[0]?.id ?? '', connectionId);
  const performers: Record<Doing, () => Promise<unknown>> = {
    refresh: () => freshTokens(source()),
    'sign-in': () => signIn.signIn({ connectionId, windowId: 'test', email, password }),
    share: () => sessions.share(topic.get().value[0]?.id ?? '', connectionId, async (session) => void (await freshTokens(session))),
    'sign-out': () => sessions.signOut(topic.get().value[0]?.id ?? ''),
  };
  return {
    sessions,
    accounts: () => topic.get().value,
    tokenSets: async () => (await file.read()).accounts.map(({ tokenSet }) => tokenSet).sort(),
    perform: async (doing) => void (await performers[doing]()),
    async close() {
      sessions.close();
      await transport.close();
    },
  };
}

export const secretsFolder = (profile: string) => join(profile, 'test-keychain');

/** Creates a fake keychain that stores each item as a file, written atomically. */
export function folderStore(folder: string): SecretStore {
  const path = (key: string) => join(folder, key.replaceAll('/', '~'));
  return {
    kind: 'system',
    get: (key) => readFile(path(key), 'utf8').catch(() => null),
    async set(key, value) {
      const draft = join(folder, `.${createHash('sha256').update(key).digest('hex')}.${process.pid}`);
      await writeFile(draft, value);
      await rename(draft, path(key));
    },
    delete: (key) => rm(path(key), { force: true }),
  };
}

/** Returns the token sets of which the keychain contains items. */
export async function storedTokenSets(profile: string): Promise<string[]> {
  const names = (await readdir(secretsFolder(profile))).filter((name) => !name.startsWith('.'));
  return [...new Set(names.map((name) => name.split('~')[1] ?? ''))].sort();
}
