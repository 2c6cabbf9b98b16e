/** The slowest tests of a stage. */

/**
 * @typedef {{ name: string, millis: number }} Timed
 * @typedef {{ title: string, file?: string, tests: readonly { results: readonly { duration: number }[] }[] }} Spec
 * @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ name: string, assertionResults: readonly { fullName: string, duration?: number | null }[] }} VitestFile
 */

const shown = 10;

/** Returns a line with the slowest tests, or null when there are none. @param {readonly Timed[]} tests */
export function slowestText(tests) {
  if (tests.length === 0) return null;
  const slowest = tests.toSorted((a, b) => b.millis - a.millis).slice(0, shown);
  return ['Slowest:', ...slowest.map(({ name, millis }) => `  ${(millis / 1000).toFixed(1)} s  ${name}`)].join('\n');
}

/**
 * Returns the tests of a report of Vitest's `json` reporter.
 * @param {{ testResults?: readonly VitestFile[] }} report
 * @returns {Timed[]}
 */
export function vitestTimes({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = name.split('/').at(-1);
    return assertionResults.map(({ fullName, duration }) => ({ name: `${file} ${fullName}`, millis: duration ?? 0 }));
  });
}

/**
 * Returns the tests of a report of Playwright's `json` reporter. A repeated test counts with all of its attempts.
 * @param {Suite} report
 * @returns {Timed[]}
 */
export function playwrightTimes({ specs = [], suites = [] }) {
  const own = specs.map(({ file, title, tests }) => {
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    return { name: `${file} ${title}`, millis: durations.reduce((sum, duration) => sum + duration, 0) };
  });
  return [...own, ...suites.flatMap(playwrightTimes)];
}
