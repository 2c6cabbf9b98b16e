import { expect, test } from 'vitest';
import { playwrightTimes, slowestText, vitestTimes } from './slowest-tests.mjs';

test('the ten slowest are listed, the slowest first', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, millis: index * 1_000 }));
  const lines = slowestText(tests)?.split('\n') ?? [];
  expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([11, 'Slowest:', '  11.0 s  test 11', '  2.0 s  test 2']);
});

test('without tests there is nothing to list', () => {
  expect(slowestText([])).toBe(null);
});

test.each([
  ['an empty report', {}, []],
  ['a file without tests', { testResults: [{ name: '/x/a.spec.ts', assertionResults: [] }] }, []],
  [
    'a test that was skipped',
    {
      testResults: [
        {
          name: '/x/a.spec.ts',
          assertionResults: [{ fullName: 'one', duration: 12.5 }, { fullName: 'two' }],
        },
      ],
    },
    [
      { name: 'a.spec.ts one', millis: 12.5 },
      { name: 'a.spec.ts two', millis: 0 },
    ],
  ],
])('reads Vitest’s times: %s', (_, report, expected) => {
  expect(vitestTimes(report)).toEqual(expected);
});

/** @param {string} title @param {number[]} durations */
const spec = (title, ...durations) => ({ title, file: 'a.spec.ts', tests: [{ results: durations.map((duration) => ({ duration })) }] });

test.each([
  ['an empty report', {}, []],
  ['a test that didn’t run', { specs: [spec('one')] }, [{ name: 'a.spec.ts one', millis: 0 }]],
  ['a repeated test in nested suites', { suites: [{ suites: [{ specs: [spec('one', 5, 7)] }] }] }, [{ name: 'a.spec.ts one', millis: 12 }]],
])('reads Playwright’s times: %s', (_, report, expected) => {
  expect(playwrightTimes(report)).toEqual(expected);
});
