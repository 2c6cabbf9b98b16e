/** Reading all users page by page into an index and into an export, against the bare requests. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { openChosenFile } from '#main/exports/export-file.ts';
import { runExport } from '#main/exports/run-export.ts';
import { createLibraryClient } from '#main/library/library-client.ts';
import { runPass } from '#main/local-index/index-passes.ts';
import type { IndexSource } from '#main/local-index/index-source.ts';
import { type ReadUserPage, userPages } from '#main/remote/user-pages.ts';
import { forkedWorker } from '../support/main/forked-worker';
import { timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { variedUsers } from './lib/varied-users';

const pageSize = 100;
const indexedPages = 100;
const exportedPages = 1_000;
/** Milliseconds until the service answers, as one that is reached through the internet. */
const answerMillis = 100;
const { signal } = new AbortController();

/** Filling and exporting against the requests alone, and the memory of the process that passes the users on. */
export async function measure(): Promise<Measurement[]> {
  const service = await startService();
  try {
    return [...(await measureFilling(service)), await measureExport(service)];
  } finally {
    service.close();
  }
}

interface Service {
  /** Reads pages as a list of so many, each after a time. */
  readonly read: (pages: number, delay: number) => ReadUserPage;
  close(): void;
}

async function startService(): Promise<Service> {
  const bodies = Array.from({ length: indexedPages }, (_none, page) =>
    JSON.stringify(variedUsers(page * pageSize, pageSize, indexedPages * pageSize)),
  );
  const server: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [page, delay] = [Number(searchParams.get('page')), Number(searchParams.get('delay'))];
    void setTimeout(delay).then(() => response.end(bodies[page % bodies.length]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    read:
      (pages, delay) =>
      async ({ cursor = '0' }) => {
        const response = await fetch(`http://127.0.0.1:${port}/?page=${cursor}&delay=${delay}`);
        const users = (await response.json()) as ServerUser[];
        return { users, omitted: 0, next: Number(cursor) + 1 < pages ? String(Number(cursor) + 1) : null };
      },
    close: () => server.close(),
  };
}

async function readAll(read: ReadUserPage): Promise<void> {
  for await (const page of userPages(read)) if (page.users.length === 0) throw new Error('A page is empty.');
}

async function measureFilling({ read }: Service): Promise<Measurement[]> {
  const client = createLibraryClient(() => {
    const child = fork(join(root, 'out', 'main', 'library-worker.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    process.once('exit', () => void child.kill());
    return forkedWorker(child);
  });
  const path = join(runFolder(), 'library', 'filling.db');
  await client.open({ path, key: 'ab'.repeat(32), subject: 'filling' });
  const none = () => Promise.reject(new Error('Not in a first pass.'));
  const source: IndexSource = {
    pages: (_signal, start) => userPages(read(indexedPages, answerMillis), start),
    named: async () => null,
    teams: async () => [],
    newest: none,
    user: none,
    team: none,
    total: none,
  };
  const heaps: number[] = [];
  const onStored = async () => {
    globalThis.gc?.();
    heaps.push(process.memoryUsage().heapUsed);
  };
  const bare = await timed(() => readAll(read(indexedPages, answerMillis)));
  const request: Parameters<typeof runPass>[0]['request'] = (body) => client.request(path, body);
  const filling = await timed(() => runPass({ source, request, serverTime: () => 1 }, signal, onStored));
  const { users } = await client.request(path, { op: 'state' });
  client.end();
  if (users !== indexedPages * pageSize) throw new Error(`The index has ${users} users.`);
  const [early = 0, late = 0] = [heaps[Math.floor(heaps.length / 10)], heaps.at(-1)];
  return [
    {
      name: 'filling an index, against the requests alone',
      value: filling / bare,
      unit: 'x',
      limit: 1.2,
      detail: `${indexedPages} pages, each after ${answerMillis} ms: ${(filling / 1000).toFixed(1)} s against ${(bare / 1000).toFixed(1)} s`,
    },
    {
      name: 'filling an index, growth of the heap of main',
      value: Math.max(0, late - early) / 1000,
      unit: 'kB',
      limit: 1_000,
      detail: `${(early / 1e6).toFixed(1)} MB after a tenth of the pages, ${(late / 1e6).toFixed(1)} MB at the end`,
    },
  ];
}

async function measureExport({ read }: Service): Promise<Measurement> {
  const pages = read(exportedPages, 0);
  const call = async (_endpoint: unknown, _actor: unknown, { query }: { query: { cursor?: string; limit: number } }) => {
    const { users, next } = await pages(query);
    return { items: users, pagination: { next_cursor: next } };
  };
  const source = { call, hasFeature: async () => false, matching: () => [] } as never;
  const exported = async () => {
    const file = await openChosenFile(join(runFolder(), 'export.csv'));
    const { state, rows } = await runExport({
      source,
      input: {
        kind: 'users',
        scope: { kind: 'all' },
        fields: ['id', 'display_name', 'primary_email', 'signed_up_at', 'server.plan'],
        format: { format: 'csv', delimiter: ',', hasByteOrderMark: false },
      },
      file,
      signal,
      assertAllowed: () => undefined,
      onProgress: () => undefined,
    });
    if (state !== 'done' || rows !== exportedPages * pageSize) throw new Error(`The export is ${state} with ${rows} rows.`);
  };
  const bare = await timed(() => readAll(pages));
  const whole = await timed(exported);
  return {
    name: 'export of 100000 users, against reading them',
    value: whole / bare,
    unit: 'x',
    limit: 1.3,
    detail: `CSV of 5 fields: ${(whole / 1000).toFixed(1)} s against ${(bare / 1000).toFixed(1)} s`,
  };
}
