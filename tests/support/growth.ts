/** How the time of a function grows with its input: a fault that only long inputs show, on any machine. */

/** Milliseconds below which a difference may be that of collecting garbage. What grows with the square of 100,000 characters takes seconds. */
const noiseMillis = 250;
/** Number of measurements, of which the best counts. */
const tries = 5;

/** Returns a text of about `length` characters: a piece repeated, between a start and an end. */
export function repeated(piece: string, length: number, start = '', end = ''): string {
  return start + piece.repeat(Math.floor(length / piece.length)) + end;
}

/** Returns how many times longer `run` takes for twice the input, from 50,000 to 100,000 characters: 2 if it is linear, 4 if it is quadratic. */
export function growthOf(run: (text: string) => unknown, textOf: (length: number) => string): number {
  const [half, whole] = [textOf(50_000), textOf(100_000)];
  // What is lost in the noise is linear, and needn't be measured again.
  const once = timeOf(run, whole);
  if (once < noiseMillis) return 1;
  return Math.min(...Array.from({ length: tries }, () => timeOf(run, whole) / timeOf(run, half)));
}

/** In milliseconds of the processor, which this process gets less of at once while other programs need it, too. */
function timeOf(run: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
