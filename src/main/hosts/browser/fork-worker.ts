/** Workers outside Electron: forked processes of the same build. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Worker, WorkerName } from '../../ports/ports';

/** Starts `name`.js of `folder` as a process that communicates by messages only. */
export function forkWorker(folder: string, name: WorkerName, args: readonly string[]): Worker {
  const child = fork(join(folder, `${name}.js`), [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    post: (message) => void (child.connected && child.send(message as object, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      let ended = false;
      const end = (code: number | null) => {
        if (!ended) listener(code);
        ended = true;
      };
      child.once('exit', end);
      // A process that could not be started emits no `exit`.
      child.on('error', () => child.pid === undefined && end(null));
    },
    kill: () => void child.kill(),
  };
}
