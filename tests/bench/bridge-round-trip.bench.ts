/** A small call over the real bridge, against a bare WebSocket that carries messages of the same sizes. */
import { join } from 'node:path';
import { openSocket, roundTrip } from './lib/bridge';
import { startHost } from './lib/host';
import { compare, type Round, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { stayOnOneCore } from './lib/one-core';
import { startProgram } from './lib/programs';

const rounds = 31;
const callsPerRound = 500;

/** Microseconds of a call, through the host and without it. */
export async function measure(): Promise<Measurement[]> {
  const isPinned = stayOnOneCore();
  const host = await startHost();
  const request = JSON.stringify({ id: 1_000, name: 'settings.state', input: {} });
  await host.bridge.call('settings.state', {});
  const answer = await host.bridge.roundTrip(request);
  const echo = await startProgram(join('out', 'bench', 'programs', 'echo.js'), String(Buffer.byteLength(answer)));
  const bare = await openSocket(`ws://127.0.0.1:${echo.line}`, 'http://localhost');
  try {
    const over = (send: (text: string) => Promise<string>): Round => {
      return async () => {
        const millis = await timed(async () => {
          for (let call = 0; call < callsPerRound; call += 1) await send(request);
        });
        return (1000 * millis) / callsPerRound;
      };
    };
    const [bridge, raw] = [over(host.bridge.roundTrip), over((text) => roundTrip(bare, text))];
    for (let warmUp = 0; warmUp < 4; warmUp += 1) for (const round of [bridge, raw]) await round();
    const { subject, baseline, ratio } = await compare(rounds, bridge, raw);
    const detail = `${subject.toFixed(0)} µs against ${baseline.toFixed(0)} µs, ${isPinned ? 'on one core' : 'on whichever cores the system chose'}`;
    return [{ name: 'bridge round trip', value: ratio, unit: 'x', limit: 2, detail }];
  } finally {
    bare.terminate();
    await Promise.all([echo.stop(), host.stop()]);
  }
}
