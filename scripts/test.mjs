/** `npm test`: sets everything up, runs everything, and ends with one line that counts. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { becomeUser } from './lib/build-users.mjs';
import { runChecks } from './lib/checks.mjs';
import { durationText, timesText } from './lib/durations.mjs';
import { drivenElectron } from './lib/electron-binary.mjs';
import { failedText, playwrightFailures, vitestFailures } from './lib/failed-tests.mjs';
import { provideKeytar } from './lib/keytar.mjs';
import { readOptions, refuse } from './lib/options.mjs';
import { inProject, say } from './lib/project.mjs';
import { runPackage } from './lib/run.mjs';
import { setUp, tryBuild } from './lib/setup.mjs';
import { playwrightTimes, slowestText, vitestTimes } from './lib/slowest-tests.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';

/**
 * The stages, in order. Those of a row start together, in lanes whose stages follow one another: the specs of processes wait for a third of
 * their time, which the others use.
 */
const rows = [[['check']], [['build']], [['integration'], ['unit', 'fuzz']], [['pages']], [['e2e']], [['electron']]];
const stages = rows.flat(2);
const usage = `Usage: npm test -- [--only ${stages.join('|')}] [--filter TEXT]`;
const { only, filter } = readOptions({ only: { type: 'string' }, filter: { type: 'string' } }, usage);
if (only !== undefined && !stages.includes(only)) refuse(`--only takes one of ${stages.join(', ')}.\n${usage}`);

/** @typedef {{ passed: number, failed: number }} Count */

/** Stages of several projects in `vitest.config.ts`. @type {Readonly<Record<string, readonly string[]>>} */
const vitestProjects = {
  unit: ['unit', 'unit-own-process'],
  integration: ['integration', 'integration-own-process'],
};

const reports = inProject('test-results', 'reports');
mkdirSync(reports, { recursive: true });

const missing = await provideSystemPackages();
await setUp({ withBuild: false });
await provideKeytar();
if (missing.length > 0) say(`Missing: ${missing.join(', ')}. Tests that need them will fail.`);

const total = { passed: 0, failed: 0 };
/** @type {import('./lib/failed-tests.mjs').Failed[]} */
const failures = [];
let skipped = 0;
/** What the stages took, in milliseconds. @type {Map<string, number>} */
const times = new Map();
const start = performance.now();
for (const row of rows) {
  const lanes = row.map((lane) => lane.filter((name) => only === undefined || name === only)).filter((lane) => lane.length > 0);
  // Two outputs at once can't be read: the first lane's is shown as it comes, and that of the others when a stage has ended.
  await Promise.all(lanes.map((lane, place) => runLane(lane, place > 0)));
}
// Once more at the end: the stages print thousands of lines.
const failed = failedText(failures);
if (failed !== null) say(failed);
say(timesText(times, performance.now() - start));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed + skipped > 0 ? 0 : 1);

/** Runs stages one after another, and counts their tests. @param {readonly string[]} lane @param {boolean} quiet */
async function runLane(lane, quiet) {
  for (const stage of lane) {
    const begun = performance.now();
    const { passed, failed } = await runStage(stage, quiet);
    times.set(stage, performance.now() - begun);
    say(`${stage}: ${passed} passed, ${failed} failed in ${durationText(times.get(stage) ?? 0)}`);
    total.passed += passed;
    total.failed += failed;
  }
}

/** @param {string} stage @param {boolean} quiet Show the output only when the stage has ended. @returns {Promise<Count>} */
function runStage(stage, quiet) {
  if (stage === 'check') return runChecks();
  if (stage === 'build') return runBuild();
  if (stage === 'electron') return runElectron();
  return stage === 'pages' || stage === 'e2e' ? runPlaywright(stage) : runVitest(stage, quiet);
}

async function runBuild() {
  const problem = await tryBuild();
  if (problem !== null) say(problem);
  return problem === null ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Runs specs. What fails is repeated once, since a crowded machine is no fault of the program. A test that passes then is named at the end.
 * @param {string} project The stage.
 * @param {boolean} quiet
 * @returns {Promise<Count>}
 */
async function runVitest(project, quiet) {
  if (project === 'integration' && !(await takeBuild())) return { passed: 0, failed: 1 };
  const report = freshReport(project);
  const projects = (vitestProjects[project] ?? [project]).flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...projects, '--passWithNoTests', '--retry=1', ...reporters, ...(filter ? ['-t', filter] : [])];
  const { code, output } = await runPackage('vitest/vitest.mjs', args, { quiet });
  if (quiet) say(output);
  const results = readReport(report);
  saySlowest(vitestTimes(results));
  failures.push(...vitestFailures(results));
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numFailedTestSuites = 0 } = results;
  // A file that can’t be loaded has no tests to count.
  return { passed, failed: failed || (code === 0 ? 0 : Math.max(1, numFailedTestSuites)) };
}

/** Skips the Electron specs with a message where Electron can’t run. @returns {Promise<Count>} */
async function runElectron() {
  const driven = drivenElectron();
  if (!('missing' in driven)) return runPlaywright('electron');
  say(`The Electron specs are skipped. ${driven.missing}`);
  skipped += 1;
  return { passed: 0, failed: 0 };
}

/**
 * Runs specs of pages against a current build. What fails is repeated once, as that of other specs.
 * @param {'pages' | 'e2e' | 'electron'} project
 * @returns {Promise<Count>}
 */
async function runPlaywright(project) {
  if (!(await takeBuild())) return { passed: 0, failed: 1 };
  const report = freshReport(project);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code } = await runPackage(
    '@playwright/test/cli.js',
    ['test', '--project', project, '--retries=1', '--reporter=line,json', '--pass-with-no-tests', ...(filter ? ['--grep', filter] : [])],
    { env },
  );
  const results = readReport(report);
  const { expected = 0, flaky = 0, unexpected = 0 } = results.stats ?? {};
  saySlowest(playwrightTimes(results));
  failures.push(...playwrightFailures(results));
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) };
}

/** Builds if needed, and keeps the build until this run ends. @returns {Promise<boolean>} Whether there is one. */
async function takeBuild() {
  const problem = await tryBuild();
  if (problem === null) becomeUser();
  else say(`${problem}\nThe specs of the built program were skipped because the build failed.`);
  return problem === null;
}

/** @param {readonly import('./lib/slowest-tests.mjs').Timed[]} tests */
function saySlowest(tests) {
  const text = slowestText(tests);
  if (text !== null) say(text);
}

/** @param {string} name */
function freshReport(name) {
  const file = inProject('test-results', 'reports', `${name}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
