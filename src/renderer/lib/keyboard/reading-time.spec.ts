import { expect, test } from 'vitest';
import { createReadingTime, readingMillis } from './reading-time';

const having = (...targets: string[]) => ({ contains: (target: string | null) => target !== null && targets.includes(target) });

function timed() {
  let millis = 1_000;
  const time = createReadingTime<string>(() => millis);
  return {
    ...time,
    refuses: (target: string | null, agoMillis = 0) => time.refuses(target, millis - agoMillis),
    refusesClick: (target: string | null, agoMillis = 0) => time.refusesClick(target, millis - agoMillis),
    pass: (by: number) => {
      millis += by;
    },
  };
}

test('a question takes no key until 250 ms after it was painted', () => {
  const { start, paint, refuses, pass } = timed();
  expect(refuses('delete')).toBe(false);
  start(having('cancel', 'delete'), true);
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
  start(having('delete'), true);
  expect(refuses('page')).toBe(false);
  expect(refuses(null)).toBe(false);
});

test('typing into the question ends the time, and typing elsewhere doesn’t', () => {
  const { start, type, paint, refuses } = timed();
  start(having('field', 'delete'), true);
  type('page');
  expect(refuses('field')).toBe(true);
  type('field');
  expect(refuses('field')).toBe(false);
  paint();
  expect(refuses('delete')).toBe(false);
});

test('a question after a question has its own time, and a second paint adds none', () => {
  const { start, paint, refuses, pass } = timed();
  start(having('first'), true);
  paint();
  pass(200);
  paint();
  pass(50);
  expect(refuses('first')).toBe(false);
  start(having('second'), true);
  expect(refuses('second')).toBe(true);
  paint();
  pass(readingMillis);
  expect(refuses('second')).toBe(false);
});

test('a dialog that is no question takes the keys that were pressed once it was painted', () => {
  const { start, paint, refuses, pass } = timed();
  start(having('create'), false);
  expect(refuses('create')).toBe(true);
  paint();
  expect(refuses('create')).toBe(false);
  pass(400);
  // It was pressed before, and the window was busy.
  expect(refuses('create', 401)).toBe(true);
  expect(refuses('create', 400)).toBe(false);
});

test('a key that was pressed while a question couldn’t be read yet is refused, however late it comes', () => {
  const { start, paint, refuses, pass } = timed();
  start(having('delete'), true);
  paint();
  pass(10_000);
  expect(refuses('delete', 10_000 - readingMillis + 1)).toBe(true);
  expect(refuses('delete', 10_000 - readingMillis)).toBe(false);
});

test('a click on the dialog is refused only if it continues a double click from before', () => {
  const { start, refusesClick, pass } = timed();
  expect(refusesClick('create', 100)).toBe(false);
  start(having('create'), false);
  expect(refusesClick('create', 1)).toBe(true);
  expect(refusesClick('page', 1)).toBe(false);
  expect(refusesClick(null, 1)).toBe(false);
  pass(300);
  expect(refusesClick('create', 301)).toBe(true);
  expect(refusesClick('create', 300)).toBe(false);
});
