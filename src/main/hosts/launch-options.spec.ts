import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { argumentsBeforeLink, readLaunchOptions } from './launch-options';

const none = { profile: null, keychain: 'auto', allowOtherUsers: false, sandbox: null, fixedTime: null, noNetwork: false };

test.each<[string[], object]>([
  [[], {}],
  [['.'], {}],
  [['--profile', 'p'], { profile: resolve('p') }],
  [['--profile=p'], { profile: resolve('p') }],
  [['--profile=a b/c=d'], { profile: resolve('a b/c=d') }],
  [['--profile', 'C:\\Temp\\p'], { profile: resolve('C:\\Temp\\p') }],
  [['--profile=a', '--profile=b'], { profile: resolve('b') }],
  [['--keychain', 'memory'], { keychain: 'memory' }],
  [['--keychain=memory'], { keychain: 'memory' }],
  [['--keychain=auto'], {}],
  [['--sandbox', 'empty'], { sandbox: 'empty' }],
  [['--sandbox=demo', '--no-network', '--allow-other-users'], { sandbox: 'demo', noNetwork: true, allowOtherUsers: true }],
  [['--clock', '2026-01-15T10:00:00Z'], { fixedTime: Date.UTC(2026, 0, 15, 10) }],
  [['--clock=2026-01-15T10:00:00+01:00'], { fixedTime: Date.UTC(2026, 0, 15, 9) }],
  [['--no-sandbox', '--disable-gpu', '--lang=de', '--remote-debugging-port=0', '-psn_0_1'], {}],
  [['app.asar', '--no-sandbox', '--profile', 'p', '--sandbox', 'demo'], { profile: resolve('p'), sandbox: 'demo' }],
  [['latchkey://callback?x=1'], {}],
  [['--keychain=memory', 'latchkey://x', '--profile=taken', '--sandbox=demo'], { keychain: 'memory' }],
  [['LATCHKEY:x', '--no-network'], {}],
  [['--', '--profile=p'], {}],
])('%j', (args, expected) => {
  expect(readLaunchOptions(args)).toEqual({ ...none, ...expected });
});

test.each([
  [['--profile'], '--profile takes a folder.'],
  [['--profile='], '--profile takes a folder.'],
  [['--profile', '--no-sandbox'], '--profile takes a folder.'],
  [['--keychain'], '--keychain takes auto or memory.'],
  [['--keychain=none'], '--keychain takes auto or memory.'],
  [['--sandbox'], '--sandbox takes demo or empty.'],
  [['--sandbox=full'], '--sandbox takes demo or empty.'],
  [['--clock'], '--clock takes a date and time with a time zone, such as 2026-01-15T10:00:00Z.'],
  [['--clock=12:00'], '--clock takes a date and time with a time zone, such as 2026-01-15T10:00:00Z.'],
  [['--clock='], '--clock takes a date and time with a time zone, such as 2026-01-15T10:00:00Z.'],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => readLaunchOptions(args)).toThrow(sentence);
});

test.each([
  [[], []],
  [
    ['app.asar', '--profile', 'C:\\Temp\\p', '--no-sandbox'],
    ['app.asar', '--profile', 'C:\\Temp\\p', '--no-sandbox'],
  ],
  [['--keychain=memory', 'latchkey://x', '--profile=taken', '--allow-other-users'], ['--keychain=memory']],
  [['LATCHKEY:x', '--no-network'], []],
])('of %j, the arguments before a link are %j', (args, expected) => {
  expect(argumentsBeforeLink(args)).toEqual(expected);
});
