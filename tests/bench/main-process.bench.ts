/** The main process of the browser host: its memory against the libraries that it loads, and a second start against the first. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openBridge } from './lib/bridge';
import { compare } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { residentMemory } from './lib/memory';
import { canMeasureProcesses } from './lib/processor';
import { type Program, startProgram } from './lib/programs';
import { runFolder } from './lib/sandbox';

const rounds = 9;
const settlingMillis = 2_000;
const address = z.object({ url: z.string() });
const newProfile = () => mkdtemp(join(runFolder(), 'main-process-'));

export async function measure(): Promise<Measurement[]> {
  return [...(canMeasureProcesses ? [await measureMemory()] : []), await measureSecondStart()];
}

/** Resident megabytes with one window connected and the settings read. */
async function measureMemory(): Promise<Measurement> {
  const own = async () => {
    const host = await startHost(await newProfile());
    const bridge = await openBridge(new URL(address.parse(JSON.parse(host.line)).url));
    await bridge.call('settings.state', {});
    return memoryOf(host).finally(bridge.close);
  };
  const libraries = async () => memoryOf(await startProgram(join('out', 'bench', 'programs', 'main-libraries.js')));
  const { subject, baseline, ratio } = await compare(rounds, own, libraries);
  const detail = `${subject.toFixed(1)} MB against ${baseline.toFixed(1)} MB`;
  return { name: 'main process, memory against its libraries', value: ratio, unit: 'x', limit: 1.6, detail };
}

/** From the start of the process until its page can be opened, with a profile that has a project and an account, and without. */
async function measureSecondStart(): Promise<Measurement> {
  const used = await newProfile();
  const before = await startHost(used);
  const bridge = await openBridge(new URL(address.parse(JSON.parse(before.line)).url));
  await bridge.call('sandbox.open', {});
  bridge.close();
  await before.stop();
  const { subject, baseline, ratio } = await compare(
    rounds,
    () => startOf(used),
    async () => startOf(await newProfile()),
  );
  const detail = `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`;
  return { name: 'second start against the first', value: ratio, unit: 'x', limit: 1.2, detail };
}

const startHost = (profile: string) =>
  startProgram(join('out', 'main', 'browser.js'), '--profile', profile, '--no-open', '--json', '--keychain', 'memory');

async function startOf(profile: string): Promise<number> {
  const host = await startHost(profile);
  await host.stop();
  return host.startMillis;
}

async function memoryOf({ process, stop }: Program): Promise<number> {
  await pause(settlingMillis);
  const bytes = residentMemory(process.pid ?? 0);
  await stop();
  return bytes / 1_000_000;
}
