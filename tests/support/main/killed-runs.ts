/** Kills processes while they run a job that imports users, and compares its rows with the users whom the service then has. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { NewJobRow, StoredRow } from '#contract/workers/job-records.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { type JobProcess, startJobProcess } from './job-process';
import type { RunningScene } from './job-runner';

/** One row in so many has an address, and another one a password too; the others can't be found again by anything. */
const [withEmail, withPassword] = [2, 20];
const passwordStart = 'Analytical-Engine-';

const nameOf = (n: number) => `Imported ${n}`;

function newRow(n: number): NewJobRow {
  const email = n % withEmail === 0 ? `imported${n}@x.example` : null;
  const address = email === null ? {} : { primary_email: email, primary_email_auth_enabled: true };
  return {
    target: { id: email ?? `line ${n}`, of: null },
    ...{ name: nameOf(n), email, before: null, reason: null },
    value: { fields: { ...address, display_name: nameOf(n) }, paths: [], teams: [], permissions: [] },
    secret: n % withPassword === 0 ? JSON.stringify({ password: `${passwordStart}${n}` }) : null,
  };
}

type Scene = Omit<RunningScene, 'job'>;

function openHere(scene: Scene): { readonly own: JobProcess; close(): Promise<void> } {
  const transport = createUndiciTransport();
  const own = startJobProcess({ ...scene, clock: systemClock, service: { transport } });
  return {
    own,
    async close() {
      own.kill();
      await transport.close();
    },
  };
}

/** Creates and starts the job, of which nothing is sent yet. Resolves to its ID. */
export async function startImport(scene: Scene, rows: number): Promise<string> {
  const { own, close } = openHere(scene);
  async function* rowsOf() {
    for (let at = 0; at < rows; at += 200) yield Array.from({ length: Math.min(200, rows - at) }, (_, n) => newRow(at + n));
  }
  const action = { kind: 'users.import', file: 'users.csv' } as const;
  const job = await own.begin(await own.previewRows({ connectionId: 'c', action, requests: rows, rowsOf }, 'w'));
  await close();
  return job;
}

export interface RunKills {
  /** The program `job-runner`. */
  readonly program: string;
  readonly scene: RunningScene;
  readonly kills: number;
  /** Longest milliseconds from the first row that may be sent until the death of its process. */
  readonly longestMillis: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Runs while a process is running, again and again. */
  readonly whileRunning?: () => Promise<void>;
}

/** Kills processes that run the job, at random moments, and then lets one end it. Resolves to the number of those that were killed. */
export async function killRunners({ program, scene, kills, longestMillis, random, whileRunning }: RunKills): Promise<number> {
  const load = () => fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let spare: ChildProcess = load();
  let killed = 0;
  for (;;) {
    const child: ChildProcess = spare;
    const isLast = killed === kills;
    const ended = once(child, 'exit');
    const said: string[] = [];
    const end = new Promise<string>((resolve) => {
      child.on('message', (message) => (message === 'running' ? said.push('running') : resolve(String(message))));
    });
    child.send(scene);
    // The next one loads in the meantime.
    if (!isLast) spare = load();
    const gone = ended.then(() => 'gone');
    for (let next = 'wait'; next === 'wait' && said.length === 0; ) next = await Promise.race([end, gone, pause(1, 'wait')]);
    const killAt = isLast ? Number.POSITIVE_INFINITY : performance.now() + random() * longestMillis;
    let state = 'run';
    while (state === 'run' && performance.now() < killAt) {
      await whileRunning?.();
      state = await Promise.race([end, gone, pause(Math.max(0, Math.min(20, killAt - performance.now())), 'run')]);
    }
    child.kill('SIGKILL');
    await ended;
    await whileRunning?.();
    if (state === 'run') {
      killed += 1;
      continue;
    }
    if (!isLast) {
      const left = once(spare, 'exit');
      spare.kill('SIGKILL');
      await left;
    }
    if (state !== 'done') throw new Error(`The run ended by itself: ${state}.`);
    return killed;
  }
}

export interface ImportTruth {
  /** Rows without a result, of which a user exists twice, or whose result isn't true. */
  readonly wrong: readonly string[];
  /** Passwords that are stored though their rows are done, or after the job was removed, or that are missing for rows that may be sent again. */
  readonly passwords: number;
  readonly created: number;
  readonly unknown: number;
}

/** Compares the rows of the job with the users whom the service has, removes the job, and looks for passwords. */
export async function truthOf({ job, ...scene }: RunningScene): Promise<ImportTruth> {
  const { own, close } = openHere(scene);
  const times = new Map<string, number>();
  for (const name of await createdNames(scene)) times.set(name, (times.get(name) ?? 0) + 1);
  const rows: StoredRow[] = [];
  for (let after = -1, hasMore = true; hasMore; after = rows.at(-1)?.n ?? after) {
    const page = await own.request({ op: 'job-rows', job, states: null, after, limit: 1_000 });
    rows.push(...page.rows);
    hasMore = page.hasMore;
  }
  const isTrue = ({ state, name }: StoredRow) => {
    const count = times.get(name ?? '') ?? 0;
    if (state === 'done') return count === 1;
    return state === 'unknown' ? count <= 1 : state !== 'waiting' && state !== 'sent' && count === 0;
  };
  // Only rows that may be sent again still have theirs.
  const waiting = rows.filter(({ state, n }) => state !== 'done' && n % withPassword === 0).length;
  const left = passwordsIn(own).length - waiting;
  const { isRemoved } = await own.request({ op: 'job-remove', job, states: ['active', 'done'] });
  const stored = passwordsIn(own).length;
  await close();
  return {
    wrong: rows.filter((row) => !isTrue(row)).map(({ n, state, name }) => `${n} ${state} ${times.get(name ?? '') ?? 0}`),
    passwords: Math.abs(left) + stored + (isRemoved ? 0 : 1),
    created: [...times.values()].reduce((sum, count) => sum + count, 0),
    unknown: rows.filter(({ state }) => state === 'unknown').length,
  };
}

/** Returns the passwords of rows that are found in what is stored, wherever that is. */
function passwordsIn(own: JobProcess): readonly string[] {
  return [...new Set(own.stored().flatMap((text) => text.match(new RegExp(`${passwordStart}\\d+`, 'g')) ?? []))];
}

/** Resolves to the passwords that are stored for the job. */
export async function storedPasswords({ job: _job, ...scene }: RunningScene): Promise<readonly string[]> {
  const { own, close } = openHere(scene);
  const found = passwordsIn(own);
  await close();
  return found;
}

/** Resolves to the names of all imported users. */
async function createdNames({ baseUrl, projectId, keys }: Scene): Promise<readonly string[]> {
  const headers = {
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': keys.secret_server_key,
  };
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: Response = await fetch(
      `${baseUrl}/api/v1/users?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      { headers },
    );
    const { items, pagination } = (await response.json()) as {
      items: { display_name: string | null }[];
      pagination: { next_cursor: string | null };
    };
    names.push(...items.flatMap(({ display_name: name }) => (name?.startsWith('Imported ') ? [name] : [])));
    cursor = pagination.next_cursor;
  }
  return names;
}
