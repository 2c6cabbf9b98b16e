import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openRecords } from './open-records';

const script = join(import.meta.dirname, '../../../../scripts/verify-journal.mjs');

interface Exported {
  readonly lines: readonly string[];
  readonly next: number | null;
}

/** Returns the export of a journal with an erased and a trimmed part, and hostile texts. */
async function exported() {
  const folder = await temporaryFolder();
  const records = openRecords({ path: join(folder, 'records.db'), key: 'ab'.repeat(32), nowMillis: 1 });
  const ask = (request: Parameters<typeof records.handle>[0]) => records.handle(request, async () => undefined);
  const actor = { kind: 'none', id: null, lastFour: null } as const;
  const facts = {
    osUser: 'ü\ud800"\\',
    actor,
    connectionId: null,
    destination: null,
    endpoint: 'users.update',
    people: [],
    job: null,
  } as const;
  for (const id of ['u1', 'u2', 'u3', 'u4']) {
    await ask({
      op: 'append-intent',
      timeMillis: 5,
      writer: 'w',
      pid: 1,
      facts: {
        ...facts,
        people: [],
        actor: { ...actor },
        target: { kind: 'user', id },
        source: 'window',
        impersonation: null,
        undoes: null,
      },
      personal: { names: { user: '\u2028\0🔑' }, before: { __proto__x: 1, b: 1.5e-7, a: [null, true, ''] }, request: { é: 1, z: 2, Z: 3 } },
    });
    const outcome = { result: 'done', status: 200, requestId: null, code: null, known: null, createdId: null } as const;
    const about = ((await ask({ op: 'journal-end' })) as { seq: number }).seq;
    await ask({ op: 'append-outcome', timeMillis: 6, about, facts: outcome, made: { display_name: 'é' } });
  }
  await ask({ op: 'erase-person', timeMillis: 7, ids: ['u3'], names: [], destination: null });
  await ask({ op: 'trim-journal', timeMillis: 8, olderThanMillis: 0, maxEntries: 3 });
  const lines: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = (await ask({ op: 'export-chain', after, limit: 2 })) as Exported;
    lines.push(...page.lines);
    after = page.next;
  }
  records.close();
  const verify = (changed: readonly string[]) => {
    const path = join(folder, 'export.ndjson');
    writeFileSync(path, changed.map((line) => `${line}\n`).join(''));
    const { status, stdout } = spawnSync(process.execPath, [script, path], { encoding: 'utf8' });
    return { status, said: stdout.split('\n').slice(0, -3) };
  };
  return { lines, verify };
}

test('an export is verified with nothing but Node, and what was changed in it is named', async () => {
  const { lines, verify } = await exported();
  const seqs = lines.map((line) => (JSON.parse(line) as { entry: { seq: number } }).entry.seq);
  const first = seqs[0] ?? 0;
  expect(first).toBeGreaterThan(1);
  expect(verify(lines)).toEqual({ status: 0, said: [] });
  const with1 = (change: (line: string) => string) => lines.map((line, at) => (at === 1 ? change(line) : line));
  expect(verify(with1((line) => line.replace('"done"', '"failed"')))).toEqual({
    status: 1,
    said: [`Entry ${first + 1}: it isn't what was recorded.`],
  });
  expect(verify(lines.toSpliced(1, 1))).toMatchObject({ status: 1, said: [`Entry ${first + 2}: it follows entry ${first}.`] });
  expect(verify(lines.slice(1)).said).toEqual([`Entry ${first + 1}: the entries before it are missing.`]);
  expect(verify(lines.map((line, at) => (at === 0 ? line.replace('"Z":3', '"Z":4') : line))).said).toEqual([
    `Entry ${first}: its personal part isn't what was recorded.`,
  ]);
  expect(verify(lines.map((line, at) => (at === 0 ? line.replace(/"personal":\{"part".*$/s, '"personal":null}') : line))).said).toEqual([
    `Entry ${first}: its personal part is missing, and wasn't erased.`,
  ]);
  expect(verify(with1(() => 'no JSON')).said).toContain("Line 2: it isn't an entry.");
  expect(verify([])).toMatchObject({ status: 1 });
});
