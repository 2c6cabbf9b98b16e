/** A file of the maximum size is copied, read, and checked: what memory that takes. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importPartBytes, maxImportBytes } from '#contract/imports/source.ts';
import { createCopy } from '#main/imports/import-files.ts';
import { suggestedMapping } from '#main/imports/mapping/suggest-mapping.ts';
import { createOpenImport } from '#main/imports/open-import.ts';
import type { Measurement } from './lib/measurement';
import { peakMemory, resetPeakMemory, residentMemory } from './lib/memory';
import { runFolder } from './lib/sandbox';

const header = 'email,display_name,server.plan,server.note';
/** Bytes of a line, with its end. */
const lineBytes = 4_096;
const linesOfPart = importPartBytes / lineBytes;

export async function measure(): Promise<Measurement[]> {
  const profileFolder = join(runFolder(), 'large-import');
  await mkdir(profileFolder, { recursive: true });
  const copy = await createCopy(profileFolder);
  const open = createOpenImport(
    { id: 'i', connectionId: 'c', kind: 'users', name: 'users.csv', size: maxImportBytes },
    { profileFolder, copy, onChange: () => undefined, access },
  );
  try {
    globalThis.gc?.();
    const before = residentMemory(process.pid);
    resetPeakMemory(process.pid);
    const seconds = secondsFrom(performance.now());
    for (let at = 0; at < maxImportBytes; at += importPartBytes) await open.append(at, part(at / lineBytes));
    const copied = seconds();
    const source = await open.finish(true);
    if (source === null) throw new Error(`The file can't be read: ${JSON.stringify(open.run().fault)}`);
    const read = seconds();
    open.check(suggestedMapping('users', open.read().outline.columns));
    while (open.run().state === 'checking') await new Promise((resolve) => setTimeout(resolve, 10));
    const { result, error } = open.run();
    if (result === null) throw new Error(`The check failed: ${JSON.stringify(error)}`);
    const { create, impossible } = result.counts;
    return [
      {
        name: 'import of a file of 1 GB, memory',
        value: Math.max(0, peakMemory(process.pid) - before) / 1_000,
        unit: 'kB',
        limit: 250_000,
        detail: `${create} new, ${impossible} impossible; copied after ${copied} s, read after ${read} s, checked after ${seconds()} s`,
      },
    ];
  } finally {
    await open.remove();
  }
}

const secondsFrom = (start: number) => () => Math.round((performance.now() - start) / 1_000);

/** Lines of one length, from a number on; the first is the header, and one in fifty can't be imported. */
function part(first: number): Buffer {
  const lines = Array.from({ length: linesOfPart }, (_, at) => {
    const n = first + at;
    if (n === 0) return `${header.padEnd(lineBytes - 1)}\n`;
    const start = n % 50 === 0 ? `not an address,${n},free,` : `user${n}@example.com,User ${n},free,`;
    return `${start.padEnd(lineBytes - 1, `note ${n} `)}\n`;
  });
  return Buffer.from(lines.join(''));
}

/** A project without users. */
const access = {
  assertAllowed: () => undefined,
  sourceOf: () => ({
    async *matching() {},
    hasFeature: async () => true,
    indexed: async () => [],
    call: () => Promise.reject(new Error('The check of this file asks the service for nothing.')),
  }),
  hasIndex: () => true,
  ownTargets: () => new Map(),
  now: () => 0,
};
