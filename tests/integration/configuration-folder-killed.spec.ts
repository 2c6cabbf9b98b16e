/** Processes that end while they rewrite a folder of configuration: what is left is one of both configurations, or is refused. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FolderError } from '#main/configuration/folder-checks.ts';
import { readFolder, writeFolder } from '#main/configuration/folder-files.ts';
import { workerFolder } from '../support/main/build-worker';
import { endBefore } from '../support/main/dying-files';
import type { FolderWriting } from '../support/main/folder-writer';
import { seededRandom } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

vi.mock('node:fs/promises', async (load) => (await import('../support/main/dying-files')).dyingFiles(await load()));

interface Configuration {
  readonly name: 'one' | 'other';
  readonly text: string;
  readonly templates: number;
}

/** Has its own template beside those of both. */
const configuration = (name: Configuration['name'], shared: number): Configuration => ({
  name,
  text: `version: 1\nemail_templates:\n${[name, ...Array.from({ length: shared }, (_, at) => `Template ${at}`)]
    .sort()
    .map((each) => `  ${each}:\n    source: |\n${`      ${name} `.padEnd(2_000, 'x')}\n`)
    .join('')}`,
  templates: shared + 1,
});

/** Resolves to the names that are found in the folder: one of both, unless it is a mixture. Resolves to `interrupted` if it is refused. */
async function stateOf(folder: string): Promise<string> {
  try {
    return [...new Set((await readFolder(folder)).match(/\b(?:one|other)\b/g))].join(' and ');
  } catch (thrown) {
    return thrown instanceof FolderError ? thrown.problem.reason : String(thrown);
  }
}

/** Whether the user has given up what an export replaces. One who was interrupted isn't asked again, and gives up nothing of others. */
const isForced = (state: string) => state !== 'interrupted';

/** Resolves to what the next export leaves in a folder. */
async function exported(folder: string, state: string, { text }: Configuration) {
  await writeFolder(folder, text, isForced(state));
  const [names, templates] = [await readdir(folder), await readdir(join(folder, 'templates'))];
  return { state: await stateOf(folder), templates: templates.length, names };
}

const whole = ({ name, templates }: Configuration) => ({ state: name, templates, names: ['project.yaml', 'templates'] });

interface Left {
  /** The step before which the process has ended. */
  readonly at: string;
  readonly folder: string;
  readonly state: string;
}

/** Starts processes that write a configuration over a folder, each of which ends one step later than the one before. Resolves to what they leave. */
async function endedAtEachStep(
  before: Pick<Left, 'folder' | 'state'>,
  { text }: Configuration,
  orders: readonly boolean[] = [false, true],
): Promise<readonly Left[]> {
  const left: Left[] = [];
  const copies = await temporaryFolder();
  for (const removesLastFirst of orders) {
    for (let number = 1; ; number += 1) {
      const folder = join(copies, `${number} ${removesLastFirst}`);
      cpSync(before.folder, folder, { recursive: true });
      const at = await endBefore(number, () => writeFolder(folder, text, isForced(before.state)), { removesLastFirst });
      if (at === null) break;
      left.push({ at, folder, state: await stateOf(folder) });
    }
  }
  return left;
}

async function written(configuration: Configuration) {
  const folder = join(await temporaryFolder(), 'project');
  await writeFolder(folder, configuration.text, false);
  return { folder, state: configuration.name };
}

describe('a process that ends at any step', () => {
  const [one, other] = [configuration('one', 1), configuration('other', 2)];

  test.each([
    { what: 'more', from: one, to: other },
    { what: 'fewer', from: other, to: one },
  ])('while it writes $what templates leaves one of both, or what is refused until the next export', async ({ from, to }) => {
    const left = await endedAtEachStep(await written(from), to);
    expect(left.length).toBeGreaterThan(40);
    expect(left.filter(({ state }) => !['one', 'other', 'interrupted'].includes(state))).toEqual([]);
    const order = left.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
    const once = [from.name, 'interrupted', to.name];
    expect(order).toEqual([...once, ...once]);
    for (const { at, folder, state } of left) {
      const copy = `${folder} copy`;
      cpSync(folder, copy, { recursive: true });
      expect([at, await exported(folder, state, one)]).toEqual([at, whole(one)]);
      expect([at, await exported(copy, state, other)]).toEqual([at, whole(other)]);
    }
  });

  test('over what another one left leaves that refused, or its own', async () => {
    const interrupted = (await endedAtEachStep(await written(one), other, [false])).filter(({ state }) => state === 'interrupted');
    expect(interrupted.length).toBeGreaterThan(5);
    for (const [at, first] of interrupted.entries()) {
      const wanted = at % 2 === 0 ? one : other;
      const second = await endedAtEachStep(first, wanted);
      expect(second.filter(({ state }) => ![wanted.name, 'interrupted'].includes(state)).map((each) => [first.at, each.at])).toEqual([]);
      const last = at % 2 === 0 ? other : one;
      for (const each of second) {
        const at = [first.at, each.at];
        expect([at, await exported(each.folder, each.state, last)]).toEqual([at, whole(last)]);
      }
    }
  });
});

/** Lets a process write for some milliseconds, and kills it. */
async function kill(child: ChildProcess, writing: FolderWriting, millis: number): Promise<void> {
  const ended = once(child, 'exit');
  const started = once(child, 'message');
  child.send(writing);
  await Promise.race([started, ended]);
  await pause(millis);
  child.kill('SIGKILL');
  const [code, signal] = (await ended) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`The process has ended with ${code}.`);
}

test('a process that is killed at any moment leaves one of both, or what is refused until the next export', async () => {
  const program = join(await workerFolder(), 'folder-writer.js');
  const children = Array.from({ length: 6 }, () => fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
  onTestFinished(() => children.forEach((child) => void child.kill('SIGKILL')));
  const [one, other] = [configuration('one', 20), configuration('other', 20)];
  const { folder } = await written(one);
  const random = seededRandom(39);
  for (const [at, child] of children.entries()) {
    await kill(child, { folder, texts: [one.text, other.text] }, ((random(1)[0] ?? 0) / 255) * 40);
    const state = await stateOf(folder);
    expect(['one', 'other', 'interrupted']).toContain(state);
    const wanted = at % 2 === 0 ? one : other;
    expect(await exported(folder, state, wanted)).toEqual(whole(wanted));
  }
});
