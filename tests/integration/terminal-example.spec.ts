/** The workflow of the example: its steps are run as they stand in the file, against a sandbox. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from '../support/main/run-command';
import { startService } from '../support/main/terminal-scene';
import { runScript } from '../support/program/run-script';
import { temporaryFolder } from '../support/temporary-folder';

const root = join(import.meta.dirname, '..', '..');

interface Workflow {
  readonly on: Readonly<Record<'pull_request' | 'push', { readonly paths: readonly string[] }>>;
  readonly env: { readonly CONFIGURATION: string };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** Returns the files of a folder, each with its path in it. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.flatMap((each) => (each.isFile() ? [relative(folder, join(each.parentPath, each.name))] : []));
}

const isMatch = (file: string, path: string) => (path.endsWith('/**') ? file.startsWith(path.slice(0, -2)) : file === path);

test.each([
  ['project.yaml', 'project.yaml', 'project.yaml'],
  ['project/', 'project', 'project/project.yaml'],
])(
  'a pull request that changes %s shows the plan and changes nothing, and merging it applies the configuration',
  async (output, name, changed) => {
    const { env, secrets } = await startService();
    const folder = await temporaryFolder();
    const workflow = parse(await readFile(join(root, 'examples/configuration/workflow.yml'), 'utf8')) as Workflow;
    if (name === 'project.yaml') expect(workflow.env.CONFIGURATION).toBe(name);
    const summary = join(folder, 'summary.md');
    const runJob = (job: string) => {
      const script = workflow.jobs[job]?.steps.flatMap(({ run }) => run ?? []).join('\n') ?? '';
      expect(script).not.toBe('');
      return runScript(script, folder, { ...env, CONFIGURATION: name, GITHUB_STEP_SUMMARY: summary });
    };
    const configuration = join(folder, name);
    await runCommand(['config', 'export', '--output', join(folder, output)], env);
    // A change of any file starts the workflow.
    const files = await filesIn(folder);
    expect(files).toContain(changed);
    for (const { paths } of Object.values(workflow.on))
      expect(files.filter((file) => !paths.some((path) => isMatch(file, path)))).toEqual([]);
    await symlink(root, join(folder, 'latchkey'));
    const file = join(folder, changed);
    await writeFile(file, (await readFile(file, 'utf8')).replace('allow_localhost: true', 'allow_localhost: false'));

    expect(await runJob('plan')).toEqual({ code: 0, err: '' });
    const shown = await readFile(summary, 'utf8');
    expect(shown).toContain('true → false');
    expect(shown).toContain('1  Update project: allow_localhost');
    expect((await runCommand(['config', 'diff', configuration], env)).code).toBe(2);

    expect(await runJob('apply')).toEqual({ code: 0, err: '1 of 1 requests done.\n' });
    expect((await runCommand(['config', 'diff', configuration], env)).code).toBe(0);
    const entries = join(folder, 'entries.ndjson');
    expect(spawnSync(process.execPath, [join(root, 'scripts/verify-journal.mjs'), entries], { encoding: 'utf8' }).stdout).toContain(
      'The chain is whole.',
    );
    for (const secret of secrets) expect(shown + (await readFile(entries, 'utf8'))).not.toContain(secret);
  },
);
