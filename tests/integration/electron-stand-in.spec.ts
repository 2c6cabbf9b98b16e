/** The test double of Electron: it must refuse what the real Electron refuses, or tests on it prove nothing. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cross } from '../support/electron/bridge';
import { Emitter } from '../support/electron/emitter';
import { eventNames } from '../support/electron/event-names';
import { launchElectron, startElectron } from '../support/electron/launch';
import { StandInMenu } from '../support/electron/menu';
import { runPreload } from '../support/electron/page';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const types = readFileSync(join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'), 'utf8');

/** Returns the declaration of a class in Electron's own types. */
function declarationOf(name: string): string {
  const begin = types.search(new RegExp(`^  (class|interface) ${name}\\b`, 'm'));
  const end = types.indexOf('\n  }\n', begin);
  return types.slice(begin, end);
}

test.each(Object.entries(eventNames))('%s has the events that the test double emits', (name, events) => {
  const declared = new Set([...declarationOf(name).matchAll(/ on\(event: '([\w-]+)'/g)].map(([, event]) => event));
  expect(events.filter((event) => !declared.has(event))).toEqual([]);
});

test('opens no window and shows no menu before it is ready, and registers no scheme afterwards', async () => {
  const running = await startElectron(join(await temporaryFolder(), 'profile'));
  const early = await running.evaluate(({ app, Window, Menu, protocol, utilityProcess, net }) => {
    const messageOf = (run: () => unknown) => {
      try {
        run();
        return 'nothing';
      } catch (thrown) {
        return String(thrown);
      }
    };
    app.ready = false;
    const refusals = [
      () => new Window(),
      () => Menu.setApplicationMenu(null),
      () => protocol.handle('x', () => new Response()),
      () => utilityProcess.fork('/bin/true'),
      () => net.request({ url: 'https://example.com' }),
    ].map(messageOf);
    app.ready = true;
    return [...refusals, messageOf(() => protocol.registerSchemesAsPrivileged([])), messageOf(() => app.enableSandbox())];
  });
  for (const message of early.slice(0, -2)) expect(message).toMatch(/before app is ready/);
  for (const message of early.slice(-2)) expect(message).toMatch(/before app is ready/);
});

test('rejects invalid and second handlers, unknown events and members, and missing folders', async () => {
  const running = await launchElectron(await temporaryFolder());
  const messages = await running.evaluate(({ app, defaultSession, ipcMain, net, protocol, windows, Window, nativeTheme }) => {
    const wrong = 'text' as never;
    return [
      () => protocol.handle('app', () => new Response()),
      () => protocol.handle('other', wrong),
      () => ipcMain.handle('latchkey:call', () => undefined),
      () => ipcMain.handle('other', wrong),
      () => defaultSession.setPermissionRequestHandler(wrong),
      () => defaultSession.setPermissionCheckHandler(wrong),
      () => defaultSession.setDevicePermissionHandler(wrong),
      () => defaultSession.requests.onBeforeRequest(wrong),
      () => windows[0]?.contents.setWindowOpenHandler(wrong),
      () => app.on('no-such-event' as never, () => undefined),
      () => app.on('ready', wrong),
      () => (app.face as unknown as Record<string, () => void>).dock?.(),
      () => app.setPath('userData', '/no/such/folder'),
      () => app.setAsDefaultProtocolClient('latchkey://'),
      () => Object.assign(nativeTheme, { themeSource: 'blue' }),
      () => new Window({ icon: '/no/such/icon.png' }),
      () => new Window({ webPreferences: { zoomMode: 'each' } }),
      () => net.request({ url: 'https://example.com', headers: { 'no name': 'x' } }),
      () => net.request({ url: 'https://example.com', headers: { name: 'a\nb' } }),
    ].map((run) => {
      try {
        run();
        return null;
      } catch (thrown) {
        return String(thrown);
      }
    });
  });
  expect(messages.filter((message) => message === null)).toEqual([]);
});

test('throws an error that no listener gets, and removes a switch that the program overrules', async () => {
  const running = await startElectron(join(await temporaryFolder(), 'profile'), { args: ['--no-sandbox'] });
  const found = await running.evaluate(({ app }) => {
    app.ready = false;
    app.enableSandbox();
    app.ready = true;
    return [app.switches.has('no-sandbox'), app.switches.has('enable-sandbox')];
  });
  expect(found).toEqual([false, true]);
  const emitter = new Emitter('worker', ['error']);
  expect(() => emitter.tell('error', 'FatalError')).toThrow('Unhandled error');
  emitter.on('error', () => undefined);
  expect(() => emitter.tell('error', 'FatalError')).not.toThrow();
});

test('closes windows later, gives a hidden one no focus, and draws it only once it is shown where the system does so', async () => {
  const running = await launchElectron(await temporaryFolder(), { env: { STAND_IN_DRAWS_HIDDEN: '0' } });
  const found = await running.evaluate(async ({ Window, windows }) => {
    Window.leave();
    new Window({ show: false });
    const window = windows.at(-1);
    const events: string[] = [];
    for (const name of ['ready-to-show', 'show', 'closed'] as const) window?.on(name, () => events.push(name));
    await window?.loadURL('app://bundle/');
    await new Promise(setImmediate);
    window?.focus();
    events.push(`focus: ${Window.getFocusedWindow() !== null}`);
    window?.show();
    events.push(`focus: ${Window.getFocusedWindow() !== null}`);
    await new Promise(setImmediate);
    window?.close();
    events.push('close');
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    return events;
  });
  expect(found).toEqual(['focus: false', 'show', 'focus: true', 'ready-to-show', 'close', 'closed']);
});

describe('a sandboxed preload script', () => {
  const run = async (code: string, name = 'preload.cjs') => {
    const file = join(await temporaryFolder(), name);
    await writeFile(file, code);
    return runPreload(file, () => ({}) as never);
  };

  test.each(['fs', 'node:fs', 'path', 'child_process', './other.cjs', 'zod', 'electron/main', 'node:http'])(
    'can’t require %s',
    async (name) => {
      await expect(run(`require('${name}')`)).rejects.toThrow(`module not found: ${name}`);
    },
  );

  test.each(['events', 'timers', 'url', 'electron'])('can require %s', async (name) => {
    await expect(run(`require('${name}')`)).resolves.toBeDefined();
  });

  test.each([
    "require('electron').app",
    "require('electron').shell",
    "require('electron').ipcRenderer.sendSync('x')",
    '__dirname',
    'window',
  ])('has no %s', async (code) => {
    await expect(run(code)).rejects.toThrow();
  });

  test('can’t be an ES module, and can expose a name only once', async () => {
    await expect(run('', 'preload.mjs')).rejects.toThrow('cannot be an ES module');
    const twice = "const { contextBridge } = require('electron'); for (const n of [1, 2]) contextBridge.exposeInMainWorld('a', n);";
    await expect(run(twice)).rejects.toThrow('existing property');
  });
});

test('copies values between preload script and page, proxies functions, and rejects what can’t be copied', async () => {
  class Token {
    value = 1;
    secret() {
      return this.value;
    }
  }
  const given = { list: [1, { a: new Date(0) }], token: new Token(), double: (n: number) => n * 2 };
  const got = cross(given) as typeof given;
  expect(got.list).toEqual(given.list);
  expect(got.list).not.toBe(given.list);
  expect([got.token.value, 'secret' in got.token, got.double(4)]).toEqual([1, false, 8]);
  expect(await (cross(Promise.resolve(new Token())) as Promise<object>)).toEqual({ value: 1 });
  expect(() => cross({ key: Symbol('s') })).toThrow('Symbols');
  expect(() => cross(new WeakMap())).toThrow();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => cross(circle)).toThrow('nested too deeply');
});

test.each([
  [[{}], 'neither label, role nor type'],
  [[{ role: 'nope' }], 'Unknown role'],
  [[{ label: 'a', accelerator: 'Strg+K' }], 'Invalid accelerator'],
  [[{ label: 'a', accelerator: 'K' }], 'Invalid accelerator'],
  [[{ label: 'a', click: 'text' }], 'must be a function'],
  [[{ id: 'x', label: 'a', submenu: [{ id: 'x', label: 'b' }] }], 'same id'],
])('rejects a menu that Electron would reject: %j', (template, message) => {
  expect(() => StandInMenu.buildFromTemplate(template as never)).toThrow(message);
});

test('every name that the built program imports from Electron exists there, and in the test double', async () => {
  const folder = await prepareElectron();
  const here = new Set(
    [...(/export \{([^}]*)\}/.exec(readFileSync(join(folder, 'electron.js'), 'utf8'))?.[1]?.matchAll(/(\w+)(?:,|\s*$)/g) ?? [])].map(
      ([, name]) => name,
    ),
  );
  const program = readFileSync(join(import.meta.dirname, '../../out/main/index.js'), 'utf8');
  const used = [...program.matchAll(/import \{([^}]+)\} from "electron"/g)].flatMap(([, list = '']) =>
    list.split(',').map((part) => part.trim().split(' ')[0] ?? ''),
  );
  expect(used).toContain('BrowserWindow');
  expect(used.filter((name) => !here.has(name))).toEqual([]);
  expect(used.filter((name) => !new RegExp(`const ${name}: |class ${name} `).test(types))).toEqual([]);
});
