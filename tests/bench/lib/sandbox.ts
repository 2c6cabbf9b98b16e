/** The emulated service with as many people as a benchmark wants, and the calls it is measured by. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { z } from 'zod';
import { demoAccounts } from '#sandbox/seed/seed-named-users.ts';
import { type Program, startProgram } from './programs';

const announcement = z.object({
  url: z.string(),
  projects: z.object({
    demo: z.object({ project_id: z.string(), publishable_client_key: z.string(), secret_server_key: z.string() }),
  }),
});
const page = z.object({ items: z.array(z.object({ id: z.string() })), pagination: z.object({ next_cursor: z.string().nullable() }) });

export type UsersPage = z.output<typeof page>;

export interface Sandbox {
  /** A page of the demo project's users. */
  list(query: Readonly<Record<string, string>>): Promise<UsersPage>;
  /** One user, as the project reads it. */
  read(userId: string): Promise<void>;
  /** A sign-in with a password. */
  signIn(): Promise<void>;
  stop(): Promise<void>;
}

export interface Seeding {
  /** Seconds from the start of the program to its readiness, when the data was new. */
  readonly seconds: number;
  /** Seconds of it that the program had a processor; null where the system does not say. */
  readonly cpuSeconds: number | null;
}

export interface Seeded extends Seeding {
  readonly folder: string;
}

const seeding = z.object({ seconds: z.number(), cpuSeconds: z.number().nullable() });

/** A folder of this run for what benchmarks share. */
export function runFolder(): string {
  const folder = process.env.LATCHKEY_BENCH_FOLDER;
  if (folder === undefined) throw new Error('Benchmarks are run by scripts/bench.mjs.');
  return folder;
}

/** Data with that many people: seeded for the first benchmark of this run that needs it. */
export async function seeded(users: number): Promise<Seeded> {
  const folder = join(runFolder(), `users-${users}`);
  const note = join(folder, 'seeding.json');
  if (!existsSync(note)) {
    mkdirSync(folder, { recursive: true });
    const program = await startSandboxProgram(folder, '--users', String(users));
    await program.stop();
    writeFileSync(note, JSON.stringify(secondsOf(program)));
  }
  return { folder, ...seeding.parse(JSON.parse(readFileSync(note, 'utf8'))) };
}

function secondsOf({ startMillis, startCpuMillis }: Program): Seeding {
  return { seconds: startMillis / 1000, cpuSeconds: startCpuMillis && startCpuMillis / 1000 };
}

/** Inserts the same rows into a new database, and nothing else. */
export async function insertBare(folder: string): Promise<Seeding> {
  const program = await startProgram(join('out', 'bench', 'programs', 'bare-seed.js'), folder);
  await program.stop();
  return secondsOf(program);
}

/** Starts the service over seeded data. */
export async function startSandbox(folder: string): Promise<Sandbox> {
  const program = await startSandboxProgram(folder);
  const { url, projects } = announcement.parse(JSON.parse(program.line));
  const headers = {
    'x-stack-project-id': projects.demo.project_id,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': projects.demo.secret_server_key,
  };
  return {
    async list(query) {
      const response = await fetch(`${url}/api/v1/users?${new URLSearchParams(query)}`, { headers });
      if (!response.ok) throw new Error(`The list answered ${response.status}: ${await response.text()}`);
      return page.parse(await response.json());
    },
    async read(userId) {
      const response = await fetch(`${url}/api/v1/users/${userId}`, { headers });
      if (!response.ok) throw new Error(`The user answered ${response.status}: ${await response.text()}`);
      await response.json();
    },
    async signIn() {
      await signIn(program.line);
    },
    stop: program.stop,
  };
}

const tokens = z.object({ access_token: z.string() });

/** Signs in as the demonstration's admin at the service that announced itself so; answers what a call as her carries. */
export async function signIn(line: string): Promise<{ readonly headers: Record<string, string>; readonly projectId: string }> {
  const { url, projects } = announcement.parse(JSON.parse(line));
  const client = {
    'x-stack-project-id': projects.demo.project_id,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': projects.demo.publishable_client_key,
  };
  const response = await fetch(`${url}/api/v1/auth/password/sign-in`, {
    method: 'POST',
    headers: { ...client, 'content-type': 'application/json' },
    body: JSON.stringify(demoAccounts[0]),
  });
  if (!response.ok) throw new Error(`The sign-in answered ${response.status}: ${await response.text()}`);
  const { access_token: accessToken } = tokens.parse(await response.json());
  return { headers: { ...client, 'x-stack-access-token': accessToken }, projectId: projects.demo.project_id };
}

function startSandboxProgram(folder: string, ...args: string[]) {
  return startProgram(join('out', 'main', 'sandbox.js'), '--port', '0', '--json', '--data', folder, ...args);
}

/** The id of the user at that place of the order of sign-up: asking the service for it would walk the whole list. */
export function idAt(folder: string, place: number): string {
  const database = new Libsql(join(folder, 'sandbox.db'), { readonly: true });
  try {
    const row = database
      .prepare(
        `SELECT id FROM users WHERE project = (SELECT project FROM users GROUP BY project ORDER BY count(*) DESC LIMIT 1)
         ORDER BY signed_up_at, key LIMIT 1 OFFSET ?`,
      )
      .all([place])[0];
    return z.object({ id: z.string() }).parse(row).id;
  } finally {
    database.close();
  }
}
