/** Processes are killed at random moments while they write: which writes reached the service without an entry of the journal? */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { secretsFolder } from '../support/main/crashing';
import { killWriters, type Recorded, readRecorded } from '../support/main/killed-writers';
import type { Measurement } from './lib/measurement';
import { root, startProgram } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { numbersFrom } from './lib/varied-users';

const kills = Number(process.env.BENCH_CRASH_ROUNDS ?? 500);
const lanes = 2;
const longestMillis = 250;

const announcement = z.object({
  url: z.string(),
  projects: z.object({ demo: z.object({ project_id: z.string(), secret_server_key: z.string() }) }),
});
const requests = z.object({ items: z.array(z.object({ method: z.string(), path: z.string(), request_id: z.string().nullable() })) });

/** Entries that are missing, without an outcome, or not whole. */
export async function measure(): Promise<Measurement[]> {
  const service = await startProgram(join('out', 'main', 'sandbox.js'), '--port', '0', '--json', '--record-requests');
  try {
    const { url, projects } = announcement.parse(JSON.parse(service.line));
    const { project_id: projectId, secret_server_key: serverKey } = projects.demo;
    const profile = join(runFolder(), 'journal-crash');
    await mkdir(secretsFolder(profile), { recursive: true });
    const scene = { profile, url, projectId, serverKey, userIds: await userIds(url, projectId, serverKey) };
    const reached = new Map<string, string>();
    const confirmed = await killWriters({
      program: join(root, 'out', 'bench', 'programs', 'journal-writer.js'),
      scene,
      kills,
      lanes,
      longestMillis,
      random: numbersFrom(37),
      // The sandbox keeps the newest thousand.
      afterEach: () => collect(url, reached),
    });
    await collect(url, reached);
    const paths = [...reached.values()];
    const perUser = scene.userIds.map((id) => paths.filter((path) => path.endsWith(id)).length);
    const recorded = await readRecorded(scene);
    const entries = sum(recorded.entries);
    if (paths.length < 2 * kills) throw new Error(`Only ${paths.length} writes reached the service.`);
    return [
      {
        name: 'killed while it writes, missing or without an outcome',
        value: wrong(recorded, perUser, confirmed),
        unit: 'entries',
        limit: 0,
        detail: `${kills} processes killed, ${paths.length} writes reached the service, ${entries} entries, ${entries - sum(recorded.known)} of them unknown`,
      },
    ];
  } finally {
    await service.stop();
  }
}

function wrong(
  { entries, known, open, verification, counted }: Recorded,
  reached: readonly number[],
  confirmed: readonly number[],
): number {
  const lost = entries.map((number, at) => Math.max(0, (reached[at] ?? 0) - number, (confirmed[at] ?? 0) - number));
  const invented = known.map((number, at) => Math.max(0, number - (reached[at] ?? 0)));
  return sum(lost) + sum(invented) + open + Math.abs((counted ?? 0) - sum(entries)) + (verification === 'whole' ? 0 : 1);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Adds the writes that have reached the service, by the IDs of their requests. */
async function collect(url: string, reached: Map<string, string>): Promise<void> {
  const { items } = requests.parse(await (await fetch(`${url}/sandbox/requests?limit=1000`)).json());
  for (const { method, path, request_id: id } of items) if (method === 'PATCH' && id !== null) reached.set(id, path);
}

async function userIds(url: string, projectId: string, serverKey: string): Promise<string[]> {
  const headers = { 'x-stack-project-id': projectId, 'x-stack-access-type': 'server', 'x-stack-secret-server-key': serverKey };
  const response = await fetch(`${url}/api/v1/users?limit=50`, { headers });
  return z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .parse(await response.json())
    .items.map(({ id }) => id);
}
