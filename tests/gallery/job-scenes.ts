/** Jobs. They are put in, because real ones need hours, pauses, and failures. */
import type { Reply } from '#contract/errors.ts';
import type { Job, JobRow, RowCounts, RunningJob } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import type { Replies } from './replies';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const ok = (value: unknown): Reply => ({ ok: true, value });
const now = Date.now();
const minute = 60_000;
const teamId = '90c4d17e-22b1-4c9a-8f54-6d1e0a9b77ab';
const team = {
  id: teamId,
  display_name: 'Difference Team',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  created_at_millis: now - 90 * 86_400_000,
};
const none: RowCounts = { waiting: 0, sent: 0, done: 0, skipped: 0, failed: 0, unknown: 0 };

function job(id: string, minutesAgo: number, action: JobAction, counts: Partial<RowCounts>, own: Partial<Job> = {}): Job {
  const startedAtMillis = now - minutesAgo * minute;
  return {
    id,
    connectionId: 'sandbox',
    action,
    options: { perSecond: 4, stopAfter: 10 },
    state: 'done',
    counts: { ...none, ...counts },
    requests: 631,
    osUser: 'ada',
    startedAtMillis,
    endedAtMillis: startedAtMillis + 3 * minute,
    undoes: null,
    undoneBy: null,
    ...own,
  };
}

const active = { state: 'active', endedAtMillis: null } as const;
const running: readonly RunningJob[] = [
  {
    ...job('a', 4, { kind: 'users.addToTeam', teamId }, { waiting: 739, sent: 4, done: 417, failed: 7 }, active),
    pause: null,
    pausedUntilMillis: null,
  },
  {
    ...job(
      'b',
      12,
      { kind: 'users.setMetadata', path: 'server.plan', value: 'team' },
      { waiting: 286, done: 210, failed: 4 },
      { ...active, state: 'paused' },
    ),
    pause: 'user',
    pausedUntilMillis: null,
  },
  {
    ...job('c', 2, { kind: 'users.sendSignInInvitation', callbackUrl: 'https://analytical.example/welcome' }, { waiting: 204 }, active),
    pause: 'queued',
    pausedUntilMillis: null,
  },
];

const ended: readonly Job[] = [
  job('d', 80, { kind: 'users.grantInTeam', teamId, permissionId: 'billing:read' }, { done: 619, skipped: 9, failed: 11, unknown: 1 }),
  job('e', 180, { kind: 'users.verifyEmail' }, { done: 318 }),
  job('f', 290, { kind: 'users.restoreMetadata', path: 'server.plan', value: 'free' }, { done: 36, skipped: 2 }, { undoes: 'x' }),
  job('g', 1_290, { kind: 'users.delete' }, { done: 21, failed: 10, waiting: 26 }, { state: 'stopped', osUser: 'grace' }),
  job('h', 1_400, { kind: 'users.revokeSessions' }, { done: 42 }),
  job('i', 1_700, { kind: 'teams.delete' }, { done: 3, waiting: 40 }, { state: 'cancelled', osUser: 'grace' }),
];

const names = ['Niklaus Wirth', 'Shafi Goldwasser', 'John Backus', 'Ken Thompson', 'Barbara Liskov', 'Adele Goldberg', 'Lynn Conway'];
const row = (n: number, own: Partial<JobRow>): JobRow => ({
  n,
  target: { id: `3241a285-8a5c-4f0e-9d26-0b7c1f3e14${String(n).padStart(2, '0')}`, of: null },
  name: names[n % names.length] ?? null,
  email: `${(names[n % names.length] ?? '').toLowerCase().replace(' ', '@')}.example`,
  before: null,
  state: 'done',
  reason: null,
  error: null,
  ...own,
});
const errors = [
  { code: 'known-error', known: 'TEAM_MEMBERSHIP_NOT_FOUND', status: 404, text: null },
  { code: 'known-error', known: 'USER_NOT_FOUND', status: 404, text: null },
  { code: 'service-error', known: null, status: 503, text: null },
] as const;
const rowsOf: Readonly<Record<string, readonly JobRow[]>> = {
  failed: Array.from({ length: 11 }, (_, n) => row(n, { state: 'failed', error: errors[n % errors.length] ?? null })),
  skipped: (['already', 'not-a-member', 'last-admin', 'gone'] as const).map((reason, n) => row(n, { state: 'skipped', reason })),
  done: Array.from({ length: 40 }, (_, n) => row(n, {})),
  unknown: [row(2, { state: 'unknown', error: { code: 'timed-out', known: null, status: null, text: null } })],
};

const replies: Replies = {
  'jobs.list': ok({ jobs: [...running, ...ended], hasMore: false }),
  'jobs.read': (input) => ok([...running, ...ended].find(({ id }) => id === (input as { id: string }).id)),
  'service.teams.read': ok(team),
  'jobs.rows': (input) => ok({ rows: rowsOf[(input as { states: string[] }).states[0] ?? ''] ?? [], hasMore: false }),
};

async function show(context: SceneContext, query = '', own: Replies = {}, jobs: readonly RunningJob[] = running, path = '/c/sandbox/jobs') {
  await goWith(context, `${path}${query}`, { ...replies, ...own });
  context.bridge.push('jobs.running', jobs);
}

const seen = (context: SceneContext, text: string) => context.screens.page.getByText(text).first().waitFor();
const nothing: Replies = { 'jobs.list': ok({ jobs: [], hasMore: false }) };

export const jobScenes: readonly Scene[] = [
  {
    name: 'jobs',
    async show(context) {
      await show(context);
      await seen(context, 'Difference Team');
    },
  },
  {
    name: 'jobs, one with failures',
    async show(context) {
      await show(context, '?job=d');
      await seen(context, 'USER_NOT_FOUND');
    },
  },
  {
    name: 'jobs, unclear rows',
    async show(context) {
      await show(context, '?job=d&tab=unknown');
      await seen(context, 'No response came');
    },
  },
  {
    name: 'jobs, a running one',
    async show(context) {
      await show(context, '?job=a&tab=failed');
      await seen(context, 'USER_NOT_FOUND');
    },
  },
  {
    name: 'jobs, rate limited',
    async show(context) {
      const [first, ...others] = running;
      if (first === undefined) return;
      await show(context, '?state=active', {}, [{ ...first, pause: 'rate-limited', pausedUntilMillis: now + 3_600_000 }, ...others]);
      await seen(context, 'Rate limited');
    },
  },
  {
    name: 'jobs of all connections',
    async show(context) {
      await show(context, '', {}, running, '/jobs');
      await seen(context, 'Delete users');
    },
  },
  {
    name: 'jobs, empty',
    async show(context) {
      await show(context, '', nothing, []);
      await seen(context, 'No jobs yet');
    },
  },
  {
    name: 'jobs, nothing found',
    async show(context) {
      await show(context, '?by=charles', {}, []);
      await seen(context, 'No jobs match');
    },
  },
  {
    name: 'jobs, loading',
    async show(context) {
      await show(context, '', { 'jobs.list': 'never' }, []);
      await placeholder(context);
    },
  },
  {
    name: 'jobs, unavailable',
    async show(context) {
      await show(context, '', { 'jobs.list': { ok: false, error: { code: 'profile-not-writable', path: 'journal' } } as Reply }, []);
      await context.screens.page.getByRole('alert').first().waitFor();
    },
  },
];
