import { describe, expect, it } from 'vitest';
import { BadOptions, readOptions } from './options';

describe('options', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({ host: '127.0.0.1', port: 47_800, seed: { kind: 'demo', users: 250 }, json: false, help: false });
  });

  it('are read', () => {
    expect(readOptions(['--port', '0', '--host=::1', '--data', '/x', '--seed', 'empty', '--users', '12', '--json'])).toEqual({
      host: '::1',
      port: 0,
      folder: '/x',
      seed: { kind: 'empty', users: 12 },
      json: true,
      help: false,
    });
  });

  it.each([
    [['--port', 'x'], '--port is a whole number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port is a whole number from 0 to 65535, not "65536".'],
    [['--port', '1e3'], '--port is a whole number from 0 to 65535, not "1e3".'],
    [['--users', '0'], '--users is a whole number from 1 to 5000000, not "0".'],
    [['--seed', 'x'], '--seed is demo or empty, not "x".'],
    [['--data='], '--data needs a folder.'],
    [['--host='], '--host needs an address.'],
    [['--nope'], "Unknown option '--nope'."],
    [['extra'], "Unexpected argument 'extra'."],
    [['--port'], "Option '--port <value>' argument missing."],
    [['--json=1'], "Option '--json' does not take an argument."],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(BadOptions);
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
