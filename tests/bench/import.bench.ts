/** The check of a file with a hundred thousand lines, against an index of as many users: how long it takes, and what memory. */
import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { csvRow } from '#contract/export/csv.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { importPartBytes } from '#contract/imports/source.ts';
import { everyUser, newestFirst, type UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { UserField } from '#contract/workers/library.ts';
import { createCopy } from '#main/imports/import-files.ts';
import { suggestedMapping } from '#main/imports/mapping/suggest-mapping.ts';
import { createOpenImport } from '#main/imports/open-import.ts';
import { createLibraryClient, type LibraryClient } from '#main/library/library-client.ts';
import { matchingUsers } from '#main/local-index/matching-users.ts';
import { forkedWorker } from '../support/main/forked-worker';
import type { Measurement } from './lib/measurement';
import { peakMemory, resetPeakMemory, residentMemory } from './lib/memory';
import { root } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { median } from './lib/statistics';
import { variedUsers } from './lib/varied-users';

const many = 100_000;
const batch = 500;
const rounds = 3;
const key = 'ab'.repeat(32);

export async function measure(): Promise<Measurement[]> {
  const client = createLibraryClient(startWorker);
  try {
    const path = await filledIndex(client);
    const profileFolder = join(runFolder(), 'import');
    await mkdir(profileFolder, { recursive: true });
    const times: number[] = [];
    let memory = 0;
    let detail = '';
    for (let round = 0; round < rounds; round += 1) {
      const checked = await check(client, path, profileFolder);
      times.push(checked.seconds);
      memory = Math.max(memory, checked.memory);
      detail = checked.detail;
    }
    return [
      { name: `import of ${many} lines, check`, value: median(times), unit: 's', limit: 10, detail: `${detail}, median of ${rounds}` },
      {
        name: `import of ${many} lines, memory of the check`,
        value: memory / 1000,
        unit: 'kB',
        limit: 250_000,
        detail: `the most of ${rounds} over what there was before, garbage included`,
      },
    ];
  } finally {
    client.end();
  }
}

function startWorker() {
  const child = fork(join(root, 'out', 'main', 'library-worker.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  process.once('exit', () => void child.kill());
  return forkedWorker(child);
}

async function filledIndex(client: LibraryClient): Promise<string> {
  const path = join(runFolder(), 'library', 'import.db');
  await client.open({ path, key, subject: 'import' });
  for (let at = 0; at < many; at += batch) await client.request(path, { op: 'put-users', users: variedUsers(at, batch, many) });
  return path;
}

/** Lines of users who stay, change, and are new, and one in fifty that can't be imported. */
function fileText(): Buffer {
  const rows: string[] = [csvRow(['email', 'display_name', 'server.plan', 'server.imported'])];
  for (let at = 0; at < many; at += batch) {
    for (const [offset, { primary_email: email, display_name: name, server_metadata }] of variedUsers(at, batch, many).entries()) {
      const n = at + offset;
      const { plan } = (server_metadata ?? {}) as { plan?: string };
      if (n % 50 === 0) rows.push(`not an address,${n}\r\n`);
      else if (n % 4 === 0) rows.push(csvRow([`new${n}@example.com`, `New ${n}`, 'free', String(n)]));
      else rows.push(csvRow([email ?? `none${n}@example.com`, name ?? '', plan ?? '', n % 2 === 0 ? '' : String(n)]));
    }
  }
  return Buffer.from(rows.join(''));
}

async function check(client: LibraryClient, path: string, profileFolder: string) {
  const bytes = fileText();
  const copy = await createCopy(profileFolder);
  const open = createOpenImport(
    { id: 'i', connectionId: 'c', kind: 'users', name: 'users.csv', size: bytes.length },
    { profileFolder, copy, onChange: () => undefined, access: indexAccess(client, path) },
  );
  for (let at = 0; at < bytes.length; at += importPartBytes) await open.append(at, bytes.subarray(at, at + importPartBytes));
  await open.finish(true);
  globalThis.gc?.();
  const before = residentMemory(process.pid);
  resetPeakMemory(process.pid);
  const start = performance.now();
  const mapping: ImportMapping = suggestedMapping('users', open.read().outline.columns);
  open.check(mapping);
  while (open.run().state === 'checking') await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - start) / 1_000;
  const memory = Math.max(0, peakMemory(process.pid) - before);
  const { result, error } = open.run();
  if (result === null) throw new Error(`The check failed: ${JSON.stringify(error)}`);
  const { create, change, same, impossible } = result.counts;
  await open.remove();
  return {
    seconds,
    memory,
    detail: `${create} new, ${change} changed, ${same} the same, ${impossible} impossible, ${many} users in the index`,
  };
}

/** Reads of the index as imports make them, and none of the service. */
function indexAccess(client: LibraryClient, path: string) {
  async function* matching(_scope: UserScope, fields?: readonly UserField[]): AsyncGenerator<readonly ServerUser[]> {
    yield* matchingUsers((of) => client.request(path, of), { query: everyUser, order: newestFirst, nowMillis: 0 }, fields);
  }
  const source = {
    matching,
    hasFeature: async () => true,
    indexed: async () => [],
    call: () => Promise.reject(new Error('The check of this file asks the service for nothing.')),
  };
  return { assertAllowed: () => undefined, sourceOf: () => source, hasIndex: () => true, ownTargets: () => new Map(), now: () => 0 };
}
