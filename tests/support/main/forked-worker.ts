import type { ChildProcess } from 'node:child_process';
import type { Worker } from '#main/ports/ports.ts';

/** Returns a forked process as one of the program's workers. */
export function forkedWorker(child: ChildProcess): Worker {
  return {
    post: (message) => void (child.connected && child.send(message as object, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}
