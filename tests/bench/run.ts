/** Runs one benchmark in this process and prints its measurements: `node --expose-gc run.js FILE`. */
import { pathToFileURL } from 'node:url';
import type { Measure } from './lib/measurement';

// A plain end, so that what the benchmark started is ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const file = process.argv[2];
if (file === undefined) throw new Error('Which benchmark?');
const { measure } = (await import(pathToFileURL(file).href)) as { readonly measure: Measure };
process.stdout.write(`${JSON.stringify(await measure())}\n`);
