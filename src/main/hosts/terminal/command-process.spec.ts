import { expect, onTestFinished, test } from 'vitest';
import { thisProcess } from './command-process';

test('a signal that comes again is heard again, and doesn’t end the process while it closes', () => {
  let heard = 0;
  const before = process.listenerCount('SIGHUP');
  const stop = thisProcess().onSignal(() => {
    heard += 1;
  });
  onTestFinished(stop);
  for (const number of [1, 2]) {
    process.emit('SIGHUP', 'SIGHUP');
    // Without a listener, the system ends the process at the next one.
    expect([heard, process.listenerCount('SIGHUP')]).toEqual([number, before + 1]);
  }
  stop();
  expect(process.listenerCount('SIGHUP')).toBe(before);
});
