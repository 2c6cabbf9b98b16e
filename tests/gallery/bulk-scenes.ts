/** Selected users, what can be done with them, and the preview of a job in its states. */
import type { Reply } from '#contract/errors.ts';
import type { JobPreview, JobRow } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { Replies } from './replies';
import { indexReplies } from './sample-index';
import { goWith, type Scene, type SceneContext } from './scene';

const users = '/c/sandbox/users';
const people = [
  ['Margaret Hamilton', 'margaret@apollo.example'],
  ['Mary Jackson', 'mary@tunnel.example'],
  ['Maurice Wilkes', 'maurice@edsac.example'],
  ['Herman Hollerith', 'herman@tabulator.example'],
  ['Max Newman', 'max@colossus.example'],
] as const;

const row = (n: number, before: JobRow['before'] = null): JobRow => {
  const [name, email] = people[n % people.length] ?? people[0];
  const target = { id: `0000000${n}-0000-4000-8000-000000000000`, of: null };
  return { n, target, name, email, before, state: 'waiting', reason: null, error: null };
};

const previewOf = (action: RequestedAction, own: Partial<JobPreview> = {}): JobPreview => ({
  id: 'preview',
  hash: 'hash',
  action,
  total: 1_204,
  toSend: 1_167,
  notKnown: 0,
  skipped: [{ reason: 'already', count: 37 }],
  first: [0, 1, 2, 3, 4].map((n) => row(n)),
  requests: { count: 1_167, isExact: true },
  requestsWithSnapshots: null,
  isUndoable: true,
  ...own,
});

const metadata: RequestedAction = { kind: 'users.setMetadata', path: 'server.plan', value: 'team' };
const befores = [{ value: 'free' }, {}, { value: { tier: 1, seats: 12 } }, { value: 'enterprise' }, { value: 'free' }];
const withMetadata = previewOf(metadata, {
  skipped: [
    { reason: 'already', count: 31 },
    { reason: 'in-the-way', count: 4 },
    { reason: 'gone', count: 2 },
  ],
  first: befores.map((before, n) => row(n, before)),
  requests: { count: 2_334, isExact: true },
});
const deletion = previewOf(
  { kind: 'users.delete' },
  {
    skipped: [
      { reason: 'self', count: 1 },
      { reason: 'owner', count: 1 },
    ],
    toSend: 1_202,
    requests: { count: 1_202, isExact: true },
    requestsWithSnapshots: { count: 9_616, isExact: false },
    isUndoable: false,
  },
);
const sessions = previewOf(
  { kind: 'users.revokeSessions' },
  { skipped: [], toSend: 1_204, notKnown: 1_204, requests: { count: 2_408, isExact: false }, isUndoable: false },
);

const answer = (value: JobPreview): Reply => ({ ok: true, value });
const box = ({ screens }: SceneContext, at: number) => screens.users.locator(`[data-row="${at}"]`).getByRole('checkbox');
const bar = ({ screens }: SceneContext, name: string) =>
  screens.page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name, exact: true });

async function select(context: SceneContext, replies: Replies = {}): Promise<void> {
  await goWith(context, users, { ...indexReplies({ state: 'current' }), ...replies });
  for (const at of [1, 2, 4]) await box(context, at).click();
  await bar(context, 'Delete').waitFor();
}

async function preview(context: SceneContext, reply: Reply | 'never', name = 'Revoke sessions'): Promise<void> {
  await select(context, { 'jobs.preview': reply, 'jobs.cancelPreview': { ok: true, value: null } });
  await bar(context, name).click();
  await context.screens.dialog.waitFor();
}

export const bulkScenes: readonly Scene[] = [
  { name: 'selected users', show: (context) => select(context) },
  {
    name: 'selected users, more actions',
    closes: true,
    show: async (context) => {
      await select(context);
      await bar(context, 'More actions').click();
    },
  },
  {
    name: 'selected users, team',
    show: async (context) => {
      await select(context);
      await bar(context, 'Add to team').click();
      await context.screens.dialog.getByRole('radio').first().check();
    },
  },
  {
    name: 'selected users, metadata',
    show: async (context) => {
      await select(context);
      await bar(context, 'Set metadata').click();
      await context.screens.dialog.getByLabel('Metadata path').fill('server.plan');
      await context.screens.dialog.getByLabel('Value').fill('{ "tier": 2 }');
    },
  },
  {
    name: 'bulk preview',
    show: async (context) => {
      await select(context, { 'jobs.preview': answer(withMetadata) });
      await bar(context, 'Set metadata').click();
      const { dialog } = context.screens;
      await dialog.getByLabel('Metadata path').fill('server.plan');
      await dialog.getByLabel('Value').fill('team');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await dialog.getByRole('button', { name: 'Set value' }).waitFor();
    },
  },
  {
    name: 'bulk preview, delete',
    show: (context) => preview(context, answer(deletion), 'Delete'),
    inView: ({ screens }) => screens.dialog.getByRole('textbox'),
  },
  { name: 'bulk preview, not known', show: (context) => preview(context, answer(sessions)) },
  { name: 'bulk preview, loading', show: (context) => preview(context, 'never') },
  {
    name: 'bulk preview, nothing to do',
    show: (context) => preview(context, answer({ ...withMetadata, toSend: 0, total: 37, first: [] })),
  },
  {
    name: 'bulk preview, failed',
    show: (context) => preview(context, { ok: false, error: { code: 'service-error', status: 503, text: 'Upstream is not available' } }),
  },
];
