/** Two things measured side by side, so that whatever disturbs the machine disturbs both. */
import { median } from './statistics';

/** Does one round and answers what it took. */
export type Round = () => Promise<number>;

export interface Compared {
  readonly subject: number;
  readonly baseline: number;
  readonly ratio: number;
}

/** Runs rounds of both in turn, each first as often as the other, and compares their medians. */
export async function compare(rounds: number, subject: Round, baseline: Round): Promise<Compared> {
  const figures = { subject: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2 === 0 ? (['subject', 'baseline'] as const) : (['baseline', 'subject'] as const);
    for (const which of turn) {
      globalThis.gc?.();
      figures[which].push(await (which === 'subject' ? subject() : baseline()));
    }
  }
  const [own, other] = [median(figures.subject), median(figures.baseline)];
  return { subject: own, baseline: other, ratio: own / other };
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
