/** Frames of a window while a job of 10,000 writes runs, against those of the same window without one: with the job open, and in the users list. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { z } from 'zod';
import type { Host } from './lib/host';
import { type MainThread, traceMainThread } from './lib/main-thread';
import type { Measurement } from './lib/measurement';
import { quantile } from './lib/statistics';
import { withUsersPage } from './lib/users-page';

const users = 12_000;
const rows = 10_000;
const rounds = 2;
const turnMillis = 5_000;
/** Pixels of a turn of the wheel, and milliseconds until the next one. */
const wheelPixels = 300;
const wheelMillis = 50;

const userPage = z.object({ items: z.array(z.object({ id: z.string() })), pagination: z.object({ next_cursor: z.string().nullable() }) });
const drafted = z.object({ id: z.string(), hash: z.string(), toSend: z.int() });
const running = z.object({ state: z.string(), counts: z.object({ waiting: z.int(), sent: z.int() }) });

/** Milliseconds between its animation frames, and what the main thread of the page did. */
interface Turn {
  readonly frames: readonly number[];
  readonly thread: MainThread;
}

const screens = ['jobs', 'users'] as const;
type Screen = (typeof screens)[number];
type Turns = Readonly<Record<Screen, Turn[]>>;

export function measure(): Promise<Measurement[]> {
  return withUsersPage(users, async (page, host) => {
    const targets = await targetsOf(host);
    const idle: Turns = { jobs: [], users: [] };
    const busy: Turns = { jobs: [], users: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const screen of screens) idle[screen].push(await turnOn(page, screen, null));
      const job = await startJob(host, targets, round);
      for (const screen of screens) busy[screen].push(await turnOn(page, screen, job));
      await endJob(host, job);
    }
    return judged(idle, busy);
  });
}

async function targetsOf({ bridge }: Host): Promise<readonly { readonly id: string; readonly of: null }[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && ids.length < rows; ) {
    const query: object = { limit: 100, ...(cursor === '' ? {} : { cursor }) };
    const input = { actor: 'project', connectionId: 'sandbox', query };
    const { items, pagination } = userPage.parse(await bridge.call('service.users.list', input));
    ids.push(...items.map(({ id }) => id));
    cursor = pagination.next_cursor;
  }
  return ids.slice(0, rows).map((id) => ({ id, of: null }));
}

/** Each of its writes makes the list of users stale. Returns its ID. */
async function startJob({ bridge }: Host, targets: Awaited<ReturnType<typeof targetsOf>>, round: number): Promise<string> {
  const action = { kind: 'users.setMetadata', path: 'server.round', value: round };
  const input = { connectionId: 'sandbox', scope: { kind: 'targets', targets }, action };
  const { id, hash, toSend } = drafted.parse(await bridge.call('jobs.preview', input));
  if (toSend !== rows) throw new Error(`The job has ${toSend} rows.`);
  await bridge.call('jobs.start', { id, hash, options: { perSecond: null, stopAfter: null } });
  return id;
}

async function endJob({ bridge }: Host, id: string): Promise<void> {
  const { state, counts } = running.parse(await bridge.call('jobs.read', { id }));
  if (state !== 'active' || counts.waiting === 0) throw new Error('The job ended before its frames were measured.');
  await bridge.call('jobs.cancel', { id });
  for (let isOn = true; isOn; await pause(100)) isOn = running.parse(await bridge.call('jobs.read', { id })).counts.sent > 0;
}

/** Opens a screen, and measures its frames for a while: the job's with its panel, or the users list as it is scrolled. */
async function turnOn(page: Page, screen: Screen, job: string | null): Promise<Turn> {
  const path = screen === 'users' ? 'users' : `jobs${job === null ? '' : `?job=${job}`}`;
  await page.goto(`${page.url().split('#')[0]}#/c/sandbox/${path}`);
  if (screen === 'users') await page.getByRole('grid', { name: 'Users' }).waitFor();
  else if (job === null) await page.getByText(/^Jobs (?:continue|are lost)/).waitFor();
  else await page.getByRole('complementary', { name: 'Job' }).getByRole('region', { name: 'Rows' }).waitFor();
  if (screen === 'users') await page.mouse.move(700, 500);
  let frames: number[] = [];
  const thread = await traceMainThread(page, async () => {
    await page.evaluate('latchkeyBench.startSampling()');
    const end = performance.now() + turnMillis;
    for (let turn = 0; performance.now() < end; turn += 1) {
      // To and fro, so that idle and busy turns are over the same rows.
      if (screen === 'users') await page.mouse.wheel(0, turn % 40 < 20 ? wheelPixels : -wheelPixels);
      await pause(wheelMillis);
    }
    frames = await page.evaluate<number[]>('latchkeyBench.stopSampling()');
  });
  return { frames, thread };
}

const all = (turns: readonly Turn[], of: (turn: Turn) => readonly number[]) => turns.flatMap(of);
const shown = (millis: number) => `${millis.toFixed(millis < 10 ? 1 : 0)} ms`;

function judged(idle: Turns, busy: Turns): Measurement[] {
  const work = (turns: Turns, screen: Screen) =>
    quantile(
      all(turns[screen], ({ thread }) => thread.tasks),
      0.99,
    );
  const longest = (turns: Turns, screen: Screen) => Math.max(...all(turns[screen], ({ thread }) => thread.tasks));
  const real = (turns: Turns, screen: Screen) =>
    quantile(
      all(turns[screen], ({ frames }) => frames),
      0.99,
    );
  const share = (turns: Turns, screen: Screen) => `${Math.round(Math.max(...turns[screen].map(({ thread }) => thread.share)) * 100)} %`;
  const both = (of: (turns: Turns, screen: Screen) => number) =>
    `the job ${shown(of(busy, 'jobs'))} against ${shown(of(idle, 'jobs'))}, the users list ${shown(of(busy, 'users'))} against ${shown(of(idle, 'users'))}`;
  const worst = (of: (screen: Screen) => number) => Math.max(...screens.map(of));
  const name = (figure: string) => `job of ${rows} writes, frames meanwhile, ${figure}`;
  return [
    {
      name: name('tasks of the main thread, 99 %'),
      value: worst((screen) => work(busy, screen)),
      unit: 'ms',
      limit: 33,
      detail: `${both(work)}; at work ${share(busy, 'jobs')} of the time against ${share(idle, 'jobs')}, ${share(busy, 'users')} against ${share(idle, 'users')}`,
    },
    { name: name('longest task'), value: worst((screen) => longest(busy, screen)), unit: 'ms', limit: 100, detail: both(longest) },
    {
      name: name('99th percentile against none'),
      value: worst((screen) => real(busy, screen) / Math.max(real(idle, screen), 33)),
      unit: 'x',
      limit: 3,
      detail: both(real),
    },
  ];
}
