/** Programs that npm runs end with npm, also when it is killed, and only then. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tryBuild } from '../../scripts/lib/setup.mjs';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');
/** The environment of a terminal, without npm's variables. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Starts a process, whose output ends when the last process that writes to it has ended. */
function start(command: string, args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr?.resume();
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of child.stdout ?? []) {
    text += part;
    if (text.includes('\n')) break;
  }
  return text;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch {
    return false;
  }
}

/** Whether a process is a zombie: orphans stay listed until process 1 collects them, which not every container does. */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

/** Waits until the processes have ended, because they close their output shortly before that. */
async function expectEnded(...pids: number[]): Promise<void> {
  await eventually(async () => expect(pids.filter(isRunning)).toEqual([]));
}

const library = (name: string) => JSON.stringify(pathToFileURL(join(root, 'scripts/lib', name)).href);

/** A fake program that counts in a file, and ends like the real ones. */
const program = `
import { writeFileSync } from 'node:fs';
let count = 0;
setInterval(() => writeFileSync('program.json', JSON.stringify({ pid: process.pid, parent: process.ppid, count: (count += 1) })), 20);
for (const reason of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(reason, () => process.exit(0));
`;
const script = `
import { endWithNpm } from ${library('end-with-npm.mjs')};
import { become } from ${library('run.mjs')};
await endWithNpm(50);
become(process.execPath, [${'`'}${'$'}{process.argv[2]}/program.mjs${'`'}]);
`;
/** Starts the script in the way that its first argument selects, and ends. */
const launcher = `
import { spawn } from 'node:child_process';
spawn(process.execPath, ['script.mjs', process.cwd()], { detached: process.argv[2] === 'detached', stdio: 'ignore' }).unref();
`;

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly count: number;
}

/** Creates a project whose program npm can run. */
async function project() {
  const folder = await temporaryFolder();
  const scripts = { start: `node script.mjs ${folder}`, detached: 'node launcher.mjs detached' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'x', scripts }));
  // npm runs a program in the project's folder, so the program writes its file there.
  await writeFile(join(folder, 'program.mjs'), program.replace("'program.json'", JSON.stringify(join(folder, 'program.json'))));
  await writeFile(join(folder, 'script.mjs'), script);
  await writeFile(join(folder, 'launcher.mjs'), launcher);
  const read = async (): Promise<Entry> => JSON.parse(await readFile(join(folder, 'program.json'), 'utf8'));
  const entry = () => eventually(read);
  onTestFinished(async () => {
    const { pid, parent } = await read().catch(() => ({ pid: 0, parent: 0 }));
    for (const left of [parent, pid]) if (left > 1 && isRunning(left)) process.kill(left, 'SIGKILL');
  });
  return { folder, entry };
}

describe('npm', () => {
  test.each(['SIGTERM', 'SIGKILL', 'SIGHUP'] as const)('ends its program when it is ended by %s', async (signal) => {
    const { folder, entry } = await project();
    const npm = start('npm', ['start', '--silent'], folder);
    const { pid, parent } = await entry();
    npm.kill(signal);
    await once(npm, 'close');
    await expectEnded(pid, parent);
  });

  test('does not end a detached process', async () => {
    const { folder, entry } = await project();
    await once(start('npm', ['run', 'detached', '--silent'], folder), 'close');
    const { count } = await entry();
    await eventually(async () => expect((await entry()).count).toBeGreaterThan(count + 20));
  });
});

test('a program whose script is killed ends as well', async () => {
  const { folder, entry } = await project();
  const npm = start('npm', ['start', '--silent'], folder);
  const { pid, parent } = await entry();
  process.kill(parent, 'SIGKILL');
  await once(npm, 'close');
  await expectEnded(pid);
});

test('a script that npm does not run outlives the process that started it', async () => {
  const { folder, entry } = await project();
  await once(start(process.execPath, ['launcher.mjs', 'attached'], folder), 'close');
  const { count } = await entry();
  await eventually(async () => expect((await entry()).count).toBeGreaterThan(count + 20));
});

describe('the real programs', () => {
  beforeAll(async () => {
    const problem = await tryBuild();
    if (problem !== null) throw new Error(problem);
  });

  const programs = [
    { name: 'sandbox', args: async () => ['run', '-s', 'sandbox', '--', '--port', '0', '--users', '3', '--json'] },
    {
      name: 'browser host',
      args: async () => {
        const profile = join(await temporaryFolder(), 'profile');
        return ['start', '-s', '--', '--host', 'browser', '--no-open', '--keychain', 'memory', '--json', '--profile', profile];
      },
    },
  ];

  test.each(programs.flatMap((one) => (['SIGTERM', 'SIGKILL'] as const).map((signal) => ({ ...one, signal }))))(
    'end with npm: the $name, by $signal',
    async ({ args, signal }) => {
      const npm = start('npm', await args(), root);
      const { url } = JSON.parse(await firstLine(npm));
      const { status } = await fetch(url);
      expect(status).toBeLessThan(500);
      npm.kill(signal);
      npm.stdout?.resume();
      await once(npm, 'close');
      await expect(fetch(url)).rejects.toThrow();
    },
  );
});
