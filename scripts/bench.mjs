/** `npm run bench`: every benchmark in a separate process, and a table of what they measured. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build as rolldown } from 'rolldown';
import { build as vite } from 'vite';
import { describeMachine, recordResults, showFigure } from './lib/bench-results.mjs';
import { becomeUser } from './lib/build-users.mjs';
import { readOptions } from './lib/options.mjs';
import { inProject, root, say } from './lib/project.mjs';
import { setUp } from './lib/setup.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';

/** @typedef {import('../tests/bench/lib/measurement').Measurement} Measurement */
/** @typedef {Measurement & { readonly bench: string, readonly ok: boolean }} Judged */

/** A thousand killed processes a step take more than an hour: `-- --only crash`. */
const onlyWhenAsked = new Set(['crash']);

const usage = 'Usage: npm run bench -- [--only TEXT] [--json FILE] [--docs]';
const { only, json, docs } = readOptions({ only: { type: 'string' }, json: { type: 'string' }, docs: { type: 'boolean' } }, usage);

await setUp();
becomeUser();
const missing = await provideSystemPackages();
if (missing.length > 0) say(`Missing: ${missing.join(', ')}. Benchmarks that need them will fail.`);

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(130));

const names = await bundle();
const machine = describeMachine();
const results = await runAll(names.filter((name) => (only === undefined ? !onlyWhenAsked.has(name) : name.includes(only))));
print(results.measured);
if (json !== undefined) {
  writeFileSync(json, `${JSON.stringify(Object.fromEntries(results.measured.map(({ name, value }) => [name, value])), null, 2)}\n`);
}
if (docs) {
  const day = new Date().toISOString().slice(0, 10);
  recordResults(results.measured.map(({ ok, ...measurement }) => ({ ...measurement, machine, day })));
}
const isGood = results.measured.length > 0 && results.failed === 0 && results.measured.every(({ ok }) => ok);
process.exit(isGood ? 0 : 1);

/** Bundles the benchmarks and the pages they measure. Returns the names of the benchmarks. */
async function bundle() {
  const source = inProject('tests', 'bench');
  const target = inProject('out', 'bench');
  const found = readdirSync(source).filter((file) => file.endsWith('.bench.ts'));
  const programs = readdirSync(join(source, 'programs')).map((file) => `programs/${file}`);
  rmSync(target, { recursive: true, force: true });
  await rolldown({
    input: Object.fromEntries(['run.ts', ...found, ...programs].map((file) => [file.replace(/\.ts$/, ''), join(source, file)])),
    external: /^(?![.#]|\/|[A-Za-z]:[\\/])/,
    platform: 'node',
    // Functions of the pages are measured without what they look like.
    moduleTypes: { '.css': 'empty' },
    output: { dir: target, format: 'esm', entryFileNames: '[name].js' },
    logLevel: 'warn',
  });
  for (const file of readdirSync(join(source, 'page')).filter((name) => name.endsWith('.ts'))) {
    const output = join(target, 'page', file.replace(/\.ts$/, '.js'));
    await rolldown({ input: join(source, 'page', file), output: { file: output, format: 'iife' }, logLevel: 'warn' });
  }
  for (const page of ['bare', 'bare-list']) {
    await vite({
      root: join(source, 'page', page),
      configFile: false,
      base: './',
      build: { outDir: join(target, page), emptyOutDir: true },
      logLevel: 'warn',
    });
  }
  return found.map((file) => basename(file, '.bench.ts')).sort();
}

/** @param {readonly string[]} wanted */
async function runAll(wanted) {
  /** @type {Judged[]} */
  const measured = [];
  let failed = 0;
  for (const name of wanted) {
    say(`${name} ...`);
    const measurements = await runOne(name);
    if (measurements === null) failed += 1;
    else measured.push(...measurements.map((one) => ({ bench: name, ...one, ok: one.value <= one.limit })));
  }
  return { measured, failed };
}

/** @param {string} name @returns {Promise<Measurement[] | null>} */
function runOne(name) {
  const args = ['--expose-gc', inProject('out', 'bench', 'run.js'), inProject('out', 'bench', `${name}.bench.js`)];
  return new Promise((resolve) => {
    const env = { ...process.env, LATCHKEY_BENCH_FOLDER: folder };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const end = () => child.kill();
    process.once('exit', end);
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.on('close', (code) => {
      process.off('exit', end);
      if (code === 0) return resolve(JSON.parse(output));
      say(`${name} failed.`);
      resolve(null);
    });
  });
}

/** @param {readonly Judged[]} measured */
function print(measured) {
  const rows = measured.map(({ name, value, unit, limit, ok, detail }) => [
    name,
    showFigure(value, unit),
    `<= ${showFigure(limit, unit)}`,
    ok ? 'ok' : 'EXCEEDED',
    detail ?? '',
  ]);
  const table = [['name', 'value', 'limit', 'ok', 'details'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(cells.join('  ').trimEnd());
  }
}
