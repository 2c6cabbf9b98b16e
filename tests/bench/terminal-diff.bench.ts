/** What a comparison in the terminal costs: the command, against a program that sends its requests and does nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { startDistantService } from './lib/distant-service';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';
import { runFolder } from './lib/sandbox';

const rounds = 9;
const ready = z.object({
  url: z.string(),
  projects: z.object({ demo: z.object({ project_id: z.string(), super_secret_admin_key: z.string() }) }),
});

/** Sends the waves that it reads, one after the other. */
const bareProgram = `
let text = '';
for await (const part of process.stdin) text += part;
const { url, waves } = JSON.parse(text);
for (const wave of waves)
  await Promise.all(wave.map(async ({ method, path, headers, body }) => {
    const response = await fetch(url + path, { method, headers, ...(body === '' ? {} : { body }) });
    await response.arrayBuffer();
  }));
process.exit(0);`;

/** The ratio of the medians, with a file that is as the project is. */
export async function measure(): Promise<Measurement[]> {
  const sandbox = await startProgram('out/main/sandbox.js', '--port', '0', '--json');
  const { url: sandboxUrl, projects } = ready.parse(JSON.parse(sandbox.line));
  const service = await startDistantService(sandboxUrl);
  try {
    const { project_id, super_secret_admin_key } = projects.demo;
    const env = { LATCHKEY_URL: service.url, LATCHKEY_PROJECT_ID: project_id, LATCHKEY_ADMIN_KEY: super_secret_admin_key };
    const file = join(runFolder(), 'project.yaml');
    const cli = (...args: readonly string[]) => run([join(root, 'out/main/cli.js'), ...args], '', env);
    await cli('config', 'export', '--output', file);
    const diff = () => cli('config', 'diff', file);
    const waves = await service.wavesOf(diff);
    const input = JSON.stringify({ url: service.url, waves });
    const bare = () => run(['--input-type=module', '-e', bareProgram], input, {});
    const { subject, baseline, ratio } = await compare(
      rounds,
      () => timed(diff),
      () => timed(bare),
    );
    const count = waves.reduce((sum, wave) => sum + wave.length, 0);
    const detail = `${Math.round(subject)} ms against ${Math.round(baseline)} ms, ${count} requests in ${waves.length} waves, a service 100 ms away`;
    return [{ name: 'comparison in the terminal', value: ratio, unit: 'x', limit: 1.5, detail }];
  } finally {
    service.stop();
    await sandbox.stop();
  }
}

async function run(args: readonly string[], input: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(input);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The program ended with ${code}.`);
}
