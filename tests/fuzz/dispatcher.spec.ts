import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { errorReport } from '#contract/error-report.ts';
import type { Reply } from '#contract/errors.ts';
import { createApp } from '#main/app/app.ts';
import type { TransportResponse } from '#main/ports/ports.ts';
import { anything, damaged, fixedSeed, json, rounds, text } from '../support/arbitraries';
import { createFakeClock, settle, someDay } from '../support/fake-clock';
import { type Channel, channels, fitting, uuid } from '../support/main/fuzz-channels';
import { accessToken, createFakeWorkers, createLockableStore, createScriptedTransport, createTestPorts } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

const numRuns = rounds(25_000);
const own = { id: 'own', kind: 'project', name: 'Mine', baseUrl: 'http://x.test', projectId: 'p', environment: 'production' };
const keys = { project_id: 'p', publishable_client_key: 'pck_1', secret_server_key: 'ssk_1', super_secret_admin_key: 'sak_1' };

const otherName = ({ name }: Channel) =>
  fc.oneof(
    fc.constantFrom(
      ...['__proto__', 'constructor', ''].map((end) => `${name}.${end}`),
      name.toUpperCase(),
      name.replace('.', ''),
      name.split('.').reverse().join('.'),
      ...['__proto__', 'constructor', 'toString', 'service', 'service.__proto__.x', 'app.constructor'],
    ),
    text,
    anything,
  );

const signedIn = { access_token: accessToken(someDay + 600_000), refresh_token: 'r', user_id: uuid };
const answer = (body: unknown): TransportResponse => ({ status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(body)) });

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, of: number) =>
  fc.oneof({ weight: of - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const headers: fc.Arbitrary<Readonly<Record<string, string | undefined>>> = fc.record({
  'x-stack-known-error': sometimes(fc.constantFrom('USER_NOT_FOUND', 'ACCESS_TOKEN_EXPIRED', 'X', '__proto__', ''), 3),
  'x-stack-actual-status': sometimes(fc.constantFrom('404', '200', 'x', ''), 4),
  'retry-after': sometimes(fc.constantFrom('0', '-1', '99999999999', 'x', 'Fri, 20 Nov 2026 12:00:00 GMT'), 4),
  date: sometimes(fc.constantFrom('x', 'Fri, 20 Nov 2026 12:00:00 GMT', ''), 4),
  'content-type': sometimes(fc.constantFrom('text/plain', 'application/json', ''), 2),
});

/** A response of a service that responds well, badly, or not at all. */
const response: fc.Arbitrary<TransportResponse> = fc
  .record({
    status: fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 401, 404, 429, 500, 508, 0),
    headers,
    details: json,
    body: fc.constantFrom('signed in', 'an error', 'anything', 'success'),
    garbled: sometimes(fc.nat(255), 8),
  })
  .map(({ status, headers: sent, details, body, garbled }) => {
    const bodies = { 'signed in': signedIn, 'an error': { code: sent['x-stack-known-error'], error: 'x', details }, anything: details };
    const value = body === 'success' ? { success: true } : bodies[body];
    return {
      status,
      headers: Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined)),
      // Most calls never come to it, and writing a response took a sixth of the time.
      get bytes() {
        return garbled === undefined ? Buffer.from(jsonOf(value)) : Buffer.from([garbled, 0xff]);
      },
    };
  });

/** What the service and the sandbox's process do during a call. */
interface Meanwhile {
  readonly responses: readonly TransportResponse[];
  readonly starts: boolean;
}

interface AnyCall extends Meanwhile {
  readonly call: { readonly name: unknown; readonly input: unknown };
}

/** A call of a channel, mostly with its name and almost with its input, and what the service and the sandbox's process do in the meantime. */
const calls: fc.Arbitrary<AnyCall> = fc.record({
  call: fc.oneof(
    ...channels.map((channel) =>
      fc.record({
        name: fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>(channel.name) }, { weight: 1, arbitrary: otherName(channel) }),
        input: fc.oneof(
          { weight: 12, arbitrary: anything },
          { weight: 2, arbitrary: fc.constant(channel.example) },
          { weight: 22, arbitrary: damaged(channel.example) },
        ),
      }),
    ),
  ),
  responses: fc.array(response, { minLength: 1, maxLength: 3 }),
  starts: fc.boolean(),
});

/** A call of each channel with an input that fits, before the random ones: chance alone would leave some out. */
const fittingCalls: [AnyCall][] = channels.map(({ name, example }) => [
  { call: { name, input: example }, responses: [answer(signedIn)], starts: true },
]);

/** Nesting past the stack cannot be written by the recursive writer of the language. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  }
}

async function setUp(meanwhile: () => Meanwhile) {
  const profile = await temporaryFolder();
  await writeFile(join(profile, 'connections.json'), JSON.stringify({ format: 'latchkey/connections', version: 1, data: [own] }));
  const { spawnWorker, workers } = createFakeWorkers();
  const secrets = createLockableStore();
  for (const key of ['publishableKey', 'serverKey']) await secrets.set(`connection/own/${key}`, `${key}_value`);
  const transport = createScriptedTransport(() => answer(signedIn));
  const app = await createApp(
    createTestPorts(profile, {
      secrets,
      transport,
      clock: createFakeClock({ hasteUpTo: 2 ** 31 }),
      // Ids of 16 bytes are those of accounts and notices.
      random: (bytes) => new Uint8Array(bytes),
      spawnWorker(name, args) {
        const worker = spawnWorker(name, args);
        const ready = {
          type: 'ready',
          url: 'http://sandbox.test',
          projects: { demo: keys, internal: keys },
          demoAccounts: [{ email: 'a@b.c', password: 'p' }],
        };
        queueMicrotask(() => (meanwhile().starts ? workers.at(-1)?.say(ready) : workers.at(-1)?.exit(1)));
        return worker;
      },
    }),
  );
  onTestFinished(() => app.close());
  await app.dispatch('signIn.withPassword', fitting['signIn.withPassword'], { windowId: 'w' });
  let answered = 0;
  transport.answer = () => {
    const { responses } = meanwhile();
    answered += 1;
    return responses[answered % responses.length] ?? answer(signedIn);
  };
  return { app, profile };
}

/** Names and contents of the files of the profile, without the log. */
async function stateOf(profile: string): Promise<string> {
  const names = (await readdir(profile)).filter((name) => name !== 'logs' && !/\.(lock|tmp)$/.test(name)).sort();
  return JSON.stringify(
    await Promise.all(names.map(async (name) => [name, await readFile(join(profile, name), 'utf8').catch(() => 'a folder')])),
  );
}

/** For a failure's message. */
const shown = (name: unknown, input: unknown) => {
  const text = (value: unknown) => {
    try {
      return (JSON.stringify(value) ?? String(value)).slice(0, 300);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  return `${text(name)} with ${text(input)}`;
};

function isWellFormed(channel: Channel | undefined, input: unknown, reply: Reply): void {
  if (JSON.parse(JSON.stringify(reply)).ok !== reply.ok) throw new Error('the reply does not survive the bridge');
  const names = Object.keys(reply).sort().join();
  if (reply.ok) {
    if (names !== 'ok,value') throw new Error(`a reply of ${names}`);
    if (!channel?.fits?.(input)) throw new Error('a call that does not fit was answered');
    if (!channel.answers?.(reply.value)) throw new Error('an answer that does not fit');
    return;
  }
  if (names !== 'error,ok') throw new Error(`a reply of ${names}`);
  errorReport.parse(reply.error);
  if (channel?.fits === undefined && reply.error.code !== 'unknown-call') throw new Error(`an unknown name is ${reply.error.code}`);
  if (reply.error.code === 'internal' && channel?.fits?.(input)) throw new Error('a call that fits is an internal fault');
}

test(`${numRuns} random calls get a response, each as specified`, async () => {
  let meanwhile: Meanwhile = { responses: [answer(signedIn)], starts: true };
  const { app, profile } = await setUp(() => meanwhile);
  const rejections: unknown[] = [];
  const hear = (cause: unknown) => rejections.push(cause);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));

  let before = await stateOf(profile);
  let count = 0;
  let valid = false;
  // What a call set going may be written a while after its answer.
  let wasValid = false;
  const isAnswered = async ({ call: { name, input }, ...rest }: AnyCall) => {
    meanwhile = rest;
    const found = channels.find((channel) => channel.name === name);
    const fitted = trapped(() => found?.fits?.(input) ?? false);
    valid ||= fitted;
    const reply = await app.dispatch(name, input, { windowId: 'w' });
    try {
      isWellFormed(fitted ? { ...(found as Channel), fits: () => true } : found && unfit(found), input, reply);
    } catch (cause) {
      throw new Error(`${shown(name, input)} was answered ${jsonOf(reply).slice(0, 300)}`, { cause });
    }
    count += 1;
    if (count % 100 !== 0) return;
    const after = await stateOf(profile);
    if (!valid && !wasValid) expect(after).toBe(before);
    before = after;
    wasValid = valid;
    valid = false;
  };
  // Its files and its session depend on the calls before.
  await fc.assert(fc.asyncProperty(calls, isAnswered), { ...fixedSeed(), numRuns, examples: fittingCalls, endOnFailure: true });
  await settle();
  expect(rejections).toEqual([]);
});

/** An input with a getter that throws fits nothing. */
function trapped(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

const unfit = (channel: Channel): Channel => (channel.fits === undefined ? channel : { ...channel, fits: () => false });
