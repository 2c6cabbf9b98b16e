/** What the help of the terminal costs: npm with the command, against npm alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';

const root = join(import.meta.dirname, '..', '..');
const rounds = 9;
/** A file of certificates, which Node.js reads at each start, would be measured twice on one side, and once on the other. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** The ratio of the medians. */
export async function measure(): Promise<Measurement[]> {
  const run = (args: readonly string[]) => () =>
    timed(async () => {
      const child = spawn('npm', [...args], { cwd: root, env, stdio: 'ignore' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`npm ended with ${code}.`);
    });
  const [help, bare] = [run(['run', '-s', 'cli', '--', '--help']), run(['run', '-s'])];
  await help();
  const { subject, baseline, ratio } = await compare(rounds, help, bare);
  const detail = `${Math.round(subject)} ms against ${Math.round(baseline)} ms`;
  return [{ name: 'help of the terminal', value: ratio, unit: 'x', limit: 1.5, detail }];
}
