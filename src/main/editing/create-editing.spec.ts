import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createPendingWrites } from '../runtime/pending';
import { createEditing, type EditingDeps } from './create-editing';

const window = { windowId: 'w' };
const source = 'export const subject = "Hello";\n';

/** Saves at once, as editors that write a new file first: a file that is read while it is written would count as two changes. */
async function save(path: string, content: string | Uint8Array) {
  await writeFile(`${path}~`, content);
  await rename(`${path}~`, path);
}

async function setUp({ openFile = async () => true, ...more }: Partial<EditingDeps['ports'] & EditingDeps> = {}) {
  const profileFolder = await temporaryFolder();
  const clock = createFakeClock();
  const pushed: unknown[] = [];
  let made = 0;
  const runtime = {
    newId: () => String(++made).padStart(4, '0'),
    pushEdited: (...push: unknown[]) => void pushed.push(push),
    pendingWrites: createPendingWrites(),
  };
  const editing = createEditing({ ports: { profileFolder, clock, openFile }, runtime, assertPermitted: () => undefined, ...more });
  onTestFinished(() => editing.close());
  const { externalEdits } = editing.handlers;
  const start = () => externalEdits.open({ text: source, name: 'Größe & Maß' }, window);
  /** Runs the clock until the window was notified `count` times. */
  const told = (count: number) =>
    eventually(async () => {
      await clock.advance(150);
      expect(pushed).toHaveLength(count);
    });
  return { profileFolder, clock, pushed, editing, externalEdits, start, told };
}

test('a source is a private file, and what is saved there is read by its window', async () => {
  const opened: string[] = [];
  const { externalEdits, start, told, pushed } = await setUp({ openFile: async (path) => opened.push(path) > 0 });
  const { id, path, isOpened } = await start();
  expect([isOpened, opened, await readFile(path, 'utf8')]).toEqual([true, [path], source]);
  expect(path).toMatch(/email-Gro-e-Ma\.tsx$/);
  expect([(await stat(path)).mode & 0o777, (await stat(dirname(path))).mode & 0o777]).toEqual([0o600, 0o700]);
  await save(path, 'first');
  await told(1);
  expect(pushed).toEqual([[{ id }, 'w']]);
  expect(await externalEdits.read({ id }, window)).toEqual({ text: 'first' });
  await save(path, '\uFEFFsecond');
  await told(2);
  expect(await externalEdits.read({ id }, window)).toEqual({ text: 'second' });
  expect(await reportOf(externalEdits.read({ id }, { windowId: 'other' }))).toEqual({ code: 'object-gone' });
});

test('saving the same text doesn’t notify the window', async () => {
  const { start, told, pushed, clock } = await setUp();
  const { path } = await start();
  await save(path, source);
  await eventually(() => expect(clock.waiting).toBe(1));
  await clock.advance(150);
  await save(path, 'other');
  await told(1);
  expect(pushed).toHaveLength(1);
});

test.each([
  ['another encoding', Buffer.from([0x45, 0xff, 0xfe])],
  ['zeros', Buffer.from('a\0b')],
  ['too much', Buffer.alloc(1_000_001, 'x')],
])('%s isn’t text', async (_what, bytes) => {
  const { externalEdits, start, told } = await setUp();
  const { id, path } = await start();
  await save(path, bytes);
  await told(1);
  expect(await externalEdits.read({ id }, window)).toEqual({ text: null });
});

test('a file is deleted with what an editor left beside it: when it is closed, with its window, and when the app quits', async () => {
  const { profileFolder, editing, externalEdits, start } = await setUp();
  const all = [await start(), await start(), await externalEdits.open({ text: '', name: '' }, { windowId: 'other' })];
  for (const { path } of all) await writeFile(join(dirname(path), '.swap'), source);
  const [first, , third] = all;
  await externalEdits.close({ id: first?.id ?? '' }, { windowId: 'other' });
  expect(all.map(({ path }) => existsSync(path))).toEqual([true, true, true]);
  await externalEdits.close({ id: first?.id ?? '' }, window);
  expect(all.map(({ path }) => existsSync(dirname(path)))).toEqual([false, true, true]);
  editing.forgetWindow('w');
  await eventually(() => expect(all.map(({ path }) => existsSync(dirname(path)))).toEqual([false, false, true]));
  await writeFile(third?.path ?? '', 'late');
  await editing.close();
  expect(await readdir(join(profileFolder, 'editing'))).toEqual([]);
});

test('a window that is closed while its file is created leaves none, and none is opened', async () => {
  const opened: string[] = [];
  const { profileFolder, editing, start } = await setUp({ openFile: async (path) => opened.push(path) > 0 });
  const starting = reportOf(start());
  editing.forgetWindow('w');
  expect(await starting).toEqual({ code: 'cancelled' });
  await eventually(async () => expect(await readdir(join(profileFolder, 'editing'))).toEqual([]));
  expect(opened).toEqual([]);
});

test('what a process that has ended left is deleted, and nothing else', async () => {
  const { profileFolder, editing } = await setUp();
  const folder = join(profileFolder, 'editing');
  // No process has a number like the first; the parent of this one runs.
  const names = [`4999999-${'a'.repeat(32)}`, `${process.pid}-ab`, `${process.ppid}-ab`, 'notes'];
  for (const name of names) await mkdir(join(folder, name, 'inner'), { recursive: true });
  await editing.clean();
  expect((await readdir(folder)).sort()).toEqual([`${process.ppid}-ab`, 'notes'].sort());
});

test('a file that no program opens stays, so that the user can', async () => {
  const { start } = await setUp({ openFile: () => Promise.reject(new Error('no program')) });
  const { isOpened, path } = await start();
  expect([isOpened, existsSync(path)]).toEqual([false, true]);
});

test('nothing is written in a browser, under a policy that forbids exports, or without an end', async () => {
  const browser = await setUp({ openFile: null });
  expect(await reportOf(browser.start())).toEqual({ code: 'not-allowed' });
  const forbidden = await setUp({
    assertPermitted: () => {
      throw fail('forbidden-by-policy');
    },
  });
  expect(await reportOf(forbidden.start())).toEqual({ code: 'forbidden-by-policy' });
  for (const { profileFolder } of [browser, forbidden]) expect(existsSync(join(profileFolder, 'editing'))).toBe(false);
  const { start } = await setUp();
  const results = await Promise.allSettled(Array.from({ length: 30 }, start));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});
