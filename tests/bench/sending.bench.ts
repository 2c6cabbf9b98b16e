/** A call to a service through our sender, against a bare `fetch` and against the service's own client. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as rolldown } from 'rolldown';
import type { Account } from '#contract/bridge/accounts.ts';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import { catalog } from '#contract/service/index.ts';
import { createSlowCalls } from '#main/gateway/slow-calls.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender, type Target } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createSessions } from '#main/session/sessions.ts';
import { createTokenStore } from '#main/session/token-store.ts';
import { incomplete } from '../support/main/connection-targets';
import { inOneProcess } from '../support/main/in-one-process';
import { compare, type Round, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';

const rounds = 15;
const callsPerRound = 400;
const clientVersion = 'electron @latchkey/desktop@0.0.0';
const publishableKey = 'pck_of_the_project';
const path = '/api/v1/users/me';

type Call = () => Promise<unknown>;

/** What is used of `@stackframe/stack-shared`. */
interface OfficialPackage {
  readonly StackClientInterface: new (
    options: object,
  ) => {
    createSession(tokens: { refreshToken: string; accessToken: string }): object;
    sendClientRequest(path: string, request: RequestInit, session: object): Promise<Response>;
  };
}

type Clients = Readonly<Record<'own' | 'bare' | 'official', Call>>;

/** Microseconds of a call: the time it takes, and the time it takes of a processor; one after another, and fifty at once. */
export async function measure(): Promise<Measurement[]> {
  const service = await startProgram(join('out', 'bench', 'programs', 'users-service.js'));
  const baseUrl = `http://127.0.0.1:${service.line}`;
  const own = await ownClient(baseUrl);
  const clients: Clients = { own: own.call, bare: bareClient(baseUrl), official: await officialClient(baseUrl) };
  try {
    const found: Measurement[] = [];
    for (const [against, name] of [
      ['bare', 'bare fetch'],
      ['official', 'the official client'],
    ] as const) {
      for (const width of [1, 50]) found.push(...(await measureAgainst(clients.own, clients[against], name, width)));
    }
    return found;
  } finally {
    await own.close();
    await service.stop();
  }
}

async function measureAgainst(own: Call, other: Call, name: string, width: number): Promise<Measurement[]> {
  const how = width === 1 ? 'one by one' : `${width} at once`;
  const measurements: Measurement[] = [];
  for (const [what, meter] of [
    ['time', timed],
    ['processor', processorTime],
  ] as const) {
    const round = (call: Call): Round => {
      return async () => (1000 * (await meter(() => manyCalls(call, width)))) / callsPerRound;
    };
    for (let warmUp = 0; warmUp < 3; warmUp += 1) for (const call of [own, other]) await round(call)();
    const { subject, baseline, ratio } = await compare(rounds, round(own), round(other));
    const detail = `${subject.toFixed(0)} µs against ${baseline.toFixed(0)} µs a call`;
    measurements.push({ name: `sending, ${how}, ${what}, against ${name}`, value: ratio, unit: 'x', limit: limitOf(what, name), detail });
  }
  return measurements;
}

/** Never slower than either, and far from what they cost a processor. */
function limitOf(what: string, against: string): number {
  if (what !== 'processor') return 1;
  return against === 'the official client' ? 0.5 : 0.55;
}

/** As many calls as a round has, `width` of them under way at any moment. */
async function manyCalls(call: Call, width: number): Promise<void> {
  let left = callsPerRound;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Milliseconds of a processor that a piece of work takes in this process, all its threads together. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The whole way of a call of a window's: watched, with an account's tokens, its response compared with the row. */
async function ownClient(baseUrl: string): Promise<{ call: Call; close(): Promise<void> }> {
  const transport = createUndiciTransport();
  const clock = systemClock;
  const sender = createSender({ transport, clock, random: randomBytes, clientVersion });
  const newId = () => randomBytes(16).toString('hex');
  const to: Target = { baseUrl, projectId: 'p', keys: keysInHand({ client: publishableKey }) };
  const topic = createTopic<Account[]>('accounts.list', [], () => undefined);
  const store = createTokenStore(createMemoryStore(), clock);
  const sessions = createSessions({ ...inOneProcess(), store, sender, clock, newId, target: async () => incomplete(to), topic });
  const accountId = await sessions.add({ connectionId: 'c', userId: 'ada', refreshToken: 'refresh', accessToken: accessToken() });
  const slowCalls = createSlowCalls(
    createTopic<SlowCall[]>('diagnostics.slowCalls', [], () => undefined),
    clock,
    newId,
  );
  const call = async () => {
    const watch = slowCalls.watch('users.me', 'c');
    const session = sessions.source(accountId, 'c');
    await sender.send(catalog.users.me, 'account', sessions.complete('c', incomplete(to)), {}, { session, watch });
    watch.done();
  };
  return { call, close: () => transport.close() };
}

/** What the sender is measured by: the same headers, ready made, and the answer parsed. */
function bareClient(baseUrl: string): Call {
  const headers = {
    'x-stack-project-id': 'p',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': publishableKey,
    'x-stack-access-token': accessToken(),
    'x-stack-refresh-token': 'refresh',
    'x-stack-client-version': clientVersion,
    'x-stack-override-error-status': 'true',
    'x-stack-random-nonce': '0'.repeat(45),
  };
  return async () => (await fetch(`${baseUrl}${path}`, { headers })).json();
}

/** The service's own client, made one file first: as published, its modules name each other as only a bundler understands. */
async function officialClient(baseUrl: string): Promise<Call> {
  const file = join(root, 'out', 'bench', 'official', 'client.js');
  await rolldown({
    input: fileURLToPath(import.meta.resolve('@stackframe/stack-shared')),
    platform: 'node',
    output: { file, format: 'esm' },
    logLevel: 'silent',
  });
  const { StackClientInterface } = (await import(pathToFileURL(file).href)) as OfficialPackage;
  const client = new StackClientInterface({
    getBaseUrl: () => baseUrl,
    extraRequestHeaders: {},
    clientVersion,
    projectId: 'p',
    publishableClientKey: publishableKey,
  });
  const session = client.createSession({ refreshToken: 'refresh', accessToken: accessToken() });
  return async () => (await client.sendClientRequest('/users/me', {}, session)).json();
}

/** An unsigned access token with a life longer than a benchmark's. */
function accessToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'ES256', kid: 'abcdefghijkl' })}.${part({ sub: 'ada', iat: now, exp: now + 3_600 })}.c2lnbmF0dXJl`;
}
