/** Runs a command with the app. */
import { resolve } from 'node:path';
import { withinLimit } from '../../runtime/pending';
import { systemClock } from '../../runtime/system-clock';
import type { CommandProcess } from './command-process';
import { type ApplessCommand, type CommandName, commands } from './command-table';
import type { RunCommand } from './commands/command-run';
import { applyConfiguration, diffConfiguration, exportConfiguration } from './commands/config';
import { listConnections, testConnections } from './commands/connections';
import { followConfiguration, showDrift } from './commands/drift';
import { importUsers } from './commands/import-users';
import { listJobs, resumeJob, runJob } from './commands/jobs';
import { exportJournal, keepEntries, listJournal, verifyJournal } from './commands/journal';
import { runSandbox } from './commands/sandbox';
import { eraseUser, exportUsers, listUsers } from './commands/users';
import type { ExitCode } from './exit-code';
import { type OpenDeps, type Opened, openApp } from './open-app';
import type { AppLine } from './parse-line';

/** Maximum duration of closing, so that a service or a disk that doesn't respond can't prevent the exit. */
const closeLimitMillis = 8_000;
/** The same of keeping the entries of a run that is ended. */
const keepLimitMillis = 2_000;
/** Exit code after Ctrl+C, as shells expect it. */
const interrupted = 130;

/** Opens the app, runs a command, and closes the app. Signals close it as well, and end the process. */
export async function runOpened(
  { name, args, options }: AppLine,
  deps: Pick<OpenDeps, 'terminal' | 'env' | 'parts'>,
  own: Pick<CommandProcess, 'exit' | 'onSignal' | 'turnOffCoreDumps'>,
): Promise<ExitCode> {
  let opening: Promise<Opened> | null = null;
  let keep: (() => Promise<void>) | null = null;
  let isEnding = false;
  let stopAsking = () => {};
  const ended = new Promise<null>((resolve) => {
    stopAsking = () => resolve(null);
  });
  const closed = async () => (await opening?.catch(() => null))?.close();
  const close = () => withinLimit(closed(), closeLimitMillis, systemClock);
  const end = async () => {
    // The journal of a temporary profile ends with it.
    if (keep !== null) await withinLimit(keep(), keepLimitMillis, systemClock);
    await close();
    own.exit(interrupted);
  };
  const stopListening = own.onSignal(() => {
    if (isEnding) return;
    isEnding = true;
    stopAsking();
    void end();
  });
  try {
    // Before workers are started, which inherit it.
    await own.turnOffCoreDumps();
    const output = options.text('output');
    const followedFile = name === 'config follow' ? (args[0] === undefined ? null : resolve(args[0])) : null;
    const isOfProfile = commands.get(name)?.isOfProfile === true;
    opening = openApp({ ...deps, options, ended, isOfProfile, followedFile, ...(output !== undefined && { exportFile: output }) });
    const opened = await opening;
    const journal = options.text('journal');
    if (journal !== undefined) keep = await keepEntries(opened, journal);
    const running = commandRuns[name]({ opened, args, options, terminal: deps.terminal, env: deps.env });
    // Also what was done before a failure.
    return await running.finally(() => keep?.());
  } finally {
    // What a signal interrupts fails, which isn't why the command ends.
    if (isEnding) await new Promise<never>(() => undefined);
    await close();
    stopListening();
  }
}

const commandRuns: Readonly<Record<Exclude<CommandName, ApplessCommand>, RunCommand>> = {
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
