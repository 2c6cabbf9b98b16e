/** Runs a job in processes of this spec that are dropped at random moments. */
import type { JobProcess } from './job-process';
import type { Fate, jobScene } from './jobs-scene';

/** Returns numbers from 0 to less than 1, the same ones in every run. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Scene = Pick<Awaited<ReturnType<typeof jobScene>>, 'service' | 'process'> & { readonly chance: () => number };

/** Runs a job to its end, in processes that are killed after some requests. Returns how many there were. */
export async function runKilled({ service, chance, process }: Scene, id: string, fate: () => Fate): Promise<number> {
  let left = 0;
  let own: JobProcess | null = null;
  let isLost = false;
  service.fate = () => {
    if (!isLost) return fate();
    isLost = false;
    return 'lost-request';
  };
  for (let processes = 1; ; processes += 1) {
    const started = process();
    own = started;
    left = Math.ceil(chance() * 25);
    const killed = new Promise<'killed'>((resolve) => {
      const count = () => {
        left -= 1;
        if (left > 0 || own !== started) return;
        // Before the request that comes now, which then arrives or doesn't, or after its response.
        isLost = chance() < 0.3;
        if (chance() < 0.6) started.kill();
        else setImmediate(() => started.kill());
        resolve('killed');
      };
      service.before = count;
    });
    const end = await Promise.race([started.run(id), killed]);
    if (end === 'killed') {
      // What was on its way may still arrive.
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    if (end.kind === 'done') {
      service.before = () => undefined;
      service.fate = () => undefined;
      return processes;
    }
  }
}
