/** The tests of a stage that failed, also those that passed when they were repeated: they need mending. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/**
 * @typedef {{ name: string, hasPassed: boolean, reason: string }} Failed `hasPassed` means: when it was repeated.
 * @typedef {{ status: string, results?: readonly { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file?: string, line?: number, tests: readonly PlaywrightTest[] }} Spec
 * @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ fullName: string, status: string, failureMessages: readonly string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly VitestTest[] }} VitestFile
 */

const maxReasonLines = 6;
const maxLineLength = 300;

/** Returns a text that names tests with why they failed; null if there are none. @param {readonly Failed[]} tests */
export function failedText(tests) {
  if (tests.length === 0) return null;
  const lines = tests.flatMap(({ name, hasPassed, reason }) => [
    `${hasPassed ? 'Passed only when it was repeated' : 'Failed'}: ${name}`,
    ...shortened(reason).map((line) => `  ${line}`),
  ]);
  return lines.join('\n');
}

/**
 * Returns those of a report of Playwright's `json` reporter.
 * @param {Suite} report
 * @returns {Failed[]}
 */
export function playwrightFailures({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky' || status === 'unexpected')
      .map(({ status, results = [] }) => ({
        name: `${file}:${line} ${title}`,
        hasPassed: status === 'flaky',
        reason: results.find(({ error }) => error)?.error?.message ?? '',
      })),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

/**
 * Returns those of a report of Vitest's `json` reporter, and the files that couldn't be loaded.
 * @param {{ testResults?: readonly VitestFile[] }} report
 * @returns {Failed[]}
 */
export function vitestFailures({ testResults = [] }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const own = relative(root, file);
    const tests = assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' || failureMessages.length > 0)
      .map(({ fullName, status, failureMessages: [reason = ''] }) => ({
        name: `${own} ${fullName}`,
        hasPassed: status === 'passed',
        reason,
      }));
    const isUnexplained = status === 'failed' && tests.every(({ hasPassed }) => hasPassed);
    return isUnexplained ? [...tests, { name: own, hasPassed: false, reason: message }] : tests;
  });
}

/** @param {string} reason */
function shortened(reason) {
  const lines = stripVTControlCharacters(reason).split('\n');
  const filled = lines.map((line) => line.trimEnd().slice(0, maxLineLength)).filter(Boolean);
  return filled.slice(0, maxReasonLines);
}
