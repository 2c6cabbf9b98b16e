import { expect, test } from 'vitest';
import { createReadingTime, readingMillis } from './reading-time';

const having = (...targets: string[]) => ({ contains: (target: string | null) => target !== null && targets.includes(target) });

function timed() {
  let millis = 1_000;
  const time = createReadingTime<string>(() => millis);
  return {
    ...time,
    pass: (by: number) => {
      millis += by;
    },
  };
}

test('a question takes no key until 250 ms after it was painted', () => {
  const { start, paint, refuses, pass } = timed();
  expect(refuses('delete')).toBe(false);
  start(having('cancel', 'delete'));
  pass(10_000);
  expect(refuses('delete')).toBe(true);
  paint();
  pass(readingMillis - 1);
  expect(refuses('delete')).toBe(true);
  expect(refuses('cancel')).toBe(true);
  pass(1);
  expect(refuses('delete')).toBe(false);
  expect(readingMillis).toBe(250);
});

test('keys for anything else are taken at once', () => {
  const { start, refuses } = timed();
  start(having('delete'));
  expect(refuses('page')).toBe(false);
  expect(refuses(null)).toBe(false);
});

test('typing into the question ends the time, and typing elsewhere doesn’t', () => {
  const { start, type, paint, refuses } = timed();
  start(having('field', 'delete'));
  type('page');
  expect(refuses('field')).toBe(true);
  type('field');
  expect(refuses('field')).toBe(false);
  paint();
  expect(refuses('delete')).toBe(false);
});

test('a question after a question has its own time, and a second paint adds none', () => {
  const { start, paint, refuses, pass } = timed();
  start(having('first'));
  paint();
  pass(200);
  paint();
  pass(50);
  expect(refuses('first')).toBe(false);
  start(having('second'));
  expect(refuses('second')).toBe(true);
  paint();
  pass(readingMillis);
  expect(refuses('second')).toBe(false);
});
