/** Repeatable random values for the seed: in SQL by row number, elsewhere by a counter. */
import type { Random } from '../random';

/** Multipliers for independent draws of a row; odd, so that the low 32 bits of a product stay distinct. */
const multipliers = [2654435761, 2246822519, 3266489917, 668265263, 374761393, 1640531535, 2127912213, 3345072701, 1812433253] as const;

/** Returns SQL for a repeatable number less than `below` for row number `n`. Each `which` is an independent draw. */
export function draw(n: string, which: number, below: number): string {
  const first = `((${n} + ${which * 1013}) * ${multipliers[which % multipliers.length]} & 4294967295)`;
  return `((((${first} + (${first} >> 15)) * ${179424673 + 2 * which} & 4611686018427387903) >> 13) % ${below})`;
}

/** Returns SQL for a UUID v4 by row number. Rows of one `kind` have distinct first parts. */
export function uuidOf(n: string, kind: number): string {
  const part = (which: number, bits: number) => draw(n, kind * 5 + which, 2 ** bits);
  const unique = `((${n} * 2654435761 + ${kind * 40503}) & 4294967295)`;
  return `printf('%08x-%04x-4%03x-%04x-%08x%04x', ${unique}, ${part(1, 16)}, ${part(2, 12)}, 32768 | ${part(3, 14)}, ${part(4, 32)}, ${part(5, 16)})`;
}

/** Creates a source that always returns the same bytes. For seeded names and IDs, never for secrets. */
export function createRepeatableRandom(start: number): Random {
  let state = start >>> 0;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
}
