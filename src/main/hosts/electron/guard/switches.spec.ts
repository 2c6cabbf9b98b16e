import { expect, test, vi } from 'vitest';
import { switchesToDrop } from './switches';

vi.mock('electron', () => ({ app: {} }));

const debugging = ['remote-debugging-port', 'remote-debugging-pipe'];
const dropped = (args: readonly string[], platform: NodeJS.Platform = 'linux') =>
  switchesToDrop(args, platform).filter((name) => !debugging.includes(name));

test.each([
  ['--proxy-server=http://127.0.0.1:1', 'proxy-server'],
  ['--proxy-pac-url=data:,', 'proxy-pac-url'],
  ['-no-proxy-server', 'no-proxy-server'],
  ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
  ['--host-rules=MAP * 127.0.0.1', 'host-rules'],
  ['--log-net-log=/tmp/x', 'log-net-log'],
  ['--ssl-key-log-file=/tmp/x', 'ssl-key-log-file'],
  ['--net-log-capture-mode=Everything', 'net-log-capture-mode'],
  ['--js-flags=--expose-gc', 'js-flags'],
  ['--load-extension=/tmp/x', 'load-extension'],
  ['--ignore-certificate-errors', 'ignore-certificate-errors'],
  ['--ignore-certificate-errors-spki-list=x', 'ignore-certificate-errors-spki-list'],
  ['--disable-web-security', 'disable-web-security'],
  ['--disable-features=WebRtcHideLocalIps', 'disable-features'],
  ['--enable-features=X', 'enable-features'],
  ['--enable-blink-features=X', 'enable-blink-features'],
  ['--renderer-cmd-prefix=/tmp/x', 'renderer-cmd-prefix'],
  ['--utility-cmd-prefix=/tmp/x', 'utility-cmd-prefix'],
  ['--gpu-launcher=/tmp/x', 'gpu-launcher'],
  ['--single-process', 'single-process'],
  ['--force-webrtc-ip-handling-policy=default', 'force-webrtc-ip-handling-policy'],
  ['--user-data-dir=/tmp/x', 'user-data-dir'],
  ['--auth-server-allowlist=*', 'auth-server-allowlist'],
  ['--inspect=0', 'inspect'],
  ['--a-switch-of-tomorrow', 'a-switch-of-tomorrow'],
])('%s is dropped', (argument, name) => {
  expect(dropped(['latchkey', argument, 'latchkey://handler'])).toEqual([name]);
});

test.each([
  '--no-sandbox',
  '--disable-gpu',
  '--ozone-platform=wayland',
  '--ozone-platform-hint=auto',
  '--force-device-scale-factor=2',
  '--force-renderer-accessibility',
  '--profile=/tmp/x',
  '--no-network',
  'latchkey://handler',
  '/home/ada/x=1',
  '',
])('%j stays', (argument) => {
  expect(dropped(['latchkey', argument])).toEqual([]);
});

test('debugging is turned off wherever it was turned on', () => {
  expect(switchesToDrop([], 'linux')).toEqual(debugging);
});

test('Windows has other forms of switches', () => {
  expect(dropped(['latchkey.exe', '/Proxy-Server=x', '-LOG-NET-LOG=x', '--Disable-GPU'], 'win32')).toEqual(['proxy-server', 'log-net-log']);
});

test('what follows two dashes are no switches', () => {
  expect(dropped(['latchkey', '--', '--proxy-server=x'])).toEqual([]);
});
