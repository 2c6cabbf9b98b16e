/** Processes are killed at random moments while they run a job that imports users: which rows were done twice, forgotten, or have an untrue result? */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { killRunners, startImport, truthOf } from '../support/main/killed-runs';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { numbersFrom } from './lib/varied-users';

const rows = 10_000;
const kills = Number(process.env.BENCH_CRASH_ROUNDS ?? 200);
const longestMillis = 250;

const keys = z.object({
  project_id: z.string(),
  publishable_client_key: z.string(),
  secret_server_key: z.string(),
  super_secret_admin_key: z.string(),
});
const announcement = z.object({ url: z.string(), projects: z.object({ demo: keys }) });
const requests = z.object({
  items: z.array(z.object({ method: z.string(), path: z.string(), status: z.number(), request_id: z.string().nullable() })),
});

export async function measure(): Promise<Measurement[]> {
  const service = await startProgram(join('out', 'main', 'sandbox.js'), '--port', '0', '--json', '--record-requests');
  try {
    const { url, projects } = announcement.parse(JSON.parse(service.line));
    const { project_id: projectId, ...own } = projects.demo;
    const folder = join(runFolder(), 'job-crash');
    await mkdir(folder, { recursive: true });
    const base = { folder, keys: own, projectId, baseUrl: url };
    const scene = { ...base, job: await startImport(base, rows) };
    const sent = new Set<string>();
    const program = join(root, 'out', 'bench', 'programs', 'job-runner.js');
    // The sandbox keeps the newest thousand.
    const whileRunning = () => collect(url, sent);
    const killed = await killRunners({ program, scene, kills, longestMillis, random: numbersFrom(38), whileRunning });
    const { wrong, passwords, created, unknown } = await truthOf(scene);
    if (killed < kills / 2) throw new Error(`Only ${killed} processes were killed before the job ended.`);
    return [
      {
        name: 'killed while it runs a job, done twice, forgotten, or untrue',
        value: wrong.length + passwords + Math.abs(created - sent.size),
        unit: 'rows',
        limit: 0,
        detail: `${killed} processes killed, ${rows} rows, ${sent.size} users created, ${unknown} rows unknown, ${passwords} passwords left`,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Adds the users that were created, by the IDs of their requests. */
async function collect(url: string, sent: Set<string>): Promise<void> {
  const { items } = requests.parse(await (await fetch(`${url}/sandbox/requests?limit=1000`)).json());
  for (const { method, path, status, request_id: id } of items)
    if (method === 'POST' && path.endsWith('/users') && status < 300 && id !== null) sent.add(id);
}
