/** The sandbox of the profile. */
import { exitCodes, TerminalError } from '../exit-code';
import { safeJson } from '../plain-output';
import type { RunCommand } from './command-run';

/** Runs the sandbox until it is ended. */
export const runSandbox: RunCommand = async ({ opened: { api, app }, options, terminal }) => {
  const { connectionId } = await api.sandbox.open({});
  const { value } = await api.sandbox.state({});
  if (value.state !== 'running') throw new TerminalError('The sandbox isn’t running.', undefined, 'sandbox-failed');
  const { url, demoAccounts } = value;
  const projectId = app.connections().find(({ id }) => id === connectionId)?.projectId ?? '';
  if (options.has('json')) await terminal.print(`${safeJson({ url, projectId, demoAccounts }, 0)}\n`);
  else {
    const accounts = demoAccounts.map(({ email, password }) => `  ${email}  ${password}`);
    const shown = accounts.length === 0 ? [] : ['Demo accounts, whose passwords are public:', ...accounts];
    await terminal.print([`URL      ${url}`, `Project  ${projectId}`, ...shown, ''].join('\n'));
    terminal.say('Press Ctrl+C to end it.');
  }
  await new Promise<void>((resolve) => {
    app.onPush(({ name }) => {
      if (name === 'sandbox.state') void api.sandbox.state({}).then((state) => state.value.state !== 'running' && resolve());
    });
  });
  terminal.say('The sandbox has stopped.');
  return exitCodes.failed;
};
