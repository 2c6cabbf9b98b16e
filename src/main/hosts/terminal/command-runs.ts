/** What each command runs that needs the app. */
import type { ApplessCommand, CommandName } from './command-table';
import type { RunCommand } from './commands/command-run';
import { applyConfiguration, diffConfiguration, exportConfiguration } from './commands/config';
import { listConnections, testConnections } from './commands/connections';
import { followConfiguration, showDrift } from './commands/drift';
import { importUsers } from './commands/import-users';
import { listJobs, resumeJob, runJob } from './commands/jobs';
import { exportJournal, listJournal, verifyJournal } from './commands/journal';
import { runSandbox } from './commands/sandbox';
import { eraseUser, exportUsers, listUsers } from './commands/users';

export const commandRuns: Readonly<Record<Exclude<CommandName, ApplessCommand>, RunCommand>> = {
  'config export': exportConfiguration,
  'config diff': diffConfiguration,
  'config apply': applyConfiguration,
  'config follow': followConfiguration,
  'config drift': showDrift,
  'users list': listUsers,
  'users export': exportUsers,
  'users import': importUsers,
  'users erase': eraseUser,
  'jobs list': listJobs,
  'jobs run': runJob,
  'jobs resume': resumeJob,
  'journal list': listJournal,
  'journal export': exportJournal,
  'journal verify': verifyJournal,
  'connections list': listConnections,
  'connections test': testConnections,
  sandbox: runSandbox,
};
