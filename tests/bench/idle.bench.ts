/** Processor time of the idle app, with three users signed in, one tab open, and the background watch on. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { launchChromium } from './lib/chromium';
import { type Host, startHost } from './lib/host';
import type { Measurement } from './lib/measurement';
import { canMeasureProcesses, childrenOf, processorMillis } from './lib/processor';

const settlingMillis = 5_000;
const idleMillis = 60_000;
const limit = 0.5;

const opened = z.object({ connectionId: z.string() });
const sandbox = z.object({ value: z.object({ demoAccounts: z.array(z.object({ email: z.string(), password: z.string() })) }) });
const accounts = z.object({ value: z.array(z.object({ state: z.literal('signed-in') })).length(3) });

/** Per cent of one processor, over a minute. */
export async function measure(): Promise<Measurement[]> {
  if (!canMeasureProcesses) return [];
  const host = await startHost();
  const browser = await launchChromium();
  try {
    await signIn(host);
    await host.bridge.call('settings.update', { watch: true });
    const page = await browser.newPage();
    await page.goto(await host.newAddress());
    await page
      .getByRole('link', { name: /Analytical Engines/ })
      .first()
      .click();
    await page.getByRole('grid', { name: 'Users' }).waitFor();
    // The tab is the only one.
    host.bridge.close();
    await pause(settlingMillis);
    return await whileIdle(host.pid);
  } finally {
    await browser.close();
    await host.stop();
  }
}

async function signIn({ bridge }: Host): Promise<void> {
  const { connectionId } = opened.parse(await bridge.call('sandbox.open', {}));
  const { demoAccounts } = sandbox.parse(await bridge.call('sandbox.state', {})).value;
  // The first is signed in already.
  for (const { email, password } of demoAccounts.slice(1, 3)) {
    await bridge.call('signIn.withPassword', { connectionId, email, password });
  }
  accounts.parse(await bridge.call('accounts.list', {}));
}

async function whileIdle(host: number): Promise<Measurement[]> {
  const workers = childrenOf(host);
  const taken = () => [processorMillis(host), sum(workers.map(processorMillis))] as const;
  const [hostBefore, workersBefore] = taken();
  const begun = performance.now();
  await pause(idleMillis);
  const wall = performance.now() - begun;
  const [hostAfter, workersAfter] = taken();
  return [share('idle, the host', hostAfter - hostBefore, wall), share('idle, its sandbox', workersAfter - workersBefore, wall)];
}

function share(name: string, millis: number, wall: number): Measurement {
  return { name, value: (100 * millis) / wall, unit: '%', limit, detail: `${millis} ms of ${(wall / 1000).toFixed(0)} s` };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
