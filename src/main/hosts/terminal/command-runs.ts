/** What each command runs. */
import type { CommandName } from './command-table';
import type { RunCommand } from './commands/command-run';
import { listConnections } from './commands/connections';

export const commandRuns: Readonly<Record<CommandName, RunCommand>> = {
  'connections list': listConnections,
};
