import { expect, test } from 'vitest';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { errorOf, reportOf } from '#tests/support/main/test-ports.ts';
import type { Clipboard } from '../ports/ports';
import { createSecretCopier } from './copy-secret';

function setUp() {
  const clock = createFakeClock();
  const held = { text: 'before' };
  const app = { isLocked: false, minimizes: true };
  const clipboard: Clipboard = {
    read: async () => held.text,
    write: async (text) => {
      held.text = text;
    },
  };
  const isLocked = () => app.isLocked;
  const minimized: string[] = [];
  const minimize = () => (app.minimizes ? ({ windowId }: { windowId: string }) => void minimized.push(windowId) : null);
  return { clock, held, app, clipboard, minimized, ...createSecretCopier({ clipboard, clock, seconds: () => 30, isLocked, minimize }) };
}

test('a copied secret is cleared after 30 s', async () => {
  const { clock, held, copy } = setUp();
  await copy('secret');
  await clock.advance(29_999);
  expect(held.text).toBe('secret');
  await clock.advance(1);
  expect([held.text, clock.waiting]).toEqual(['', 0]);
});

test('minimizes the window once a secret was copied from it, if that is set', async () => {
  const { app, clipboard, minimized, copy } = setUp();
  const from = { windowId: 'a' };
  const { write } = clipboard;
  let release = () => {};
  clipboard.write = (text) => new Promise<void>((resolve) => (release = resolve)).then(() => write(text));
  const copying = copy('secret', from);
  await settle();
  expect(minimized).toEqual([]);
  release();
  await copying;
  expect(minimized).toEqual(['a']);
  clipboard.write = write;
  await copy('a link of a sign-in');
  app.minimizes = false;
  await copy('secret', from);
  expect(minimized).toEqual(['a']);
});

test('a copy that failed or was refused minimizes nothing', async () => {
  const { app, clipboard, minimized, copy } = setUp();
  const { write } = clipboard;
  clipboard.write = () => Promise.reject(new Error('away'));
  await errorOf(copy('secret', { windowId: 'a' }));
  clipboard.write = write;
  app.isLocked = true;
  await errorOf(copy('secret', { windowId: 'a' }));
  expect(minimized).toEqual([]);
});

test('text that was copied afterwards stays', async () => {
  const { clock, held, copy } = setUp();
  await copy('secret');
  held.text = 'something else';
  await clock.advance(30_000);
  expect(held.text).toBe('something else');
});

test('a second secret restarts the 30 s', async () => {
  const { clock, held, copy } = setUp();
  await copy('one');
  await clock.advance(29_999);
  await copy('two');
  await clock.advance(29_999);
  expect(held.text).toBe('two');
  await clock.advance(1);
  expect(held.text).toBe('');
});

test('a failed copy does not change the timer of the previous one', async () => {
  const { clock, held, clipboard, copy } = setUp();
  await copy('one');
  const { write } = clipboard;
  clipboard.write = () => Promise.reject(new Error('away'));
  expect(await errorOf(copy('two'))).toMatchObject({ message: 'away' });
  clipboard.write = write;
  await clock.advance(30_000);
  expect(held.text).toBe('');
});

test('ignores a clipboard that is unavailable when the secret is cleared', async () => {
  const { clock, clipboard, copy } = setUp();
  const rejections: unknown[] = [];
  const hear = (cause: unknown) => rejections.push(cause);
  process.on('unhandledRejection', hear);
  await copy('one');
  clipboard.read = () => Promise.reject(new Error('away'));
  await clock.advance(30_000);
  await settle();
  process.off('unhandledRejection', hear);
  expect(rejections).toEqual([]);
});

test('quitting clears the secret if the clipboard still contains it', async () => {
  const { clock, held, copy, close } = setUp();
  await close();
  expect(held.text).toBe('before');
  await copy('one');
  await close();
  expect([held.text, clock.waiting]).toEqual(['', 0]);
  await copy('two');
  held.text = 'something else';
  await close();
  expect(held.text).toBe('something else');
});

test('copies nothing while the app is locked', async () => {
  const { clock, held, app, copy } = setUp();
  app.isLocked = true;
  expect(await reportOf(copy('one'))).toEqual({ code: 'app-locked' });
  expect([held.text, clock.waiting]).toEqual(['before', 0]);
});

test('fails without a clipboard', async () => {
  const { copy, close } = createSecretCopier({
    clipboard: null,
    clock: createFakeClock(),
    seconds: () => 30,
    isLocked: () => false,
    minimize: () => null,
  });
  expect(await reportOf(copy('one'))).toEqual({ code: 'clipboard-unavailable' });
  await close();
});

/** A clipboard whose operations finish when the test allows it. */
function setUpSlow() {
  const { clock, held, clipboard } = setUp();
  const waiting: (() => void)[] = [];
  const slow: Clipboard = {
    ...clipboard,
    write: async (text) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await clipboard.write(text);
    },
  };
  const finish = async (index: number) => {
    waiting.splice(index, 1)[0]?.();
    await settle();
  };
  return {
    clock,
    held,
    finish,
    waiting,
    ...createSecretCopier({ clipboard: slow, clock, seconds: () => 30, isLocked: () => false, minimize: () => null }),
  };
}

test('a secret that is being copied when the program ends is cleared', async () => {
  const { held, finish, copy, close } = setUpSlow();
  const done = Promise.all([copy('secret'), close()]);
  await settle();
  await finish(0);
  await finish(0);
  await done;
  expect(held.text).toBe('');
});

test('copies the second of two concurrent secrets last, and clears it', async () => {
  const { clock, held, finish, waiting, copy } = setUpSlow();
  const done = Promise.all([copy('one'), copy('two')]);
  await settle();
  for (let left = 2; left > 0; left -= 1) await finish(waiting.length - 1);
  await done;
  expect(held.text).toBe('two');
  await clock.advance(30_000);
  await finish(0);
  expect(held.text).toBe('');
});
