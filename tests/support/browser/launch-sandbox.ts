/** A separate sandbox, as a service that the app doesn't know. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningSandbox {
  readonly url: string;
  readonly demo: {
    readonly project_id: string;
    readonly publishable_client_key: string;
    readonly secret_server_key: string;
    readonly super_secret_admin_key: string;
  };
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'sandbox.js');

/** Starts the sandbox with the demo data in memory, and with a clock that stays at `clock`. Resolves when it listens. */
export async function launchSandbox(clock?: string): Promise<RunningSandbox> {
  const own = clock === undefined ? [] : ['--clock', clock];
  const child = spawn(process.execPath, [program, '--port', '0', '--seed', 'demo', '--json', ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => Promise.reject(new Error('The sandbox ended'))),
  ]);
  const { url, projects } = JSON.parse(line) as { url: string; projects: { demo: RunningSandbox['demo'] } };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, demo: projects.demo, stop };
}

/** Returns the environment variables that a project of the service would have. */
export function envBlock({ url, demo }: Pick<RunningSandbox, 'url' | 'demo'>): string {
  return [
    '# Get these from the dashboard',
    `NEXT_PUBLIC_STACK_API_URL=${url}`,
    `NEXT_PUBLIC_STACK_PROJECT_ID='${demo.project_id}'`,
    `NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY="${demo.publishable_client_key}"`,
    `STACK_SECRET_SERVER_KEY=${demo.secret_server_key}`,
    `STACK_SUPER_SECRET_ADMIN_KEY=${demo.super_secret_admin_key}`,
  ].join('\r\n');
}
