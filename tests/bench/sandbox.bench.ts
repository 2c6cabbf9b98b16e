/** The emulated service against what it is made of: its start, and how many requests it answers. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { z } from 'zod';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { type Program, startProgram } from './lib/programs';
import { runFolder, signIn } from './lib/sandbox';

const address = z.object({ url: z.string() });
const starts = 9;
const rounds = 15;
const atOnce = 32;
const requestsPerRound = 640;

export async function measure(): Promise<Measurement[]> {
  return [await measureStart(), await measureRate()];
}

/** From the start of the process to its first answer, the demonstration's seed included. */
async function measureStart(): Promise<Measurement> {
  const sandbox = async () => {
    const folder = await mkdtemp(join(runFolder(), 'start-'));
    return untilFirstAnswer(join('out', 'main', 'sandbox.js'), '--port', '0', '--json', '--seed', 'demo', '--data', folder);
  };
  const libraries = () => untilFirstAnswer(join('out', 'bench', 'programs', 'libraries.js'));
  await libraries();
  const { subject, baseline, ratio } = await compare(starts, sandbox, libraries);
  const detail = `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`;
  return { name: 'sandbox, start to first response', value: ratio, unit: 'x', limit: 1.5, detail };
}

async function untilFirstAnswer(file: string, ...args: string[]): Promise<number> {
  let program: Program | undefined;
  const millis = await timed(async () => {
    program = await startProgram(file, ...args);
    const response = await fetch(`${address.parse(JSON.parse(program.line)).url}/health`);
    if (!response.ok) throw new Error(`The first answer is ${response.status}.`);
  });
  await program?.stop();
  return millis;
}

/** `GET /users/me` against a handler that does nothing but verify the same token. */
async function measureRate(): Promise<Measurement> {
  const folder = await mkdtemp(join(runFolder(), 'rate-'));
  const sandbox = await startProgram(join('out', 'main', 'sandbox.js'), '--port', '0', '--json', '--data', folder);
  const { url } = address.parse(JSON.parse(sandbox.line));
  const { headers, projectId } = await signIn(sandbox.line);
  const jwks = await (await fetch(`${url}/api/v1/projects/${projectId}/.well-known/jwks.json`)).text();
  const bare = await startProgram(join('out', 'bench', 'programs', 'bare-me.js'), jwks);
  const pools = [url, address.parse(JSON.parse(bare.line)).url].map((origin) => new Pool(origin, { connections: atOnce }));
  const [own, other] = pools.map((pool) => () => timed(() => askMany(pool, headers)));
  try {
    if (own === undefined || other === undefined) throw new Error('There are two services.');
    for (const warmUp of [own, other, own, other]) await warmUp();
    const { subject, baseline, ratio } = await compare(rounds, own, other);
    const rate = (millis: number) => `${((requestsPerRound / millis) * 1000).toFixed(0)} a second`;
    const detail = `${rate(subject)} against ${rate(baseline)}, ${atOnce} at once`;
    return { name: 'sandbox, time for GET /users/me', value: ratio, unit: 'x', limit: 2, detail };
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    await Promise.all([sandbox.stop(), bare.stop()]);
  }
}

async function askMany(pool: Pool, headers: Readonly<Record<string, string>>): Promise<void> {
  const line = async () => {
    for (let request = 0; request < requestsPerRound / atOnce; request += 1) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: '/api/v1/users/me', headers });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`${statusCode}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}
