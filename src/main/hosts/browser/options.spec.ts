import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions } from './options';

const read = (...args: string[]) => readOptions(args, {}, 'linux');

test('defaults to the platform’s folder, a free port, a browser and the system keychain', () => {
  expect(read()).toEqual({
    profile: join(homedir(), '.config', 'latchkey'),
    port: 0,
    open: true,
    keychain: 'auto',
    json: false,
    allowOtherUsers: false,
    sandbox: null,
    fixedTime: null,
    noNetwork: false,
    link: null,
  });
});

test('parses all options', () => {
  expect(
    read(
      '--profile',
      'p',
      '--port',
      '8080',
      '--no-open',
      '--keychain',
      'memory',
      '--json',
      '--allow-other-users',
      '--sandbox',
      'empty',
      '--no-network',
    ),
  ).toEqual({
    profile: resolve('p'),
    port: 8080,
    open: false,
    keychain: 'memory',
    json: true,
    allowOtherUsers: true,
    sandbox: 'empty',
    fixedTime: null,
    noNetwork: true,
    link: null,
  });
});

test('takes a link, and no options after it', () => {
  expect(read('--json', 'latchkey://c/internal/users', '--no-open', '--port', '80')).toMatchObject({
    json: true,
    open: true,
    port: 0,
    link: 'latchkey://c/internal/users',
  });
  expect(() => read('https://example.com/')).toThrow(/Unexpected/);
});

test.each(['0', '1', '65535'])('port %s', (port) => {
  expect(read('--port', port).port).toBe(Number(port));
});

describe('a mistake is one sentence', () => {
  test.each([
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', ''],
    ['--port', '1.5'],
    ['--port', '1e3'],
    ['--port', '0x10'],
    ['--port', ' 80'],
    ['--port', 'eighty'],
    ['--port=99999999999999999999'],
    ['--port'],
    ['--keychain', 'none'],
    ['--keychain', ''],
    ['--keychain'],
    ['--profile', ''],
    ['--profile'],
    ['--json=yes'],
    ['--no-open=1'],
    ['--allow-other-users=all'],
    ['--verbose'],
    ['-p'],
    ['folder'],
    ['--', 'folder'],
  ])('%s %s', (...args) => {
    expect(() => read(...args)).toThrow(/--|Unexpected|Unknown/);
  });
});
