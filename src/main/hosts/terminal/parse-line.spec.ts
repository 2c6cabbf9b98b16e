import { expect, test } from 'vitest';
import { commandRows, commands } from './command-table';
import { exitCodes, TerminalError } from './exit-code';
import { helpText } from './help-text';
import { parseLine } from './parse-line';

function faultOf(args: readonly string[]): unknown {
  try {
    return parseLine(args);
  } catch (thrown) {
    return thrown;
  }
}

test('options may stand anywhere, with a space or an equals sign', () => {
  const lines = [
    ['connections', 'list', '--profile', 'a b', '--json'],
    ['--json', '--profile=a b', 'connections', 'list'],
  ];
  for (const line of lines.map(parseLine)) {
    if (line.kind !== 'run') throw new Error(line.kind);
    expect([line.name, line.options.text('profile'), line.options.has('json'), line.options.text('clock')]).toEqual([
      'connections list',
      'a b',
      true,
      undefined,
    ]);
  }
});

test.each<[string, unknown]>([
  ['', null],
  ['help', null],
  ['--help', null],
  ['-h', null],
  ['connections --help', 'connections'],
  ['help connections list', 'connections list'],
  ['connections list -h', 'connections list'],
])('“%s” asks for help', (line, topic) => {
  expect(parseLine(line.split(' ').filter(Boolean))).toEqual({ kind: 'help', topic });
});

test.each([
  [['conections', 'list'], 'There is no command “conections list”. Did you mean “connections list”?'],
  [['conections'], 'There is no command “conections”. Did you mean “connections”?'],
  [['zzz'], 'There is no command “zzz”.'],
  [['connections'], /^“connections” needs one of /],
  [['connections', 'lst'], 'There is no command “connections lst”. Did you mean “connections list”?'],
  [['connections', 'list', 'x'], '“connections list” takes no arguments.'],
  [['connections', 'list', '--jsn'], 'There is no option --jsn. Did you mean --json?'],
  [['connections', 'list', '--zzzzzzzz'], 'There is no option --zzzzzzzz.'],
  [['connections', 'list', '--prune'], 'This command doesn’t take --prune.'],
  [['connections', 'list', '--json=yes'], '--json takes no value.'],
  [['connections', 'list', '--profile'], '--profile takes DIR.'],
  [['connections', 'list', '--profile='], '--profile takes DIR.'],
  [['connections', 'list', '--profile', '--json'], '--profile takes DIR.'],
  [['connections', 'list', '--profile', 'a', '--profile', 'b'], '--profile was given twice.'],
  [['connections', 'list', '--keychain', 'x'], '--keychain takes auto|memory.'],
  [['connections', 'list', '-j'], 'There is no option -j.'],
  [['--__proto__', 'connections', 'list'], 'There is no option --__proto__.'],
  [['constructor'], 'There is no command “constructor”.'],
  [['help', 'zzz'], 'There is no command “zzz”.'],
])('%j isn’t valid', (args, text) => {
  const fault = faultOf(args);
  expect(fault).toBeInstanceOf(TerminalError);
  expect((fault as TerminalError).exitCode).toBe(exitCodes.usage);
  expect((fault as TerminalError).message).toMatch(text);
});

test('the help of each command shows its options and examples, which are valid', () => {
  for (const [name, row] of commands) {
    const help = helpText('npm run -s cli --', name);
    for (const option of row.options) expect(help).toContain(`--${option}`);
    expect(row.examples.length).toBeGreaterThan(0);
    for (const example of row.examples) {
      expect(help).toContain(`npm run -s cli -- ${example}`);
      const words = [...(example.split(/ [>|] /)[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      expect(parseLine(words)).toMatchObject({ kind: 'run', name });
    }
  }
  expect(Object.keys(commandRows)).toEqual([...commands.keys()]);
});
