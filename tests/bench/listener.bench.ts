/** What listening for a browser costs while none comes: this process with the handler server, against the same without. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ListenerState } from '#main/callback/callback-server.ts';
import { createCallbackServer } from '#main/callback/callback-server.ts';
import { createHostPeerCheck } from '#main/loopback/peer-check.ts';
import { createPendingWrites } from '#main/runtime/pending.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { memoryFile } from '#main/storage/json-file.ts';
import { createTranslator } from '#messages/translator.ts';
import { compare } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { median } from './lib/statistics';

const rounds = 6;
const roundMillis = 5_000;

/** Of one processor, by the time this process had one; and of its heap, by what is left after a collection. */
export async function measure(): Promise<Measurement[]> {
  const heaps = { listening: [] as number[], quiet: [] as number[] };
  const listening = async () => {
    const server = callbackServer();
    await server.listenFor(roundMillis);
    const taken = await idle(heaps.listening);
    await server.close();
    return taken;
  };
  const quiet = () => idle(heaps.quiet);
  for (const round of [listening, quiet]) await round();
  const { subject, baseline } = await compare(rounds, listening, quiet);
  const [held, free] = [median(heaps.listening), median(heaps.quiet)];
  return [
    {
      name: 'listening for a browser, processor',
      value: (100 * Math.max(0, subject - baseline)) / roundMillis,
      unit: '%',
      limit: 0.1,
      detail: `${subject.toFixed(1)} ms of ${roundMillis / 1000} s against ${baseline.toFixed(1)} ms`,
    },
    {
      name: 'listening for a browser, heap',
      value: Math.max(0, held - free),
      unit: 'kB',
      limit: 200,
      detail: `${held.toFixed(0)} kB against ${free.toFixed(0)} kB`,
    },
  ];
}

/** Milliseconds of a processor that doing nothing takes; notes the heap that is in use in the meantime. */
async function idle(heap: number[]): Promise<number> {
  globalThis.gc?.();
  heap.push(process.memoryUsage().heapUsed / 1000);
  const before = process.cpuUsage();
  await pause(roundMillis);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function callbackServer() {
  return createCallbackServer({
    clock: systemClock,
    isTrustedPeer: createHostPeerCheck(false, systemClock),
    file: memoryFile<ListenerState>(null),
    pendingWrites: createPendingWrites(),
    wantedPort: () => 47_810,
    bases: () => ['/handler'],
    translator: () => createTranslator('en'),
    onLink: async () => 'link',
    pages: [],
  });
}
