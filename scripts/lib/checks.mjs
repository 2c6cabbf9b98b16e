/** Lint, types and layers: what needs no running program. */
import { say } from './project.mjs';
import { runPackage } from './run.mjs';

/** @type {readonly { name: string, file: string, args: readonly string[] }[]} */
const checks = [
  { name: 'lint and format', file: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings', '.'] },
  ...['node', 'web', 'tests', 'scripts'].map((project) => ({
    name: `types (${project})`,
    file: 'typescript/bin/tsc',
    args: ['-p', `tsconfig.${project}.json`],
  })),
  { name: 'unused files, exports, and packages', file: 'knip/bin/knip.js', args: ['--no-progress', '--no-config-hints'] },
  { name: 'layers and texts', file: 'vitest/vitest.mjs', args: ['run', '--project', 'layers'] },
];

/** Runs all checks concurrently. Returns how many passed and failed. */
export async function runChecks() {
  const results = await Promise.all(
    checks.map(async ({ name, file, args }) => ({ name, ...(await runPackage(file, args, { quiet: true })) })),
  );
  for (const { name, code, output } of results) say(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`);
  const failed = results.filter(({ code }) => code !== 0).length;
  return { passed: results.length - failed, failed };
}
