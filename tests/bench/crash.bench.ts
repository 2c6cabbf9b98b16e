/** A process is killed at every step of a refresh, a sign-in and a sign-out, again and again: is an account lost or doubled? */
import { type Doing, doings } from '../support/main/crashing';
import { type Crashing, startCrashing } from './lib/crash-process';
import { newCrashScene, recover, startCrashService } from './lib/crash-scene';
import type { Measurement } from './lib/measurement';
import type { Program } from './lib/programs';

const rounds = Number(process.env.BENCH_CRASH_ROUNDS ?? 1_000);
const lanes = 2;

/** One step of something, and what came of dying at it. */
interface Step {
  readonly doing: Doing;
  readonly dieAt: number;
  deaths: number;
  wrong: number;
}

/** Accounts lost or doubled, for each thing that a process was doing. */
export async function measure(): Promise<Measurement[]> {
  const service = await startCrashService();
  const crashing = Array.from({ length: lanes }, startCrashing);
  try {
    const steps: Step[] = [];
    for (const doing of doings) steps.push(...(await stepsOf(doing, service, startable(crashing))));
    const waiting = steps.values();
    await Promise.all(
      crashing.map(async (lane) => {
        // All lanes take from the same steps.
        for (const step of waiting) await dieOften(step, service, lane);
      }),
    );
    return doings.map((doing) => summary(doing, steps));
  } finally {
    for (const lane of crashing) lane.stop();
    await service.stop();
  }
}

function startable([first]: readonly Crashing[]): Crashing {
  if (first === undefined) throw new Error('There is no lane.');
  return first;
}

/** Counts the steps in a run that isn’t killed. */
async function stepsOf(doing: Doing, service: Program, crashing: Crashing): Promise<Step[]> {
  const scene = await newCrashScene(service);
  const count = (await crashing.run({ scene, doing, dieAt: 0, delay: null })) ?? 0;
  if (count < 3) throw new Error(`A ${doing} has ${count} steps.`);
  return Array.from({ length: count }, (_, index) => ({ doing, dieAt: index + 1, deaths: 0, wrong: 0 }));
}

async function dieOften(step: Step, service: Program, crashing: Crashing): Promise<void> {
  const { doing, dieAt } = step;
  let scene = await newCrashScene(service);
  for (let round = 0; round < rounds; round += 1) {
    // Every other one is killed within the step: somewhere in the four milliseconds after its beginning.
    const delay = round % 2 === 0 ? null : (round % 20) / 5;
    if ((await crashing.run({ scene, doing, dieAt, delay })) === null) step.deaths += 1;
    const wrong = await recover(scene, doing);
    step.wrong += wrong;
    // What is broken must not be counted again.
    if (wrong > 0) scene = await newCrashScene(service);
  }
}

function summary(doing: Doing, steps: readonly Step[]): Measurement {
  const own = steps.filter((step) => step.doing === doing);
  const deaths = own.reduce((sum, step) => sum + step.deaths, 0);
  if (deaths < (own.length * rounds) / 2) throw new Error(`Only ${deaths} processes died.`);
  const detail = `${deaths} processes killed, ${rounds} rounds at each of ${own.length} steps`;
  const value = own.reduce((sum, step) => sum + step.wrong, 0);
  return { name: `killed in a ${doing}, lost or doubled`, value, unit: 'accounts', limit: 0, detail };
}
