import { expect, it } from 'vitest';
import { unsteadyTests } from './unsteady-tests.mjs';

/** @param {string} title @param {string[]} statuses */
const spec = (title, ...statuses) => ({ title, file: 'a.spec.ts', line: 3, tests: statuses.map((status) => ({ status })) });

it.each([
  ['an empty report', {}, []],
  ['a report without suites', { suites: [] }, []],
  ['passed and failed tests', { suites: [{ specs: [spec('one', 'expected'), spec('two', 'unexpected'), spec('three', 'skipped')] }] }, []],
  ['an unsteady test', { suites: [{ specs: [spec('one', 'flaky')] }] }, ['a.spec.ts:3 one']],
  ['one of nested suites', { suites: [{ suites: [{ specs: [spec('one', 'flaky'), spec('two', 'expected')] }] }] }, ['a.spec.ts:3 one']],
  ['one of several projects', { suites: [{ specs: [spec('one', 'expected', 'flaky')] }] }, ['a.spec.ts:3 one']],
])('finds what passed at the second attempt in %s', (_, report, expected) => {
  expect(unsteadyTests(report)).toEqual(expected);
});
