/** Lint, types and layers: what needs no running program. */
import { say } from './project.mjs';
import { runPackage } from './run.mjs';

/** @type {readonly { name: string, file: string, args: readonly string[], env?: Readonly<Record<string, string>> }[]} */
const checks = [
  { name: 'lint and format', file: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings', '.'] },
  ...['node', 'web', 'tests', 'scripts'].map((project) => ({
    name: `types (${project})`,
    file: 'typescript/bin/tsc',
    // Several checkers work out the types that files share once each, and collecting garbage early takes a third of the time.
    args: ['-p', `tsconfig.${project}.json`, '--checkers', '1'],
    env: { GOGC: '400', GOMEMLIMIT: '2GiB' },
  })),
  { name: 'unused files, exports, and packages', file: 'knip/bin/knip.js', args: ['--no-progress', '--no-config-hints'] },
  { name: 'layers and texts', file: 'vitest/vitest.mjs', args: ['run', '--project', 'layers'] },
];

/** Runs all checks concurrently. Returns how many passed and failed. */
export async function runChecks() {
  const results = await Promise.all(
    checks.map(async ({ name, file, args, env }) => ({
      name,
      ...(await runPackage(file, args, { quiet: true, env: { ...process.env, ...env } })),
    })),
  );
  for (const { name, code, output } of results) say(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`);
  const failed = results.filter(({ code }) => code !== 0).length;
  return { passed: results.length - failed, failed };
}
