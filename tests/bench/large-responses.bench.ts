/** The largest response that is read, good and bad: how long it takes, what other calls wait for it, and how much memory it needs. */
import { join } from 'node:path';
import { z } from 'zod';
import { maxObjectBytes } from '#contract/limits.ts';
import { openBridge } from './lib/bridge';
import { startHost } from './lib/host';
import type { Measurement } from './lib/measurement';
import { peakMemory, resetPeakMemory, residentMemory } from './lib/memory';
import { canMeasureProcesses } from './lib/processor';
import { startProgram } from './lib/programs';
import { median } from './lib/statistics';

/** What a list consists of, and the code that reading it ends with; null for one that can be read. */
const kinds = { misfits: 'bad-response', brackets: 'bad-response', users: null } as const;
type Kind = keyof typeof kinds;

const rounds = 5;
/** Milliseconds between two of the other calls. */
const pauseMillis = 2;

const connection = z.object({ id: z.string() });
const reply = z.object({ reply: z.object({ ok: z.boolean(), error: z.object({ code: z.string() }).optional() }) });

interface Figures {
  readonly kind: Kind;
  readonly millis: number;
  readonly longestOther: number;
  /** In bodies. */
  readonly memory: number;
}

/** The medians of several rounds, each of them on a new host; the worst kind counts. */
export async function measure(): Promise<Measurement[]> {
  if (!canMeasureProcesses) return [];
  const service = await startProgram(join('out', 'bench', 'programs', 'large-responses-service.js'));
  try {
    const figures: Figures[] = [];
    for (const kind of Object.keys(kinds) as Kind[]) figures.push(await measureRounds(kind, `http://127.0.0.1:${service.line}`));
    const worst = (name: string, unit: Measurement['unit'], limit: number, of: (one: Figures) => number): Measurement => ({
      name: `a response of 16 MB, ${name}`,
      value: Math.max(...figures.map(of)),
      unit,
      limit,
      detail: figures.map((one) => `${one.kind} ${of(one).toFixed(unit === 'ms' ? 0 : 2)}`).join(', '),
    });
    return [
      worst('time', 's', 2, ({ millis }) => millis / 1000),
      worst('longest other call', 'ms', 250, ({ longestOther }) => longestOther),
      worst('memory against the body', 'x', 8, ({ memory }) => memory),
    ];
  } finally {
    await service.stop();
  }
}

async function measureRounds(kind: Kind, baseUrl: string): Promise<Figures> {
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await measureOnce(kind, baseUrl));
  const middle = (of: (one: Figures) => number) => median(found.map(of));
  return {
    kind,
    millis: middle(({ millis }) => millis),
    longestOther: middle(({ longestOther }) => longestOther),
    memory: middle(({ memory }) => memory),
  };
}

async function measureOnce(kind: Kind, baseUrl: string): Promise<Figures> {
  const host = await startHost();
  try {
    const draft = { name: 'Large', baseUrl, projectId: 'internal', environment: 'development', keys: { server: 'ssk_1' } };
    const { id } = connection.parse(await host.bridge.call('connections.add', { draft }));
    await host.bridge.call('connections.detect', { id });
    const list = (query: string) => ({ actor: 'project', connectionId: id, query: { query } });
    await host.bridge.call('service.users.list', list('none'));
    const other = await openBridge(new URL(await host.newAddress()));
    const before = residentMemory(host.pid);
    resetPeakMemory(host.pid);
    const others = keepCalling(() => other.call('settings.state', {}));
    const begun = performance.now();
    // Not parsed here before the others have ended: that would be time of this process.
    const text = await host.bridge.roundTrip(JSON.stringify({ id: 1_000_000, name: 'service.users.list', input: list(kind) }));
    const millis = performance.now() - begun;
    const longestOther = await others.stop();
    const memory = (peakMemory(host.pid) - before) / maxObjectBytes;
    other.close();
    const { ok, error } = reply.parse(JSON.parse(text)).reply;
    if (ok !== (kinds[kind] === null) || (error?.code ?? null) !== kinds[kind]) throw new Error(`${kind}: ${text.slice(0, 200)}`);
    return { kind, millis, longestOther, memory };
  } finally {
    await host.stop();
  }
}

/** Makes one call after the other; stopping answers how long the longest took. */
function keepCalling(call: () => Promise<unknown>): { stop(): Promise<number> } {
  let isStopped = false;
  let longest = 0;
  const calling = (async () => {
    while (!isStopped) {
      const begun = performance.now();
      await call();
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, pauseMillis));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await calling;
      return longest;
    },
  };
}
