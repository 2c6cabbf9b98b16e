/** The terminal host in the packaged app: one command, without windows and beside an app that is open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { systemClock } from '../../runtime/system-clock';
import { defaultProfile } from '../default-locations';
import { argumentsBeforeLink } from '../launch-options';
import { thisProcess } from '../terminal/command-process';
import { runLine } from '../terminal/run-line';
import { createElectronTransport } from './network/transport';
import { startUtilityWorker } from './utility-worker';

const flag = '--terminal';

/** Returns the command line after the flag; null without the flag, and for one that follows a link. */
export function terminalArguments(args: readonly string[]): readonly string[] | null {
  const at = argumentsBeforeLink(args).indexOf(flag);
  return at === -1 ? null : args.slice(at + 1);
}

/** Runs a command, and exits with its code. */
export function startTerminal(args: readonly string[], buildFolder: string): void {
  const profile = defaultProfile(process.env, process.platform, app.getName());
  // Chromium's own files, which an app that is open has locked.
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-terminal-'));
  app.setPath('userData', folder);
  // A command that a signal ends exits the process itself.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Chromium handles signals by quitting, which would end a command before it has closed its profile.
  app.on('will-quit', (event) => {
    event.preventDefault();
    // Before a command listens, nothing is open.
    if (!process.emit('SIGINT', 'SIGINT')) app.exit(130);
  });
  app.disableHardwareAcceleration();
  if (process.platform === 'linux') app.commandLine.appendSwitch('ozone-platform', 'headless');
  const parts = async () => ({
    version: app.getVersion(),
    licensesFile: join(buildFolder, '..', 'licenses.json'),
    transport: createElectronTransport(systemClock),
    spawnWorker: (name: Parameters<typeof startUtilityWorker>[1], own: readonly string[]) => startUtilityWorker(buildFolder, name, own),
    defaultProfile: profile,
  });
  void app
    .whenReady()
    .then(() =>
      runLine(args, { program: 'latchkey --terminal', version: app.getVersion(), process: thisProcess(), env: process.env, parts }),
    )
    .then((code) => app.exit(code));
}
