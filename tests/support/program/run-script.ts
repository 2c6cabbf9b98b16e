/** Shell scripts of examples. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';

/** Runs a script in a folder, and ends it at the first command that fails. The build stays as it is. */
export async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; err: string }> {
  const own = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: cwd,
    LATCHKEY_USES_BUILD: process.env.LATCHKEY_USES_BUILD,
    ...env,
  };
  const child = spawn('bash', ['-e', '-c', script], { cwd, env: own, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (part) => (err += part));
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { code, err };
}
