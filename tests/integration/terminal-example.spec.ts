/** The workflow of the example: its steps are run as they stand in the file, against a sandbox. */
import { spawnSync } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand, startService } from '../support/main/terminal-scene';
import { runScript } from '../support/program/run-script';
import { temporaryFolder } from '../support/temporary-folder';

const root = join(import.meta.dirname, '..', '..');

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

test('a pull request shows the plan and changes nothing, and merging it applies the file', async () => {
  const { env, secrets } = await startService();
  const folder = await temporaryFolder();
  await symlink(root, join(folder, 'latchkey'));
  const workflow = parse(await readFile(join(root, 'examples/configuration/workflow.yml'), 'utf8')) as Workflow;
  const summary = join(folder, 'summary.md');
  const runJob = (name: string) => {
    const script = workflow.jobs[name]?.steps.flatMap(({ run }) => run ?? []).join('\n') ?? '';
    expect(script).not.toBe('');
    return runScript(script, folder, { ...env, GITHUB_STEP_SUMMARY: summary });
  };
  const file = join(folder, 'project.yaml');
  await runCommand(['config', 'export', '--output', file], env);
  await writeFile(file, (await readFile(file, 'utf8')).replace('allow_localhost: true', 'allow_localhost: false'));

  expect(await runJob('plan')).toEqual({ code: 0, err: '' });
  const shown = await readFile(summary, 'utf8');
  expect(shown).toContain('true → false');
  expect(shown).toContain('1  Update project: allow_localhost');
  expect((await runCommand(['config', 'diff', file], env)).code).toBe(2);

  expect(await runJob('apply')).toEqual({ code: 0, err: '1 of 1 requests done.\n' });
  expect((await runCommand(['config', 'diff', file], env)).code).toBe(0);
  const entries = join(folder, 'entries.ndjson');
  expect(spawnSync(process.execPath, [join(root, 'scripts/verify-journal.mjs'), entries], { encoding: 'utf8' }).stdout).toContain(
    'The chain is whole.',
  );
  for (const secret of secrets) expect(shown + (await readFile(entries, 'utf8'))).not.toContain(secret);
});
