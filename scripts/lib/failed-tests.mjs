/** The tests of a stage that failed, also those that passed when they were repeated: they need mending. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/**
 * @typedef {{ name: string, hasPassed: boolean, reason: string, seen?: string }} Failed `hasPassed` means: when it was repeated. `seen` is what the
 *   test has printed, and what its page showed at the end.
 * @typedef {{ error?: { message?: string }, stderr?: readonly { text?: string }[], attachments?: readonly { name: string, path?: string }[] }} Attempt
 * @typedef {{ status: string, results?: readonly Attempt[] }} PlaywrightTest
 * @typedef {{ title: string, file?: string, line?: number, tests: readonly PlaywrightTest[] }} Spec
 * @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ fullName: string, status: string, failureMessages: readonly string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly VitestTest[] }} VitestFile
 */

const maxReasonLines = 24;
const maxSeenLines = 16;
const maxLineLength = 300;

/** Returns a text that names tests with why they failed; null if there are none. @param {readonly Failed[]} tests */
export function failedText(tests) {
  if (tests.length === 0) return null;
  const lines = tests.flatMap(({ name, hasPassed, reason, seen = '' }) => [
    `${hasPassed ? 'Passed only when it was repeated' : 'Failed'}: ${name}`,
    ...shortened(reason, maxReasonLines).map((line) => `  ${line}`),
    ...shortened(seen, maxSeenLines).map((line) => `  | ${line}`),
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
      .map(({ status, results = [] }) => {
        const attempt = results.find(({ error }) => error);
        return {
          name: `${file}:${line} ${title}`,
          hasPassed: status === 'flaky',
          reason: attempt?.error?.message ?? '',
          seen: attempt === undefined ? '' : seenIn(attempt),
        };
      }),
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

/** @param {Attempt} attempt */
function seenIn({ stderr = [], attachments = [] }) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  return [...stderr.map(({ text = '' }) => text), path === undefined ? '' : pageIn(path)].filter(Boolean).join('\n');
}

/** Returns the page's main area, or what covers it, from the tree of roles that Playwright's description of a failure contains. @param {string} path */
function pageIn(path) {
  const tree = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const main = /^ *- main\b.*/ms.exec(tree);
  return main?.[0] ?? tree;
}

/** @param {string} text @param {number} maxLines */
function shortened(text, maxLines) {
  const lines = stripVTControlCharacters(text).split('\n');
  const filled = lines.map((line) => line.trimEnd().slice(0, maxLineLength)).filter(Boolean);
  return filled.slice(0, maxLines);
}
