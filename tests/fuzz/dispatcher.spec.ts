import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { errorReport } from '#contract/error-report.ts';
import type { Reply } from '#contract/errors.ts';
import { createApp } from '#main/app/app.ts';
import type { TransportResponse } from '#main/ports/ports.ts';
import { createFakeClock, settle, someDay } from '../support/fake-clock';
import { anyJson, anyText, anyValue, type Chance, check, createChance, damaged, fuzzSeed } from '../support/fuzz';
import { type Channel, channels, fitting, uuid } from '../support/fuzz-channels';
import { temporaryFolder } from '../support/temporary-folder';
import { accessToken, createFakeWorkers, createLockableStore, createScriptedTransport, createTestPorts } from '../support/test-ports';

const rounds = 100_000;
const own = { id: 'own', kind: 'project', name: 'Mine', baseUrl: 'http://x.test', projectId: 'p', environment: 'production' };
const keys = { project_id: 'p', publishable_client_key: 'pck_1', secret_server_key: 'ssk_1', super_secret_admin_key: 'sak_1' };

function anyName(chance: Chance, known: Channel): unknown {
  if (!chance.oneIn(4)) return known.name;
  return chance.pick<unknown>([
    `${known.name}.${chance.pick(['__proto__', 'constructor', ''])}`,
    known.name.toUpperCase(),
    known.name.replace('.', ''),
    known.name.split('.').reverse().join('.'),
    ...['__proto__', 'constructor', 'toString', 'service', 'service.__proto__.x', 'app.constructor'],
    anyText(chance),
    anyValue(chance),
  ]);
}

const signedIn = { access_token: accessToken(someDay + 600_000), refresh_token: 'r', user_id: uuid };
const json = (body: unknown): TransportResponse => ({ status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(body)) });

/** A service that answers at random: well, badly, and not at all. */
function anyResponse(chance: Chance): TransportResponse {
  const status = chance.pick([200, 200, 200, 201, 204, 301, 400, 401, 404, 429, 500, 508, 0]);
  const headers: Record<string, string> = {};
  if (chance.oneIn(3)) headers['x-stack-known-error'] = chance.pick(['USER_NOT_FOUND', 'ACCESS_TOKEN_EXPIRED', 'X', '__proto__', '']);
  if (chance.oneIn(4)) headers['x-stack-actual-status'] = chance.pick(['404', '200', 'x', '']);
  if (chance.oneIn(4)) headers['retry-after'] = chance.pick(['0', '-1', '99999999999', 'x', 'Fri, 20 Nov 2026 12:00:00 GMT']);
  if (chance.oneIn(4)) headers.date = chance.pick(['x', 'Fri, 20 Nov 2026 12:00:00 GMT', '']);
  if (chance.oneIn(2)) headers['content-type'] = chance.pick(['text/plain', 'application/json', '']);
  const body = chance.pick<unknown>([
    signedIn,
    { code: headers['x-stack-known-error'], error: 'x', details: anyJson(chance) },
    anyJson(chance),
    { success: true },
  ]);
  return { status, headers, bytes: chance.oneIn(8) ? Buffer.from([chance.below(256), 0xff]) : Buffer.from(jsonOf(body)) };
}

/** Nesting past the stack cannot be written by the recursive writer of the language. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  }
}

async function setUp(chance: Chance) {
  const profile = await temporaryFolder();
  await writeFile(join(profile, 'connections.json'), JSON.stringify({ format: 'latchkey/connections', version: 1, data: [own] }));
  const { spawnWorker, workers } = createFakeWorkers();
  const secrets = createLockableStore();
  for (const key of ['publishableKey', 'serverKey']) await secrets.set(`connection/own/${key}`, `${key}_value`);
  const transport = createScriptedTransport(() => json(signedIn));
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
        queueMicrotask(() => (chance.oneIn(2) ? workers.at(-1)?.say(ready) : workers.at(-1)?.exit(1)));
        return worker;
      },
    }),
  );
  onTestFinished(() => app.close());
  await app.dispatch('signIn.withPassword', fitting['signIn.withPassword'], { windowId: 'w' });
  transport.answer = () => anyResponse(chance);
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

test(`${rounds} random calls are answered, each by the book`, async () => {
  const seed = fuzzSeed();
  const chance = createChance(seed);
  const { app, profile } = await setUp(chance);
  const rejections: unknown[] = [];
  const hear = (cause: unknown) => rejections.push(cause);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));

  let before = await stateOf(profile);
  let valid = false;
  // What a call set going may be written a while after its answer.
  let wasValid = false;
  for (let round = 0; round < rounds; round += 1) {
    const known = chance.pick(channels);
    const name = anyName(chance, known);
    const input = chance.oneIn(3) ? anyValue(chance) : chance.oneIn(12) ? known.example : damaged(chance, known.example);
    const found = channels.find((channel) => channel.name === name);
    const fitted = trapped(() => found?.fits?.(input) ?? false);
    valid ||= fitted;
    const reply = await app.dispatch(name, input, { windowId: 'w' });
    check(
      seed,
      () => `round ${round}: ${shown(name, input)} was answered ${jsonOf(reply).slice(0, 300)}`,
      () => isWellFormed(fitted ? { ...(found as Channel), fits: () => true } : found && unfit(found), input, reply),
    );
    if (round % 100 === 99) {
      const after = await stateOf(profile);
      if (!valid && !wasValid)
        check(
          seed,
          () => `files changed before round ${round}`,
          () => same(before, after),
        );
      before = after;
      wasValid = valid;
      valid = false;
    }
  }
  await settle();
  check(
    seed,
    () => 'unhandled rejections',
    () => same('', rejections.map(String).join()),
  );
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

function same(before: string, after: string): void {
  if (before !== after) throw new Error(`before: ${before}\nafter: ${after}`);
}
