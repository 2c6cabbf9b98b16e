/**
 * Names the tests of a Playwright report that failed first and passed when they were repeated.
 * @typedef {{ title: string, file?: string, line?: number, tests: readonly { status: string }[] }} Spec
 * @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @param {Suite} report The report of Playwright's `json` reporter.
 * @returns {string[]} `file:line title` of each.
 */
export function unsteadyTests({ specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, line, title }) => `${file}:${line} ${title}`), ...suites.flatMap(unsteadyTests)];
}
