/** Repeatable chance for the seed: in the database by row number, outside it by a counter. */
import type { Random } from '../random';

/** Multipliers for independent draws of one row; odd, so that the low 32 bits of a product stay distinct. */
const multipliers = [2654435761, 2246822519, 3266489917, 668265263, 374761393, 1640531535, 2127912213, 3345072701, 1812433253] as const;

/** SQL for a repeatable number below `below`, drawn by the row number `n`; each `which` is a draw of its own. */
export function draw(n: string, which: number, below: number): string {
  const first = `((${n} + ${which * 1013}) * ${multipliers[which % multipliers.length]} & 4294967295)`;
  return `((((${first} + (${first} >> 15)) * ${179424673 + 2 * which} & 4611686018427387903) >> 13) % ${below})`;
}

/** SQL for a UUID v4 by row number. Two rows of one `kind` never share one, since the first part alone tells them apart. */
export function uuidOf(n: string, kind: number): string {
  const part = (which: number, bits: number) => draw(n, kind * 5 + which, 2 ** bits);
  const unique = `((${n} * 2654435761 + ${kind * 40503}) & 4294967295)`;
  return `printf('%08x-%04x-4%03x-%04x-%08x%04x', ${unique}, ${part(1, 16)}, ${part(2, 12)}, 32768 | ${part(3, 14)}, ${part(4, 32)}, ${part(5, 16)})`;
}

/** The same bytes every time. For names and ids of a demonstration, never for anything secret. */
export function createRepeatableRandom(start: number): Random {
  let state = start >>> 0;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
}
