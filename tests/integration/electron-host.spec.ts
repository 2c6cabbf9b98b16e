/** The built Electron host on the test double of Electron: how it starts, what it serves, and which senders it accepts. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Wire } from '#contract/client.ts';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, programFolder } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

/** The page contains one script, which connects it. */
const policy = (nonce: string, script: string) =>
  `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src app://bundle/preview/; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

describe('a start', () => {
  test('opens one window with explicit preferences, on a new profile', async () => {
    const running = await launchElectron(join(await temporaryFolder(), 'new', 'profile'));
    const found = await running.evaluate(({ app, windows }) => ({
      sandboxed: app.sandboxed,
      windows: windows.map(({ options, visible, contents }) => ({ options, visible, address: contents.getURL() })),
      clients: app.protocolClients,
    }));
    expect(found.sandboxed).toBe(true);
    expect(found.clients).toEqual(['latchkey']);
    expect(found.windows).toEqual([
      {
        address: 'app://bundle/',
        visible: true,
        options: {
          x: 160,
          y: 50,
          width: 1280,
          height: 800,
          minWidth: 1000,
          minHeight: 640,
          show: false,
          title: 'Latchkey',
          backgroundColor: '#fcfcfd',
          webPreferences: {
            preload: join(await programFolder(), 'out/preload/index.cjs'),
            contextIsolation: true,
            sandbox: true,
            nodeIntegration: false,
            nodeIntegrationInWorker: false,
            nodeIntegrationInSubFrames: false,
            webSecurity: true,
            allowRunningInsecureContent: false,
            webviewTag: false,
            navigateOnDragDrop: false,
            spellcheck: false,
            devTools: false,
            zoomMode: 'isolated',
          },
        },
      },
    ]);
    expect(running.complaints()).toBe('');
  });

  test('exposes two functions and its environment to the page', async () => {
    const running = await launchElectron(await temporaryFolder());
    expect(await running.evaluate(({ windows }) => Object.keys(windows[0]?.contents.page?.world.latchkey ?? {}))).toEqual(['call', 'on']);
    expect(await running.call('app.info', {})).toMatchObject({
      ok: true,
      value: { host: 'electron', automation: false, keychain: 'memory' },
    });
  });

  test('lets the page unsubscribe, which returns nothing', async () => {
    const running = await launchElectron(await temporaryFolder());
    await running.evaluate(({ windows }) => {
      const page = windows[0]?.contents.page?.world.latchkey as Wire;
      const told: unknown[] = [];
      const stop = page.on('settings.state', () => told.push(null));
      Object.assign(globalThis, { told, stop });
    });
    const told = () => running.evaluate(() => (Reflect.get(globalThis, 'told') as unknown[]).length);
    await running.call('settings.update', { panelWidth: 400 });
    expect(await told()).toBe(1);
    expect(await running.evaluate(() => Reflect.get(globalThis, 'stop')() === undefined)).toBe(true);
    await running.call('settings.update', { panelWidth: 410 });
    expect(await told()).toBe(1);
  });

  test('checks no spelling, for which Chromium would download a dictionary', async () => {
    const running = await launchElectron(await temporaryFolder());
    expect(await running.evaluate(({ defaultSession }) => defaultSession.checksSpelling)).toBe(false);
  });

  test.each([
    { args: [], sandboxed: true },
    { args: ['--no-sandbox'], sandboxed: false },
  ])('is sandboxed unless its user says otherwise, as root has to: $args', async ({ args, sandboxed }) => {
    const running = await launchElectron(await temporaryFolder(), { args });
    const found = await running.evaluate(({ app, windows }) => ({
      sandboxed: app.sandboxed,
      isOff: app.switches.has('no-sandbox'),
      pages: windows.map(({ options }) => options.webPreferences?.sandbox),
    }));
    expect(found).toEqual({ sandboxed, isOff: !sandboxed, pages: [true] });
  });

  test('of a development build doesn’t register for links, allows the developer tools, and has the icon of the app', async () => {
    const running = await launchElectron(await temporaryFolder(), { packaged: false });
    const [clients, devTools, icon] = await running.evaluate(({ app, windows }) => [
      app.protocolClients,
      windows[0]?.options.webPreferences?.devTools,
      windows[0]?.options.icon,
    ]);
    expect([clients, devTools, icon]).toEqual([[], true, join(await programFolder(), 'resources/icons/256x256.png')]);
  });

  test('of the automation build is marked in the title and for its page', async () => {
    const running = await launchElectron(await temporaryFolder(), { name: 'Latchkey Automation' });
    const [first, later, clients] = await running.evaluate(({ app, windows }) => [
      windows[0]?.options.title,
      windows[0]?.entitle('Users · Latchkey'),
      app.protocolClients,
    ]);
    expect([first, later, clients]).toEqual(['Latchkey · Automation', 'Users · Latchkey · Automation', []]);
    expect(await running.call('app.info', {})).toMatchObject({ value: { automation: true } });
  });

  test('uses the theme from the first paint on', async () => {
    const running = await launchElectron(await temporaryFolder(), { dark: true });
    const look = () => running.evaluate(({ nativeTheme, windows }) => [nativeTheme.themeSource, windows[0]?.backgroundColor]);
    expect(await running.evaluate(({ windows }) => windows[0]?.options.backgroundColor)).toBe('#111113');
    await running.call('settings.update', { theme: 'light' });
    expect(await look()).toEqual(['light', '#fcfcfd']);
    await running.call('settings.update', { theme: 'dark' });
    expect(await look()).toEqual(['dark', '#111113']);
  });
});

test('serves only the page from app://bundle, with a content security policy', async () => {
  const running = await launchElectron(await temporaryFolder());
  const [load, privileges] = await running.evaluate(({ windows, protocol }) => [
    windows[0]?.contents.loads[0],
    Object.fromEntries(protocol.privileged),
  ]);
  expect(privileges).toEqual({ app: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } });
  const nonce = /nonce="([\w-]{22})"/.exec(load?.text ?? '')?.[1] ?? '';
  const script = /<script nonce="[\w-]+">(.*?)<\/script>/s.exec(load?.text ?? '')?.[1] ?? '';
  expect([nonce, script]).not.toContain('');
  expect(load).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(nonce, script) },
  });
  const file = /src="\.?(\/assets\/[^"]+\.js)"/.exec(load?.text ?? '')?.[1];
  const ask = (url: string, method = 'GET') =>
    running.evaluate(
      async ({ protocol }, asked) => {
        const response = await protocol.serve(asked.url, asked.method);
        return { status: response.status, type: response.headers.get('content-type'), length: (await response.arrayBuffer()).byteLength };
      },
      { url, method },
    );
  expect(await ask(`app://bundle${file}`)).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' });
  for (const url of [
    'app://bundle/package.json',
    'app://bundle/..%2f..%2fpackage.json',
    'app://bundle/%2e%2e/%2e%2e/package.json',
    'app://bundle/..%5c..%5cpackage.json',
    'app://bundle/%00',
    'app://bundle/%E0%A4%A',
    'app://bundle/assets/',
    'app://evil/index.html',
  ]) {
    expect(await ask(url), url).toMatchObject({ status: 404, length: 0 });
  }
  expect(await ask('app://bundle/', 'POST')).toMatchObject({ status: 404, length: 0 });
});

test('responds only to the main frame of its own window at its own URL', async () => {
  const running = await launchElectron(await temporaryFolder());
  const own = { url: 'app://bundle/#/users', parent: null };
  const forge = (frame: { url: string; parent: typeof own | null } | null) =>
    running.evaluate(({ windows }, given) => windows[0]?.contents.forge(given, 'app.info', {}), frame);
  expect(await forge(own)).toMatchObject({ ok: true });
  const refused = { ok: false, error: { code: 'not-allowed' } };
  for (const url of [
    'https://example.com/',
    'app://bundle.evil/',
    'file:///app/bundle',
    'about:blank',
    '',
    'app:',
    'no address',
    'app://bundle:1/',
  ]) {
    expect(await forge({ url, parent: null }), url).toEqual(refused);
  }
  expect(await forge({ ...own, parent: own })).toEqual(refused);
  expect(await forge(null)).toEqual(refused);
  const foreign = await running.evaluate(({ windows, Window }, frame) => {
    new Window({ show: false });
    return windows.at(-1)?.contents.forge(frame, 'app.info', {});
  }, own);
  expect(foreign).toEqual(refused);
});

test('rejects invalid calls with an error code', async () => {
  const running = await launchElectron(await temporaryFolder());
  const table: readonly (readonly [unknown[], string])[] = [
    [['nothing.here', {}], 'unknown-call'],
    [['toString', {}], 'unknown-call'],
    [['__proto__', {}], 'unknown-call'],
    [[null, {}], 'unknown-call'],
    [[{ name: 'app.info' }, {}], 'unknown-call'],
    [['app.info', { extra: 1 }], 'bad-input'],
    [['app.info'], 'bad-input'],
    [['app.openWindow', { path: 'https://example.com' }], 'bad-input'],
    [['app.openWindow', { path: '' }], 'bad-input'],
    [['app.openWindow', { path: '/c/a b' }], 'bad-input'],
    [['app.openWindow', { path: `/${'x'.repeat(2048)}` }], 'bad-input'],
    [['app.run', { id: 'palette' }], 'bad-input'],
    [['app.run', { id: 'format-disk' }], 'bad-input'],
  ];
  for (const [args, code] of table) {
    const ask = running.evaluate(({ windows }, sent) => windows[0]?.contents.forge({ url: 'app://bundle/', parent: null }, ...sent), args);
    expect(await ask, JSON.stringify(args)).toMatchObject({ ok: false, error: { code } });
  }
  const uncopied = running.evaluate(({ windows }) =>
    windows[0]?.contents.forge({ url: 'app://bundle/', parent: null }, 'app.info', () => undefined),
  );
  await expect(uncopied).rejects.toThrow('could not be cloned');
});
