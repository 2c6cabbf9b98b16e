import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ app: {}, net: {}, session: {}, utilityProcess: {} }));

const { terminalArguments } = await import('./terminal');

test.each([
  [
    ['--terminal', 'config', 'diff', '--json'],
    ['config', 'diff', '--json'],
  ],
  [['.', '--ozone-platform=headless', '--terminal'], []],
  [
    ['--terminal', 'users', 'list', '--query', 'https://a.example'],
    ['users', 'list', '--query', 'https://a.example'],
  ],
  [['--profile', 'a'], null],
  [['latchkey://open', '--terminal', 'users', 'list'], null],
])('%j has the command %j', (args, command) => {
  expect(terminalArguments(args)).toEqual(command);
});
