import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createLockHolders, type ProcessSource } from './lock-holder';

const statOf = (name: string, state: string, start: number) => `17 (${name}) ${state} ${'1 '.repeat(18)}${start} 0 0\n`;

/** A machine with process 17, and changes of it. */
async function machine() {
  const folder = await temporaryFolder();
  const running = new Set([17]);
  const write = (pid: number, text: string) =>
    mkdir(join(folder, `${pid}`), { recursive: true }).then(() => writeFile(join(folder, `${pid}/stat`), text));
  const link = async (kind: string, target: string) => {
    await rm(join(folder, 'self/ns', kind), { force: true });
    await symlink(target, join(folder, 'self/ns', kind));
  };
  const boot = (id: string) => writeFile(join(folder, 'sys/kernel/random/boot_id'), id);
  for (const path of ['sys/kernel/random', 'self/ns']) await mkdir(join(folder, path), { recursive: true });
  await boot('boot-1\n');
  await link('pid', 'pid:[4026531836]');
  await link('time', 'time:[4026531834]');
  await write(17, statOf('latchkey', 'S', 1000));
  const source: ProcessSource = {
    pid: 17,
    folder,
    host: 'desk',
    signal(pid) {
      if (!running.has(pid)) throw Object.assign(new Error('kill'), { code: 'ESRCH' });
    },
  };
  return { folder, running, write, link, boot, source };
}
type Machine = Awaited<ReturnType<typeof machine>>;

describe('the process that a mark names', () => {
  test.each<{ what: string; change: (one: Machine) => unknown; other?: Partial<ProcessSource>; state: string }>([
    { what: 'runs', change: () => undefined, state: 'running' },
    {
      what: 'runs under a name with parentheses and spaces',
      change: ({ write }) => write(17, statOf('a) S 1 (b', 'R', 1000)),
      state: 'running',
    },
    { what: 'is stopped', change: ({ write }) => write(17, statOf('latchkey', 'T', 1000)), state: 'running' },
    { what: 'has ended', change: ({ running }) => running.delete(17), state: 'ended' },
    { what: 'has ended, and its parent hasn’t noticed', change: ({ write }) => write(17, statOf('latchkey', 'Z', 1000)), state: 'ended' },
    { what: 'has ended, and another one has its number', change: ({ write }) => write(17, statOf('bash', 'S', 2000)), state: 'ended' },
    {
      what: 'isn’t listed, as that of another user',
      change: ({ folder }) => rm(join(folder, '17'), { recursive: true }),
      state: 'unknown',
    },
    { what: 'is listed in another form', change: ({ write }) => write(17, 'nothing'), state: 'unknown' },
    { what: 'is listed without a time', change: ({ write }) => write(17, '17 (latchkey) S 1'), state: 'unknown' },
    {
      what: 'can’t be signaled, as that of another user',
      change: () => undefined,
      other: {
        signal() {
          throw Object.assign(new Error('kill'), { code: 'EPERM' });
        },
      },
      state: 'running',
    },
    { what: 'ran before the machine was restarted', change: ({ boot }) => boot('boot-2\n'), state: 'unknown' },
    { what: 'is of another machine', change: ({ running }) => running.delete(17), other: { host: 'laptop' }, state: 'unknown' },
    {
      what: 'is in another container',
      change: async ({ link, running }) => {
        running.delete(17);
        await link('pid', 'pid:[4026532000]');
      },
      state: 'unknown',
    },
    { what: 'is in a container with another time', change: ({ link }) => link('time', 'time:[4026532000]'), state: 'unknown' },
    { what: 'is seen where processes have no folder', change: () => undefined, other: { folder: null }, state: 'unknown' },
  ])('$what: $state', async ({ change, other = {}, state }) => {
    const one = await machine();
    const mark = await createLockHolders(one.source).newMark();
    await change(one);
    expect(await createLockHolders({ ...one.source, pid: 18, ...other }).stateOf(mark)).toBe(state);
  });
});

test.each(['', 'mark', '.DS_Store', '0b1c8a6e-0000-4000-8000-000000000000', '0b1c8a6e-0000-4000-8000-000000000000.abc.17.1000', '../../x'])(
  '%j names no process',
  async (mark) => expect(await createLockHolders((await machine()).source).stateOf(mark)).toBe('unknown'),
);

test.each<{ what: string; change: (one: Machine) => unknown }>([
  { what: 'the start of the machine', change: ({ folder }) => rm(join(folder, 'sys'), { recursive: true }) },
  { what: 'an ID of the start', change: ({ boot }) => boot('') },
  { what: 'the container', change: ({ folder }) => rm(join(folder, 'self/ns/pid')) },
  { what: 'the process itself', change: ({ folder }) => rm(join(folder, '17'), { recursive: true }) },
])('a mark names no process where the system doesn’t say $what', async ({ change }) => {
  const one = await machine();
  await change(one);
  expect(await createLockHolders(one.source).newMark()).toMatch(/^[0-9a-f-]{36}$/);
});
