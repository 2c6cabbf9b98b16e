/** Undoing a change of the journal. */
import type { ShownUndo } from '#contract/bridge/undo.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { goWith, type Scene, type SceneContext } from './scene';

const userId = '3241a0c2-5d1e-4c0b-9f3e-7a51c2f0140c';
const time = Date.now() - 240_000;

const entry: JournalEntry = {
  seq: 7,
  timeMillis: time,
  osUser: 'ada',
  actor: { kind: 'key', id: 'server', lastFour: 'v5xr' },
  connectionId: 'sandbox',
  destination: 'sandbox demo',
  endpoint: 'users.update',
  target: { kind: 'user', id: userId },
  people: [],
  source: 'window',
  job: null,
  impersonation: null,
  undoes: null,
  outcome: { timeMillis: time, result: 'done', status: 200, requestId: 'r', code: null, known: null, createdId: null, made: null },
  undoneBy: null,
  personal: {
    names: { user: 'Alan Turing' },
    before: { server_metadata: { plan: 'free', seats: 5 } },
    request: { params: { user_id: userId }, body: { server_metadata: { plan: 'team', seats: 12, trial_ends: '2026-12-01' } } },
  },
  erasedAtMillis: null,
  note: null,
  hash: '0'.repeat(64),
};

const path = `/users/${userId}`;
const plan: ShownUndo = {
  connectionId: 'sandbox',
  readAtMillis: time + 180_000,
  reason: null,
  rows: [
    { path: ['server_metadata', 'plan'], was: 'free', set: 'team', isNow: 'team', willBe: 'free', effect: 'restored' },
    { path: ['server_metadata', 'trial_ends'], set: '2026-12-01', isNow: '2026-12-01', effect: 'removed' },
    { path: ['server_metadata', 'seats'], was: 5, set: 12, isNow: 25, willBe: 25, effect: 'kept', reason: 'changed-since' },
  ],
  others: ['crm', 'notes'],
  reads: [{ method: 'GET', access: 'server', path }],
  writes: [
    {
      method: 'PATCH',
      access: 'server',
      path,
      body: { server_metadata: { plan: 'free', seats: 25, crm: { id: 'c_81' }, notes: 'Asked for invoices' } },
    },
  ],
  asks: [],
  losses: [],
  isDoubtful: false,
  fingerprint: 'f',
};

const emailServer: Partial<JournalEntry> = {
  endpoint: 'projects.update',
  target: { kind: 'project', id: null },
  personal: {
    names: {},
    before: { config: { email_config: { type: 'standard' } } },
    request: { body: { config: { email_config: { type: 'shared' } } } },
  },
};
const server = { type: 'standard', host: 'smtp.example.com', port: 587, username: 'ada' };

/** Shows the dialog as it is reached: from the toast after a change. */
async function open(context: SceneContext, shown: ShownUndo, about: Partial<JournalEntry> = {}): Promise<void> {
  const ok = (value: unknown) => ({ ok: true as const, value });
  await goWith(context, '/c/sandbox/users', { 'journal.read': ok({ ...entry, ...about }), 'undo.plan': ok(shown) });
  const { page, users } = context.screens;
  await users.getByRole('row').nth(4).waitFor();
  await showToast(context);
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await page
    .getByRole('dialog', { name: /^Undo/ })
    .getByRole('button', { name: /Cancel|Close/ })
    .first()
    .waitFor();
}

/** The listener is loaded after the first screen. */
async function showToast({ screens: { page }, bridge }: SceneContext): Promise<void> {
  const toast = page.getByRole('region', { name: /^Messages/ }).getByRole('button', { name: 'Undo' });
  for (let tries = 0; tries < 50 && (await toast.count()) === 0; tries += 1) {
    bridge.push('undo.offered', { seq: 7, connectionId: 'sandbox', endpoint: 'users.update' });
    await toast.waitFor({ timeout: 400 }).catch(() => undefined);
  }
  await toast.waitFor();
}

export const undoScenes: readonly Scene[] = [
  {
    name: 'users, undo offered',
    show: async (context) => {
      await goWith(context, '/c/sandbox/users', {});
      await context.screens.users.getByRole('row').nth(4).waitFor();
      await showToast(context);
    },
  },
  { name: 'undo, with a value that is kept', show: (context) => open(context, plan) },
  {
    name: 'undo, with a secret that is asked for',
    show: (context) =>
      open(
        context,
        {
          ...plan,
          rows: [
            {
              path: ['config', 'email_config'],
              was: server,
              set: { type: 'shared' },
              isNow: { type: 'shared' },
              willBe: server,
              effect: 'restored',
            },
          ],
          others: [],
          reads: [{ method: 'GET', access: 'admin', path: '/internal/projects/current' }],
          writes: [{ method: 'PATCH', access: 'admin', path: '/internal/projects/current', body: { config: { email_config: server } } }],
          asks: [{ path: 'config.email_config.password', provider: null }],
        },
        emailServer,
      ),
  },
  {
    name: 'undo, with what doesn’t come back',
    show: (context) =>
      open(context, { ...plan, rows: plan.rows.slice(0, 1), others: [], losses: ['id', 'new-email-stays', 'default-value'] }),
  },
  {
    name: 'undo, which may have been done',
    show: async (context) => {
      await open(context, { ...plan, rows: plan.rows.slice(0, 1), others: [], losses: ['id'], isDoubtful: true });
      await context.screens.dialog.getByRole('button', { name: 'Undo anyway' }).waitFor();
    },
  },
  {
    name: 'undo, refused',
    show: (context) => open(context, { ...plan, reason: 'changed-since', rows: plan.rows.slice(2), others: [], writes: [] }),
  },
  {
    name: 'undo of an applied configuration',
    show: async (context) => {
      const ok = (value: unknown) => ({ ok: true as const, value });
      const applied: JournalEntry = { ...entry, ...emailServer, source: 'apply', job: 'a' };
      const definition: Partial<JournalEntry> = {
        seq: 6,
        endpoint: 'permissions.createTeamDefinition',
        target: { kind: 'permission', id: null },
        personal: { names: {}, before: null, request: { body: { id: 'support' } } },
      };
      const settings = { ...plan, rows: plan.rows.slice(0, 1).map((row) => ({ ...row, path: ['config', 'email_config'] })), others: [] };
      const parts = [
        { seq: 7, undo: settings },
        { seq: 6, undo: { ...plan, reason: 'unchanged', rows: [], others: [], reads: [], writes: [] } },
      ];
      await goWith(context, '/c/sandbox/journal?entry=7', {
        'journal.read': ok(applied),
        'journal.list': ok({ entries: [applied, { ...applied, ...definition }], hasMore: false }),
        'undo.check': ok({ reason: null }),
        'undo.planApply': ok({ connectionId: 'sandbox', parts, fingerprint: 'f' }),
      });
      await context.screens.page.getByRole('button', { name: 'Roll back…' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Roll back', exact: true }).waitFor();
    },
  },
  {
    name: 'undo, failed',
    show: async (context) => {
      await open(context, plan);
      context.bridge.set({
        'undo.run': { ok: false, error: { code: 'changed-elsewhere' } },
        'undo.plan': { ok: true, value: plan },
        'journal.read': { ok: true, value: entry },
      });
      const { dialog } = context.screens;
      await dialog.getByRole('button', { name: /^Undo \d/ }).click();
      await dialog.getByText('A value was changed in the meantime').waitFor();
    },
  },
];
