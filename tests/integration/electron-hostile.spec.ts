/** A compromised page on the built Electron host: what it can try, and what is blocked. */
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const addresses = [
  'https://example.com/',
  'http://localhost:8102/',
  'file:///etc/passwd',
  'app://bundle/#/c/other',
  'app://bundle/index.html',
  'app://bundle/crashed',
  'app://evil/',
  'latchkey://c/ae',
  'javascript:alert(document.domain)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:app://bundle/3f0c',
  'about:blank',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'view-source:app://bundle/',
  'smb://server/share',
  'ms-msdt:/id',
  'x:',
];

test('it can’t navigate: by a link, a form, a redirect, a frame, or a dropped file', async () => {
  const running = await launchElectron(await temporaryFolder());
  for (const url of addresses) {
    const went = await running.evaluate(async ({ windows }, to) => {
      const contents = windows[0]?.contents;
      return [await contents?.navigate(to), await contents?.navigate(to, { isMainFrame: false }), contents?.redirect(to)];
    }, url);
    expect(went, url).toEqual([false, false, false]);
  }
  expect(await running.evaluate(({ windows }) => windows[0]?.contents.loads.length)).toBe(1);
  expect(await running.evaluate(({ windows }) => windows[0]?.contents.attachWebview())).toBe(false);
});

test('a frame shows previews, which are documents of their own, and nothing else', async () => {
  const running = await launchElectron(await temporaryFolder());
  const { value } = (await running.call('previews.show', { html: '<p>A preview</p>' })) as { value: { path: string } };
  const frame = (url: string) =>
    running.evaluate(async ({ windows }, to) => windows[0]?.contents.navigate(to, { isMainFrame: false }), url);
  expect(await frame(`app://bundle${value.path}`)).toBe(true);
  for (const url of ['app://bundle/', 'app://bundle/index.html', 'app://bundle/preview', 'https://bundle/preview/x', 'app://x/preview/x'])
    expect([url, await frame(url)]).toEqual([url, false]);
  expect(await running.evaluate(({ windows }, to) => windows[0]?.contents.navigate(to), `app://bundle${value.path}`)).toBe(false);
});

test('it can’t open windows; only allowed external links open in the system browser', async () => {
  const running = await launchElectron(await temporaryFolder());
  const links = [
    ...addresses,
    'mailto:ada@example.com',
    'https://latchkey.example/docs',
    'http://example.com/',
    'HTTPS://LATCHKEY.EXAMPLE/x y',
  ];
  const opened = await running.evaluate(
    ({ windows, shell }, wanted) => [wanted.map((url) => windows[0]?.contents.open(url)), shell.opened, windows.length],
    links,
  );
  expect(opened).toEqual([
    links.map(() => false),
    ['http://localhost:8102/', 'mailto:ada@example.com', 'https://latchkey.example/docs', 'https://latchkey.example/x%20y'],
    1,
  ]);
});

test('an unknown host is named in a confirmation outside the page, one at a time, and not again for a while after a refusal', async () => {
  const running = await launchElectron(await temporaryFolder());
  const open = (url: string, button: number) =>
    running.evaluate(
      async ({ windows, shell, dialog }, [to, pressed]) => {
        dialog.response = pressed;
        const before = dialog.questions.length;
        windows[0]?.contents.open(to);
        windows[0]?.contents.open(`${to}again`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return {
          asked: dialog.questions.slice(before).map(({ message, detail }) => [message, detail?.split('\n')[0]]),
          opened: shell.opened,
        };
      },
      [url, button] as const,
    );
  expect(await open('https://evil.example/?data=', 1)).toEqual({
    asked: [['Open evil.example in your browser?', 'Address: https://evil.example/?data=']],
    opened: ['https://evil.example/?data='],
  });
  expect(await open('https://other.example/', 0)).toMatchObject({
    asked: [['Open other.example in your browser?', 'Address: https://other.example/']],
    opened: ['https://evil.example/?data='],
  });
  expect(await open('https://third.example/', 1)).toMatchObject({ asked: [], opened: ['https://evil.example/?data='] });
});

test('it can’t use WebRTC, and what isn’t served by the app goes to a proxy that doesn’t exist', async () => {
  const running = await launchElectron(await temporaryFolder());
  const found = await running.evaluate(({ windows, Window, defaultSession }) => {
    new Window({ show: false });
    return [windows.map(({ contents }) => contents.webRtcPolicy), defaultSession.proxy];
  });
  expect(found).toEqual([
    ['disable_non_proxied_udp', 'disable_non_proxied_udp'],
    { mode: 'fixed_servers', proxyRules: 'socks5://proxy.invalid:9', proxyBypassRules: '<-loopback>' },
  ]);
});

test('the same applies to contents other than the program’s own windows', async () => {
  const running = await launchElectron(await temporaryFolder());
  const tries = await running.evaluate(async ({ windows, Window }) => {
    new Window({ show: false });
    const contents = windows.at(-1)?.contents;
    return [await contents?.navigate('app://bundle/'), contents?.open('app://bundle/'), contents?.attachWebview()];
  });
  expect(tries).toEqual([false, false, false]);
});

test('it can’t access the network, permissions, devices or folders', async () => {
  const running = await launchElectron(await temporaryFolder());
  const found = await running.evaluate(
    ({ defaultSession, windows }, urls) => ({
      sent: urls.filter((url) => defaultSession.mayRequest(url)),
      saved: urls.filter((url) => defaultSession.mayDownload(url)),
      media: defaultSession.grants('media'),
      notifications: defaultSession.grants('notifications'),
      clipboard: defaultSession.grants('clipboard-read'),
      bluetooth: windows[0]?.contents.chooseBluetooth(),
    }),
    [...addresses, 'ws://localhost:1/', 'wss://example.com/'],
  );
  const nothing = { asked: false, checked: false, device: false };
  expect(found).toEqual({
    sent: ['app://bundle/#/c/other', 'app://bundle/index.html', 'app://bundle/crashed', 'blob:app://bundle/3f0c'],
    saved: ['blob:app://bundle/3f0c'],
    media: nothing,
    notifications: nothing,
    clipboard: nothing,
    bluetooth: '',
  });
});

test('no certificate of the user is sent to a server that asks for one', async () => {
  const running = await launchElectron(await temporaryFolder());
  const chosen = await running.evaluate(({ app }) => {
    const event = {
      defaultPrevented: false,
      preventDefault() {
        this.defaultPrevented = true;
      },
    };
    const chosen: unknown[] = [];
    app.tell('select-client-certificate', event, null, 'https://example.com/', [{ issuerName: 'Company' }], (...args: unknown[]) =>
      chosen.push(args.length),
    );
    return { chosen, isOurs: event.defaultPrevented };
  });
  expect(chosen).toEqual({ chosen: [0], isOurs: true });
});

const foreign = ['host-resolver-rules', 'log-net-log', 'proxy-server', 'remote-debugging-pipe', 'remote-debugging-port'];

test.each([
  ['the release build', {}, []],
  ['the build that tests drive', { name: 'Latchkey Automation' }, foreign],
  ['the program under development', { packaged: false }, foreign],
])('whether Chromium gets the switches of others: %s', async (_what, build, left) => {
  const running = await launchElectron(await temporaryFolder(), {
    args: [...foreign.map((name) => `--${name}=9222`), '--disable-gpu'],
    ...build,
  });
  const switches = await running.evaluate(({ app }) => [...app.switches.keys()]);
  expect(switches.filter((name) => foreign.includes(name)).sort()).toEqual(left);
  expect(switches).toContain('disable-gpu');
});
