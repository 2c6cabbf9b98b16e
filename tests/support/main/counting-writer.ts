/** A process that increments its own counter in a file that other processes change as well. */
import { z } from 'zod';
import { systemClock } from '#main/runtime/system-clock.ts';
import { jsonFile } from '#main/storage/json-file.ts';

const counters = z.record(z.string(), z.int());
/** Milliseconds that a change takes, so that it can be stopped in the middle. */
const changeMillis = 3;

function openCounters(path: string) {
  return jsonFile({ path, format: 'test/counters', version: 1, schema: counters, initial: {} }, systemClock, ({ copy }) => {
    throw new Error(`${copy} was put aside`);
  });
}

/** Increments the counter `times` times, and reports each confirmed change by a message. */
async function count(path: string, name: string, times: number): Promise<void> {
  const file = openCounters(path);
  for (let number = 0; number < times; number += 1) {
    await file.update((known) => {
      const end = performance.now() + changeMillis;
      while (performance.now() < end);
      return { ...known, [name]: (known[name] ?? 0) + 1 };
    });
    process.send?.('confirmed');
  }
}

const [, , path = '', name = ''] = process.argv;
process.on('message', (times) => void count(path, name, Number(times)));
