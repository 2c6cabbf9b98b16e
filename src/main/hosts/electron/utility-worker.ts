/** Workers in Electron: utility processes, because the fuses forbid running Electron as Node. */
import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { Worker, WorkerName } from '../../ports/ports';

/** Starts `name`.js of `folder`. In a packaged app, runs the unpacked copy beside the archive. */
export function startUtilityWorker(folder: string, name: WorkerName, args: readonly string[]): Worker {
  const child = utilityProcess.fork(join(folder.replace('app.asar', 'app.asar.unpacked'), `${name}.js`), [...args], {
    serviceName: `Latchkey ${name}`,
    stdio: 'inherit',
  });
  // V8 couldn't go on. `exit` follows; without a listener, this would be a fault of this process. The report contains the environment.
  child.on('error', () => undefined);
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}
