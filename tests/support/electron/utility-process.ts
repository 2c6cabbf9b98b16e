/** Utility processes: real Node processes that communicate only through the port that Electron provides. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { UtilityProcess } from 'electron';
import { requireReady } from './app';
import { Emitter, emitterMembers } from './emitter';
import { eventNames } from './event-names';
import { cloned } from './ipc';
import { faceOf, refuse } from './refuse';

const members = [...emitterMembers, 'kill', 'postMessage'] as const;
const child = fileURLToPath(new URL('./utility-child.js', import.meta.url));

/** Utility processes that were started, oldest first. */
export const utilities: StandInUtility[] = [];

class StandInUtility extends Emitter<(typeof eventNames.UtilityProcess)[number]> implements Pick<UtilityProcess, 'kill' | 'postMessage'> {
  readonly face: this = faceOf(this, 'utilityProcess', members);
  readonly process: ChildProcess;
  ended = false;

  constructor(
    readonly file: string,
    readonly args: readonly string[],
    readonly options: Electron.ForkOptions,
  ) {
    super('utilityProcess', eventNames.UtilityProcess);
    this.process = fork(child, [file, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      serialization: 'advanced',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    this.process.on('spawn', () => this.tell('spawn'));
    this.process.on('message', (message) => this.tell('message', message));
    this.process.on('exit', (code) => {
      this.ended = true;
      this.tell('exit', code ?? 1);
    });
  }

  postMessage(message: unknown): void {
    const sent = cloned(message);
    if (!this.ended && this.process.connected) this.process.send(sent as object, () => undefined);
  }

  /** Simulates an error of V8 after which the process can't go on. The report has its environment. */
  fail(): void {
    this.tell('error', 'FatalError', 'v8::ToLocalChecked', JSON.stringify({ environmentVariables: process.env }));
    this.process.kill('SIGKILL');
  }

  kill(): boolean {
    return !this.ended && this.process.kill();
  }
}

class StandInUtilities {
  readonly face: this = faceOf(this, 'utilityProcess', ['fork']);

  fork(file: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) {
    requireReady('utilityProcess');
    if (!existsSync(file)) refuse(`utilityProcess.fork: ${file} does not exist`);
    if (!args.every((value) => typeof value === 'string')) throw new TypeError('utilityProcess.fork: arguments must be strings');
    const started = new StandInUtility(file, args, options);
    utilities.push(started);
    return started.face;
  }
}

export const utilityProcess = new StandInUtilities();
