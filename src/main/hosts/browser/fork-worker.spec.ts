import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { forkWorker } from './fork-worker';

const source = `
process.on('message', (message) => {
  if (message === 'exit') process.exit(3);
  process.send({ heard: message, args: process.argv.slice(2) });
});
process.send('ready');
`;

async function setUp(script: string | null = source) {
  const folder = await temporaryFolder();
  if (script !== null) await writeFile(join(folder, 'sandbox-worker.js'), script);
  const worker = forkWorker(folder, 'sandbox-worker', ['--data', 'x y']);
  const messages: unknown[] = [];
  const waiting: (() => void)[] = [];
  worker.onMessage((message) => {
    messages.push(message);
    waiting.shift()?.();
  });
  const exits: (number | null)[] = [];
  const exited = new Promise<number | null>((resolve) =>
    worker.onExit((code) => {
      exits.push(code);
      resolve(code);
    }),
  );
  const next = async () => {
    if (messages.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return messages.shift();
  };
  return { worker, next, exited, exits };
}

test('exchanges messages and receives its arguments', async () => {
  const { worker, next, exited } = await setUp();
  expect(await next()).toBe('ready');
  worker.post({ type: 'x' });
  expect(await next()).toEqual({ heard: { type: 'x' }, args: ['--data', 'x y'] });
  worker.kill();
  await exited;
});

test('reports an exit once with its code, and ignores messages and kills afterwards', async () => {
  const { worker, next, exited, exits } = await setUp();
  await next();
  worker.post('exit');
  expect(await exited).toBe(3);
  worker.post('anyone there?');
  worker.kill();
  worker.kill();
  expect(exits).toEqual([3]);
});

test('reports a kill as an exit without a code', async () => {
  const { worker, next, exited } = await setUp();
  await next();
  worker.kill();
  expect(await exited).toBeNull();
});
