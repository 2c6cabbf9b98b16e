import { describe, expect, it } from 'vitest';
import { InvalidOptions, readOptions, usage } from './options';

describe('options', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      host: '127.0.0.1',
      allowedHosts: [],
      port: 47_800,
      seed: { kind: 'demo', users: 250 },
      keys: { demo: {}, internal: {} },
      json: false,
      log: false,
      recordsRequests: false,
      help: false,
    });
  });

  it('are parsed', () => {
    const hosts = ['--host=::1', '--allow-host', 'sandbox', '--allow-host=fd00::5'];
    expect(
      readOptions([
        '--port',
        '0',
        ...hosts,
        '--data',
        '/x',
        '--seed',
        'empty',
        '--users',
        '12',
        '--clock=2026-01-15T10:00:00Z',
        '--json',
        '--log',
        '--release=2.8.86',
        '--record-requests',
      ]),
    ).toEqual({
      host: '::1',
      allowedHosts: ['sandbox', 'fd00::5'],
      port: 0,
      folder: '/x',
      seed: { kind: 'empty', users: 12 },
      keys: { demo: {}, internal: {} },
      fixedTime: Date.UTC(2026, 0, 15, 10),
      json: true,
      log: true,
      release: '2.8.86',
      recordsRequests: true,
      help: false,
    });
  });

  it.each(['2.8.3', '2.8.110', '2.8', '1.0.1', '3.0.0', 'latest', ''])('refuse %j as a release', (release) => {
    expect(() => readOptions([`--release=${release}`])).toThrow(InvalidOptions);
  });

  const id = '5c3e1f0a-6b7d-4e52-9a41-000000000001';

  it('include a project ID and keys', () => {
    const args = ['--project-id', id, '--publishable-client-key', 'pck_1', '--internal-super-secret-admin-key=sak_2'];
    const { seed, keys } = readOptions(args);
    expect(seed.projectId).toBe(id);
    expect(keys).toEqual({ demo: { publishable_client_key: 'pck_1' }, internal: { super_secret_admin_key: 'sak_2' } });
  });

  it('are read from the environment, where an option takes precedence and an empty variable counts as missing', () => {
    const environment = {
      STACK_PROJECT_ID: id,
      STACK_SECRET_SERVER_KEY: 'from-the-environment',
      STACK_SUPER_SECRET_ADMIN_KEY: '',
      STACK_INTERNAL_PUBLISHABLE_CLIENT_KEY: 'internal-key',
    };
    const { seed, keys } = readOptions(['--secret-server-key', 'ssk_1'], environment);
    expect(seed.projectId).toBe(id);
    expect(keys).toEqual({ demo: { secret_server_key: 'ssk_1' }, internal: { publishable_client_key: 'internal-key' } });
  });

  it('are all documented', () => {
    for (const name of [
      'port',
      'host',
      'allow-host',
      'data',
      'seed',
      'users',
      'clock',
      'json',
      'log',
      'help',
      'project-id',
      'internal-secret-server-key',
    ]) {
      expect(usage).toContain(`--${name}`);
    }
  });

  it.each<[string[], Record<string, string>, string]>([
    [['--project-id', 'internal'], {}, '--project-id is a UUID, not "internal".'],
    [['--clock', 'now'], {}, '--clock is a date and time with a time zone, such as 2026-01-15T10:00:00Z, not "now".'],
    [['--project-id='], {}, '--project-id is a UUID, not "".'],
    [[], { STACK_PROJECT_ID: 'x' }, 'STACK_PROJECT_ID is a UUID, not "x".'],
    [['--secret-server-key', ''], {}, '--secret-server-key is 1 to 200 letters, digits or signs without spaces.'],
    [['--secret-server-key', 'a b'], {}, '--secret-server-key is 1 to 200 letters, digits or signs without spaces.'],
    [
      [],
      { STACK_INTERNAL_SECRET_SERVER_KEY: 'é' },
      'STACK_INTERNAL_SECRET_SERVER_KEY is 1 to 200 letters, digits or signs without spaces.',
    ],
    [['--publishable-client-key', 'x'.repeat(201)], {}, '--publishable-client-key is 1 to 200 letters'],
    [
      ['--secret-server-key', 'same', '--internal-secret-server-key', 'same'],
      {},
      'The two projects cannot share one key: --secret-server-key and --internal-secret-server-key are the same.',
    ],
  ])('rejects %j with %j in one sentence', (args, environment, sentence) => {
    expect(() => readOptions(args, environment)).toThrow(InvalidOptions);
    expect(() => readOptions(args, environment)).toThrow(sentence);
  });

  it.each([
    [['--port', 'x'], '--port is a whole number from 0 to 65535, not "x".'],
    [['--port', '65536'], '--port is a whole number from 0 to 65535, not "65536".'],
    [['--port', '1e3'], '--port is a whole number from 0 to 65535, not "1e3".'],
    [['--users', '0'], '--users is a whole number from 1 to 5000000, not "0".'],
    [['--seed', 'x'], '--seed is demo or empty, not "x".'],
    [['--data='], '--data needs a folder.'],
    [['--host='], '--host needs an address.'],
    [['--allow-host', '*.example'], '--allow-host is a host name or address, not "*.example".'],
    [['--allow-host='], '--allow-host is a host name or address, not "".'],
    [['--nope'], "Unknown option '--nope'."],
    [['extra'], "Unexpected argument 'extra'."],
    [['--port'], "Option '--port <value>' argument missing."],
    [['--users', '-5'], "Option '--users <value>' argument missing."],
    [['--data', '--json'], "Option '--data <value>' argument missing."],
    [['--json=1'], "Option '--json' does not take an argument."],
  ])('rejects %j in one sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(InvalidOptions);
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
