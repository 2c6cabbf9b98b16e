/** A client in a separate process that makes many calls in one moment: both ends of what is said to it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './programs';

/** Whom a client is, and where it calls. */
export interface StormScene {
  readonly url: string;
  /** A profile with one account that other processes have as well; without one the client is alone and brings these tokens. */
  readonly profile?: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What its calls took. */
export interface StormResult {
  readonly millis: number;
  /** Milliseconds of a processor, which the service's share doesn't belong to. */
  readonly processorMillis: number;
  /** Megabytes of memory that the process had at its most, in all its life. */
  readonly peakMegabytes: number;
}

type Order = { readonly scene: StormScene } | { readonly calls: number };

export interface StormClient {
  /** Signs in: nothing is sent yet. */
  open(scene: StormScene): Promise<void>;
  /** Makes that many calls at once. */
  call(calls: number): Promise<StormResult>;
  stop(): Promise<void>;
}

/** Starts a program of `out/bench/programs`. */
export function startStormClient(name: string): StormClient {
  const child = fork(join(root, 'out', 'bench', 'programs', `${name}.js`), { execArgv: [] });
  const ended = once(child, 'exit').then(() => undefined);
  const ask = async (order: Order): Promise<unknown> => {
    const answered = once(child, 'message').then(([answer]) => answer);
    child.send(order);
    return Promise.race([answered, ended.then(() => Promise.reject(new Error(`${name} ended by itself.`)))]);
  };
  return {
    open: async (scene) => void (await ask({ scene })),
    call: async (calls) => (await ask({ calls })) as StormResult,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The client's own end: `open` answers its way to make one call. */
export function serveStorm(open: (scene: StormScene) => Promise<() => Promise<unknown>>): void {
  let call: (() => Promise<unknown>) | undefined;
  process.on('message', async (order: Order) => {
    if ('scene' in order) {
      call = await open(order.scene);
      return process.send?.('open');
    }
    const begun = performance.now();
    const before = process.cpuUsage();
    await Promise.all(Array.from({ length: order.calls }, call ?? (() => Promise.reject(new Error('Call whom?')))));
    const millis = performance.now() - begun;
    const { user, system } = process.cpuUsage(before);
    const processorMillis = (user + system) / 1000;
    process.send?.({ millis, processorMillis, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies StormResult);
  });
}
