/** The record of messages to windows on Electron: it must be complete, or searching it for secrets proves nothing. */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tapIpc } from '../support/browser/ipc-tap';

const print = vi.spyOn(console, 'log');
beforeEach(() => print.mockImplementation(() => undefined));
afterEach(() => print.mockReset());
const printed = () => print.mock.calls.flatMap(([text]) => (String(text).startsWith('told:') ? [text] : []));

function setUp(handlers: unknown = new Map([['latchkey:call', async (_event: unknown, name: string) => ({ ok: true, value: name })]])) {
  const contents = () => ({ send: vi.fn<(channel: string, ...args: unknown[]) => void>() });
  const present = contents();
  const app = new EventEmitter();
  const ipcMain = { _invokeHandlers: handlers };
  // Its text runs in the program.
  const tap = new Function(`return (${tapIpc.toString()})`)() as typeof tapIpc;
  const start = () => tap({ ipcMain, app, webContents: { getAllWebContents: () => [present] } }, 'told:');
  return { app, contents, present, start, handlers };
}

test('records every reply and delivers it', async () => {
  const { start, handlers } = setUp();
  start();
  const invoke = (handlers as Map<string, (...args: unknown[]) => Promise<unknown>>).get('latchkey:call');
  expect(await invoke?.({}, 'settings.state')).toEqual({ ok: true, value: 'settings.state' });
  expect(printed()).toEqual(['told:{"ok":true,"value":"settings.state"}']);
});

test('records every push to existing and later windows', () => {
  const { app, contents, present, start } = setUp();
  const sent = present.send;
  start();
  const later = contents();
  const sentLater = later.send;
  app.emit('web-contents-created', {}, later);
  present.send('latchkey:push', { name: 'a' });
  later.send('latchkey:push', { name: 'b' });
  expect([sent.mock.calls, sentLater.mock.calls]).toEqual([[['latchkey:push', { name: 'a' }]], [['latchkey:push', { name: 'b' }]]]);
  expect(printed()).toEqual(['told:[{"name":"a"}]', 'told:[{"name":"b"}]']);
});

test.each([[undefined], [new Map()], [{}]])('fails when it can’t record: %j', (handlers) => {
  expect(setUp(handlers ?? null).start).toThrow('cannot be recorded');
});
