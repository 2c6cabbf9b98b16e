/** Ten thousand random requests to a sandbox with data: it responds to every one, and its data stay sound. */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { listen } from '#sandbox/http/listen.ts';
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { chanceOf, fixedSeed, rounds } from '../support/arbitraries';
import { createPopulation } from '../support/service/sandbox-population';
import { type AnyRequest, anyRequest } from '../support/service/sandbox-requests';

const requests = rounds(10_000);
/** One in so many goes over real HTTP. */
const overHttp = 50;
/** Number of requests after which the population is read again and required data is restored. */
const stretch = 500;
/** From here on the heap is watched: before, caches fill. */
const warm = requests / 4;
const mostGrownMegabytes = rounds(32);
const timeoutMillis = 30_000;

/** A real hash takes as long as a hundred requests. */
vi.mock('bcryptjs', () => {
  const hash = async (password: string) =>
    `$2b$10$${createHash('sha512').update(password).digest('base64').replaceAll('+', '.').slice(0, 53)}`;
  return { genSalt: async () => '', hash, compare: async (password: string, stored: string) => (await hash(password)) === stored };
});

const heapMegabytes = () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const shown = ({ endpoint, method, path, headers, body }: AnyRequest) =>
  `${endpoint}: ${method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 500)}`;

/** What the project cannot lose, or the rest of the run would only hear refusals; and no more users than a list can show quickly. */
function restore({ store, project, keys, configure }: TestSandbox): void {
  store.run('UPDATE api_key_sets SET revoked_at = NULL WHERE secret_server_key = ?', [keys.secret_server_key]);
  configure(project.config);
  for (const [table, most] of [
    ['users', 150],
    ['teams', 100],
    ['mails', 200],
  ]) {
    const surplus = `SELECT key FROM ${table} ORDER BY key DESC LIMIT max(0, (SELECT count(*) - ${most} FROM ${table}))`;
    store.run(`DELETE FROM ${table} WHERE key IN (${surplus})`);
  }
}

/** What a query must not find, by what would be wrong. */
const flaws: Readonly<Record<string, string>> = {
  'a reference that leads nowhere': 'PRAGMA foreign_key_check',
  'two primary addresses': 'SELECT user FROM contact_channels WHERE is_primary = 1 GROUP BY user, type HAVING count(*) > 1',
  'two who sign in with one address':
    'SELECT value FROM contact_channels WHERE used_for_auth = 1 GROUP BY project, value HAVING count(*) > 1',
  'an address twice': 'SELECT value FROM contact_channels GROUP BY user, value HAVING count(*) > 1',
  'an address in another project': 'SELECT c.id FROM contact_channels c JOIN users u ON u.key = c.user WHERE c.project <> u.project',
  'a session in another project': 'SELECT s.id FROM sessions s JOIN users u ON u.key = s.user WHERE s.project <> u.project',
  'a member from another project':
    'SELECT u.id FROM memberships m JOIN users u ON u.key = m.user JOIN teams t ON t.key = m.team WHERE u.project <> t.project',
  'a selected team of others': `SELECT id FROM users u WHERE selected_team IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user = u.key AND m.team = u.selected_team)`,
};

function requireSound({ store }: TestSandbox): void {
  for (const [what, sql] of Object.entries(flaws)) expect(store.all(sql), what).toEqual([]);
  expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** The status the service means, once the answer was read to its end. Fails when none comes. */
async function statusOf(send: Send, origin: string, { method, path, headers, body }: AnyRequest): Promise<number> {
  const init = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const;
  const response = send(`${origin}/api/v1${path}`, init).then(async (response) => {
    await response.arrayBuffer();
    return Number(response.headers.get('x-stack-actual-status') ?? response.status);
  });
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer came.')), timeoutMillis);
  });
  return Promise.race([response, silence]).finally(() => clearTimeout(timer));
}

test.each(['2.8.4', '2.8.109'])(
  'all requests to release %s are answered, and what is stored stays sound',
  { timeout: 300_000 },
  async (release) => {
    const sandbox = await createTestSandbox({ users: 40, smtp: async () => null, release });
    let generate: fc.GeneratorValue;
    const chance = chanceOf(() => generate);
    const population = createPopulation(sandbox, chance);
    const statuses = new Map<number, number>();
    const inProcess: Send = (url, init) => sandbox.sandbox.fetch(new Request(url, init));
    const http = await listen({ host: '127.0.0.1', port: 0, serve: () => sandbox.sandbox.fetch });
    let count = 0;
    let before = 0;
    const isAnswered = async (generator: fc.GeneratorValue) => {
      generate = generator;
      if (count % stretch === 0) {
        restore(sandbox);
        await population.refresh();
        sandbox.clock.advance(chance.below(60_000));
      }
      if (count === warm) before = heapMegabytes();
      const request = anyRequest(sandbox, population, chance);
      const [send, origin] = count % overHttp === 0 ? [fetch, http.url] : [inProcess, 'http://localhost:8102'];
      count += 1;
      const failed = (error: unknown) => expect.fail(`${shown(request)} ${error instanceof Error ? error.stack : error}`);
      const status = await statusOf(send, origin, request).catch(failed);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Where the service itself responds with 500, so does the sandbox, without reporting a fault of its own.
      for (const fault of sandbox.faults.splice(0)) failed(fault);
    };
    // What failed depends on the requests before, so a smaller value would not fail again.
    await fc.assert(fc.asyncProperty(fc.gen(), isAnswered), { ...fixedSeed(), numRuns: requests, endOnFailure: true });
    await http.close();
    requireSound(sandbox);
    // Else it would have been refused at the door, and shown nothing.
    for (const status of [200, 201, 400, 401, 403, 404, 409])
      expect(statuses.get(status), `answers ${status}`).toBeGreaterThan(requests / 1000);
    expect(heapMegabytes() - before, 'megabytes the heap grew').toBeLessThan(mostGrownMegabytes);
  },
);
