/** Processes that are killed while they rewrite a folder of configuration: what is left is one of both configurations, or is refused. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FolderError } from '#main/configuration/folder-checks.ts';
import { readFolder, writeFolder } from '#main/configuration/folder-files.ts';
import { workerFolder } from '../support/main/build-worker';
import type { FolderWriting } from '../support/main/folder-writer';
import { seededRandom } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

const templates = 20;

/** Has a template of its own beside those of both. */
const documentOf = (name: string) =>
  `version: 1\nemail_templates:\n${[name, ...Array.from({ length: templates }, (_, at) => `Template ${at}`)]
    .sort()
    .map((each) => `  ${each}:\n    source: |\n${`      ${name} `.padEnd(2_000, 'x')}\n`)
    .join('')}`;
const texts = [documentOf('one'), documentOf('other')] as const;

/** Lets a process write for a while, and kills it. */
async function killOne(program: string, writing: FolderWriting, millis: number): Promise<void> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const started = once(child, 'message');
  child.send(writing);
  await Promise.race([started, ended]);
  await pause(millis);
  child.kill('SIGKILL');
  const [code, signal] = (await ended) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`The process has ended with ${code}.`);
}

/** Resolves to the names that are found in the folder: one of both, unless it is a mixture. Resolves to `interrupted` if it is refused. */
async function stateOf(folder: string): Promise<string> {
  try {
    return [...new Set((await readFolder(folder)).match(/\b(?:one|other)\b/g))].join(' and ');
  } catch (thrown) {
    return thrown instanceof FolderError ? thrown.problem.reason : String(thrown);
  }
}

test('a folder is one of both, or refused until the next export, which leaves nothing of the other', async () => {
  const program = join(await workerFolder(), 'folder-writer.js');
  const folder = join(await temporaryFolder(), 'project');
  const random = seededRandom(39);
  const states = new Map<string, number>();
  await writeFolder(folder, texts[0], false);
  expect(await stateOf(folder)).toBe('one');
  for (let kills = 0; kills < 30 || (states.get('interrupted') === undefined && kills < 300); kills += 1) {
    await killOne(program, { folder, texts }, ((random(1)[0] ?? 0) / 255) * 40);
    const state = await stateOf(folder);
    states.set(state, (states.get(state) ?? 0) + 1);
    // The user names neither again, and gives up nothing of others.
    const wanted = kills % 2;
    await writeFolder(folder, texts[wanted] ?? '', state !== 'interrupted');
    expect(await stateOf(folder)).toBe(['one', 'other'][wanted]);
    expect(await readdir(join(folder, 'templates'))).toHaveLength(templates + 1);
    expect(await readdir(folder)).toEqual(['project.yaml', 'templates']);
  }
  expect([...states.keys()].filter((state) => !['one', 'other', 'interrupted'].includes(state))).toEqual([]);
  expect(states.get('interrupted')).toBeGreaterThan(0);
});
