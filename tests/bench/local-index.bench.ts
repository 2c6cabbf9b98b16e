/** The library worker with a million users: its file, its memory, and how long queries take. */
import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { newestFirst, type UserOrder, type UserQuery } from '#contract/query/user-query.ts';
import { createLibraryClient, type LibraryClient } from '#main/library/library-client.ts';
import { forkedWorker } from '../support/main/forked-worker';
import { timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { residentMemory } from './lib/memory';
import { processorMillis } from './lib/processor';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { median, quantile } from './lib/statistics';
import { variedUsers } from './lib/varied-users';

const many = Number(process.env.BENCH_INDEX_USERS ?? 1_000_000);
/** Names the figures. */
const index = `index of ${many} users`;
const paletteUsers = 20_000;
const batch = 500;
const nowMillis = 1_790_000_000_000;
const path = 'server.plan';

/** What a person types, key by key: frequent and rare names, addresses, texts of metadata, and what isn't there. */
const typed = [
  'ada lovelace',
  'müller',
  'kavanagh',
  '山田',
  'o’connor',
  'renewed early',
  'niamh.murphy12',
  'example.com',
  'A-1234',
  'zq',
  'nobody',
];

const everyUser: UserQuery = { op: 'and', of: [] };
const columns = ['name', 'email', 'id', 'signed-up', 'last-active', 'country', 'verified', 'method'] as const;
const orders: readonly UserOrder[] = [...columns, { metadata: path }, { metadata: 'server.seats' }].flatMap((by) => [
  { by, desc: false },
  { by, desc: true },
]);

const onPath: UserQuery = { field: 'metadata', path, is: { op: 'equals', value: 'team' } };
const byColumns: readonly UserQuery[] = [
  { field: 'verified', value: false },
  { field: 'method', value: ['oauth:github'] },
  { field: 'can-sign-in', value: false },
  { field: 'last-active', is: { op: 'not-within-days', value: 90 } },
  { field: 'country', value: ['DE', 'FR'] },
  onPath,
  { field: 'metadata', path, is: { op: 'contains', value: 'ea' } },
  { field: 'metadata', path: 'server.seats', is: { op: 'greater', value: 300 } },
];
const byTexts: readonly UserQuery[] = [
  { field: 'text', value: 'ada' },
  { field: 'text', value: 'e' },
  { field: 'text', value: 'example.com' },
  { op: 'and', of: [{ field: 'text', value: 'müller' }, onPath] },
];

/** The file's size, memory, first rows, pages by each order, counts, and the palette over five indexes. */
export async function measure(): Promise<Measurement[]> {
  const worker = startWorker();
  try {
    const palette = await measurePalette(worker.client, worker.pid);
    const large = await filled(worker.client, 'million', many);
    const size = statSync(large.path).size;
    const file: Measurement = {
      name: `${index}, file against the raw JSON`,
      value: size / large.rawBytes,
      unit: 'x',
      limit: 3,
      detail: `${megabytes(size)} against ${megabytes(large.rawBytes)}`,
    };
    const queries = [...(await measureQueries(worker.client, large.path)), ...(await measureNewPaths(worker.client, large.path))];
    const memory = residentMemory(worker.pid());
    const own: Measurement = {
      name: `${index}, memory of its worker`,
      value: memory / 1000,
      unit: 'kB',
      limit: 200_000,
      detail: 'resident, after all queries',
    };
    return [file, ...queries, own, palette];
  } finally {
    worker.client.end();
  }
}

function startWorker() {
  let pid = 0;
  const client = createLibraryClient(() => {
    const child = fork(join(root, 'out', 'main', 'library-worker.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    pid = child.pid ?? 0;
    process.once('exit', () => void child.kill());
    return forkedWorker(child);
  });
  return { client, pid: () => pid };
}

/** An index of so many users, without the service, and in a worker that was started again since. */
async function filled(client: LibraryClient, name: string, count: number) {
  const file = join(runFolder(), 'library', `${name}.db`);
  const opened = { path: file, key: 'ab'.repeat(32), subject: name };
  await client.open(opened);
  let rawBytes = 0;
  for (let at = 0; at < count; at += batch) {
    const users = variedUsers(at, batch, count);
    rawBytes += Buffer.byteLength(JSON.stringify(users));
    await client.request(file, { op: 'put-users', users });
  }
  client.end();
  await client.open(opened);
  return { path: file, rawBytes };
}

const find = (client: LibraryClient, file: string, query: UserQuery, order: UserOrder = newestFirst) =>
  client.request(file, { op: 'find', query, order, nowMillis, offset: 0, limit: 100 });

async function measureQueries(client: LibraryClient, file: string): Promise<Measurement[]> {
  const typing: number[] = [];
  for (const text of typed) {
    for (let length = 1; length <= [...text].length; length += 1) {
      const value = [...text].slice(0, length).join('');
      if (value.trim() !== '') typing.push(await timed(() => find(client, file, { field: 'text', value })));
    }
  }
  for (const order of orders) await find(client, file, everyUser, order);
  // The paths that are measured as such have the values of all users.
  for (const order of orders) await client.request(file, { op: 'ids', query: { op: 'or', of: [] }, order, nowMillis });
  const pages = await inTurn(orders, (order) => find(client, file, everyUser, order));
  const count = (query: UserQuery) => client.request(file, { op: 'count', queries: [query], nowMillis });
  const [exact, texts] = [await inTurn(byColumns, count), await inTurn(byTexts, count)];
  return [
    {
      name: `${index}, rows as typed, 95 %`,
      value: quantile(typing, 0.95),
      unit: 'ms',
      limit: 50,
      detail: `${typing.length} keys, median ${median(typing).toFixed(0)} ms, longest ${Math.max(...typing).toFixed(0)} ms`,
    },
    { name: `${index}, first page by a column or path`, limit: 100, ...longest(pages) },
    { name: `${index}, exact count by a column or path`, limit: 150, ...longest(exact) },
    { name: `${index}, exact count by texts`, limit: 2_000, ...longest(texts) },
  ];
}

async function inTurn<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) times.push(await timed(() => task(item)));
  return times;
}

function longest(times: readonly number[]): Pick<Measurement, 'value' | 'unit' | 'detail'> {
  return { value: Math.max(...times), unit: 'ms', detail: `the longest of ${times.length}, median ${median(times).toFixed(0)} ms` };
}

/** Paths that no query was about before, with what is asked about each: the values of all users are stored later, in the background. */
const byNewPaths: readonly UserQuery[] = [
  { field: 'metadata', path: 'client.theme', is: { op: 'equals', value: 'dark' } },
  { field: 'metadata', path: 'server.crm.owner', is: { op: 'contains', value: 'ler' } },
  { field: 'metadata', path: 'client.step', is: { op: 'greater', value: 4 } },
  { field: 'metadata', path: 'client_read_only.beta', is: { op: 'exists' } },
  { field: 'metadata', path: 'server."a \\"quoted\\" key".0', is: { op: 'exists' } },
  {
    op: 'and',
    of: [
      { field: 'verified', value: true },
      { op: 'not', of: { field: 'metadata', path: 'server.note', is: { op: 'contains', value: 'trial' } } },
    ],
  },
];

/** What a query by a path takes whose values aren't stored yet. */
async function measureNewPaths(client: LibraryClient, file: string): Promise<Measurement[]> {
  const counts = await inTurn(byNewPaths, (query) => client.request(file, { op: 'count', queries: [query], nowMillis }));
  const ordered = await timed(() => find(client, file, everyUser, { by: { metadata: 'client_read_only.cohort' }, desc: true }));
  const query: UserQuery = { field: 'metadata', path: 'client.locale', is: { op: 'equals', value: 'de' } };
  const page = await timed(() => find(client, file, query));
  return [
    { name: `${index}, first page by a new path`, value: page, unit: 'ms', limit: 100 },
    { name: `${index}, exact count by a new path`, limit: 2_000, ...longest(counts) },
    { name: `${index}, first page in the order of a new path`, value: ordered, unit: 'ms', limit: 2_000 },
  ];
}

/** As the palette does: the same text in the indexes of all connections, at each key. */
async function measurePalette(client: LibraryClient, pid: () => number): Promise<Measurement> {
  const files: string[] = [];
  for (let connection = 0; connection < 5; connection += 1) files.push((await filled(client, `palette-${connection}`, paletteUsers)).path);
  for (const [at, file] of files.entries()) await client.open({ path: file, key: 'ab'.repeat(32), subject: `palette-${at}` });
  const before = processorMillis(pid());
  const times: number[] = [];
  for (const text of typed) {
    for (let length = 1; length <= [...text].length; length += 1) {
      const value = [...text].slice(0, length).join('');
      const all = () => Promise.all(files.map((file) => client.request(file, { op: 'find-any', text: value, limit: 8, nowMillis })));
      if (value.trim() !== '') times.push(await timed(all));
    }
  }
  const processor = (processorMillis(pid()) - before) / times.length;
  const detail = `${times.length} keys over five indexes of ${paletteUsers} users, median ${median(times).toFixed(0)} ms, ${processor.toFixed(0)} ms of a processor on average`;
  return { name: 'palette over 100000 users, 95 %', value: quantile(times, 0.95), unit: 'ms', limit: 50, detail };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
