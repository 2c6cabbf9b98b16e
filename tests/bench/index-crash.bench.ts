/** The library worker is killed at random moments while it stores pages of a pass: is a user lost or doubled? */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createLibraryClient } from '#main/local-index/library-client.ts';
import { forkedWorker } from '../support/main/forked-worker';
import type { Measurement } from './lib/measurement';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { numbersFrom, variedUsers } from './lib/varied-users';

const kills = Number(process.env.BENCH_CRASH_ROUNDS ?? 200);
const pageSize = 12;
/** Pages that are on their way when the worker is killed. */
const pages = 6;
const longestDelay = 60;

/** Users whose page was confirmed and who are missing, and those who are there twice. */
export async function measure(): Promise<Measurement[]> {
  const random = numbersFrom(36);
  const path = join(runFolder(), 'library', 'crash.db');
  const confirmed = new Set<string>();
  const worker = startWorker();
  let [dead, wrong] = [0, 0];
  await worker.client.open({ path, key: 'ab'.repeat(32), subject: 'crash' });
  await worker.client.request(path, { op: 'start-pass', startedAtMillis: 1 });
  for (let kill = 0; kill < kills; kill += 1) {
    const stored = Array.from({ length: pages }, (_none, page) => {
      const users = variedUsers((kill * pages + page) * pageSize, pageSize, kills * pages * pageSize);
      return worker.client.request(path, { op: 'put-page', users, omitted: 0, next: users[0]?.id ?? '' }).then(() => users);
    });
    const settled = Promise.allSettled(stored);
    await setTimeout(random() * longestDelay);
    if (await worker.kill()) dead += 1;
    for (const one of await settled) if (one.status === 'fulfilled') for (const { id } of one.value) confirmed.add(id);
    wrong += await faults(worker.client, path, confirmed);
  }
  worker.client.end();
  if (dead < kills) throw new Error(`Only ${dead} processes died.`);
  const detail = `${dead} processes killed, ${confirmed.size} users confirmed`;
  return [{ name: 'killed while it fills the index, lost or doubled', value: wrong, unit: 'users', limit: 0, detail }];
}

type Client = ReturnType<typeof createLibraryClient>;

async function faults(client: Client, path: string, confirmed: ReadonlySet<string>): Promise<number> {
  const order = { by: 'id', desc: false } as const;
  const found = await client.request(path, { op: 'ids', query: { op: 'and', of: [] }, order, nowMillis: 0 });
  const state = await client.request(path, { op: 'state' });
  const ids = new Set(found);
  const lost = [...confirmed].filter((id) => !ids.has(id)).length;
  const miscounted = Math.abs(state.users - ids.size) + Math.abs((state.pass?.read ?? 0) - ids.size);
  return lost + (found.length - ids.size) + miscounted + (state.wasRebuilt ? 1 : 0);
}

function startWorker() {
  let child: ReturnType<typeof fork> | null = null;
  process.once('exit', () => void child?.kill());
  const client = createLibraryClient(() => {
    const own = fork(join(root, 'out', 'main', 'library-worker.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    child = own;
    return forkedWorker(own);
  });
  return {
    client,
    /** Resolves to whether it died of it. */
    async kill() {
      if (child === null || child.exitCode !== null) return false;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      const [, signal] = (await ended) as [number | null, string | null];
      return signal === 'SIGKILL';
    },
  };
}
