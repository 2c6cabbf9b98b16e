/** `npm test`: sets everything up, runs everything, and ends with one line that counts. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { runChecks } from './lib/checks.mjs';
import { durationText, timesText } from './lib/durations.mjs';
import { drivenElectron } from './lib/electron-binary.mjs';
import { provideKeytar } from './lib/keytar.mjs';
import { readOptions, refuse } from './lib/options.mjs';
import { inProject, say } from './lib/project.mjs';
import { runPackage } from './lib/run.mjs';
import { setUp, tryBuild } from './lib/setup.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';
import { unsteadyTests } from './lib/unsteady-tests.mjs';

const stages = ['check', 'build', 'unit', 'integration', 'fuzz', 'e2e', 'electron'];
const usage = `Usage: npm test -- [--only ${stages.join('|')}] [--filter TEXT]`;
const { only, filter } = readOptions({ only: { type: 'string' }, filter: { type: 'string' } }, usage);
if (only !== undefined && !stages.includes(only)) refuse(`--only takes one of ${stages.join(', ')}.\n${usage}`);

/** @typedef {{ passed: number, failed: number }} Count */

/** Stages of several projects in `vitest.config.ts`. @type {Readonly<Record<string, readonly string[]>>} */
const vitestProjects = { unit: ['unit', 'unit-own-process'] };

const reports = inProject('test-results', 'reports');
mkdirSync(reports, { recursive: true });

const missing = await provideSystemPackages();
await setUp({ withBuild: false });
await provideKeytar();
if (missing.length > 0) say(`Missing: ${missing.join(', ')}. Tests that need them will fail.`);

const total = { passed: 0, failed: 0 };
let skipped = 0;
/** What the stages took, in milliseconds. @type {Map<string, number>} */
const times = new Map();
for (const stage of stages.filter((name) => only === undefined || name === only)) {
  const start = performance.now();
  const { passed, failed } = await runStage(stage);
  times.set(stage, performance.now() - start);
  say(`${stage}: ${passed} passed, ${failed} failed in ${durationText(times.get(stage) ?? 0)}`);
  total.passed += passed;
  total.failed += failed;
}
say(timesText(times));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed + skipped > 0 ? 0 : 1);

/** @param {string} stage @returns {Promise<Count>} */
function runStage(stage) {
  if (stage === 'check') return runChecks();
  if (stage === 'build') return runBuild();
  if (stage === 'electron') return runElectron();
  return stage === 'e2e' ? runPlaywright('e2e') : runVitest(stage);
}

async function runBuild() {
  const problem = await tryBuild();
  if (problem !== null) say(problem);
  return problem === null ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {string} project The stage.
 * @returns {Promise<Count>}
 */
async function runVitest(project) {
  const report = freshReport(project);
  const { code } = await runPackage('vitest/vitest.mjs', [
    'run',
    ...(vitestProjects[project] ?? [project]).flatMap((name) => ['--project', name]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(filter ? ['-t', filter] : []),
  ]);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numFailedTestSuites = 0 } = readReport(report);
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
 * Runs end-to-end specs against a current build. What fails is repeated once, since a crowded machine is no fault of the program. A test
 * that passes then is named: it needs mending.
 * @param {'e2e' | 'electron'} project
 * @returns {Promise<Count>}
 */
async function runPlaywright(project) {
  if ((await tryBuild()) !== null) {
    say('The end-to-end specs were skipped because the build failed.');
    return { passed: 0, failed: 1 };
  }
  const report = freshReport(project);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code } = await runPackage(
    '@playwright/test/cli.js',
    ['test', '--project', project, '--retries=1', '--reporter=line,json', '--pass-with-no-tests', ...(filter ? ['--grep', filter] : [])],
    { env },
  );
  const results = readReport(report);
  const { expected = 0, flaky = 0, unexpected = 0 } = results.stats ?? {};
  for (const name of unsteadyTests(results)) say(`Passed only when it was repeated: ${name}`);
  return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) };
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
