/** Snapshots of deleted users and teams: the list of them, and creating again. */
import type { EndedStep, ShownCreateAgain, ShownStep } from '#contract/bridge/snapshots.ts';
import type { ErrorReport, Reply } from '#contract/errors.ts';
import type { SnapshotSummary } from '#contract/journal/snapshot.ts';
import { sampleServerUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { shop } from './sample-connection';
import { goOn, goWith, type Scene, type SceneContext } from './scene';

const ok = (value: unknown): Reply => ({ ok: true, value });
const refused = (error: ErrorReport): Reply => ({ ok: false, error });
const takenAtMillis = Date.UTC(2026, 10, 24, 9, 12);

const grace: SnapshotSummary = {
  id: 's1',
  connectionId: shop.id,
  kind: 'user',
  targetId: '3241a285-8329-4d69-8f3d-316e08cf140d',
  displayName: 'Grace Hopper',
  primaryEmail: 'grace.hopper@analytical.example',
  imageUrl: null,
  takenAtMillis,
  expiresAtMillis: takenAtMillis + 30 * 86_400_000,
  seq: 812,
  deletion: 'done',
  newId: null,
};
const { primaryEmail: _email, ...team } = grace;
const snapshots: readonly SnapshotSummary[] = [
  grace,
  { ...team, id: 's2', kind: 'team', targetId: 't', displayName: 'Compilers for machines that are not built yet', newId: 'n' },
  { ...grace, id: 's3', targetId: 'u', displayName: null, primaryEmail: 'mary@example.com', deletion: 'unknown' },
];

const step = (id: string, kind: ShownStep['kind'], own: Partial<ShownStep> = {}): ShownStep => ({
  id,
  kind,
  subject: null,
  person: null,
  details: [],
  skip: null,
  result: null,
  code: null,
  known: null,
  ...own,
});

const plan: ShownCreateAgain = {
  snapshot: grace,
  obstacle: null,
  byAccount: false,
  steps: [
    step('create', 'create-user', { subject: 'grace.hopper@analytical.example' }),
    step('email', 'email', { subject: 'grace@navy.example' }),
    step('other', 'email', { subject: 'hopper@navy.example', skip: 'email-used' }),
    step('account', 'account', { subject: 'github' }),
    step('one', 'team', { subject: 'Difference Team', details: ['team_member', '$invite_members'] }),
    step('two', 'team', { subject: 'Punched Cards', skip: 'team-gone' }),
    step('permissions', 'permissions', { details: ['publish'] }),
    step('preferences', 'preferences', { details: ['Marketing'] }),
  ],
  losses: ['id', 'dates', 'password', 'two-factor', 'sessions', 'api-keys', 'team-profiles', 'secrets'],
  invitations: [],
  unread: [],
};

const done: EndedStep = { result: 'done', newId: 'n', error: null };
const stepIn = (input: unknown) => (input as { step: string }).step;

async function openList(context: SceneContext, replies: Replies = {}): Promise<void> {
  const { page } = context.screens;
  await goWith(context, '/c/sandbox/users', { 'snapshots.list': ok(snapshots), ...replies });
  await page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(2).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('deleted users');
  await page.getByRole('option', { name: /Deleted users and teams/ }).click();
}

async function openPlan(context: SceneContext, replies: Replies = {}): Promise<void> {
  await openList(context, { 'snapshots.plan': ok(plan), 'snapshots.start': ok({ runId: 'r' }), ...replies });
  await context.screens.dialog.getByRole('button', { name: 'Create again…' }).first().click();
}

async function run(context: SceneContext, step: Replies[string], shows: string): Promise<void> {
  const { dialog } = context.screens;
  await openPlan(context, { 'snapshots.step': step });
  await dialog.getByRole('button', { name: 'Create again', exact: true }).click();
  await dialog.getByText(shows).first().waitFor();
}

export const snapshotScenes: readonly Scene[] = [
  {
    name: 'deleted users and teams',
    show: async (context) => {
      await openList(context);
      await context.screens.dialog.getByText('Grace Hopper').waitFor();
    },
  },
  {
    name: 'deleted users and teams, none',
    show: async (context) => {
      await openList(context, { 'snapshots.list': ok([]) });
      await context.screens.dialog.getByText('No snapshots').waitFor();
    },
  },
  {
    name: 'create again',
    show: async (context) => {
      await openPlan(context);
      await context.screens.dialog.getByText('Doesn’t come back').waitFor();
    },
  },
  {
    name: 'create again, reading',
    show: async (context) => {
      await openPlan(context, { 'snapshots.plan': 'never' });
      await context.screens.dialog.getByText('What is created gets a new ID').waitFor();
    },
  },
  {
    name: 'create again, without a key',
    show: async (context) => {
      await openPlan(context, { 'snapshots.plan': ok({ ...plan, obstacle: 'no-key' }) });
      await context.screens.dialog.getByText('This requires a secret server key').waitFor();
    },
  },
  {
    name: 'create again, running',
    show: (context) => run(context, (input) => (stepIn(input) === 'one' ? 'never' : ok(done)), 'Running'),
  },
  {
    name: 'create again, partly',
    show: (context) =>
      run(
        context,
        (input) => {
          if (stepIn(input) === 'one')
            return ok({ ...done, result: 'failed', error: { code: 'known-error', known: 'PERMISSION_NOT_FOUND', status: 404 } });
          return ok(stepIn(input) === 'account' ? { ...done, result: 'unclear', error: { code: 'timed-out' } } : done);
        },
        'but not completely',
      ),
  },
  {
    name: 'create again, unclear',
    show: (context) => run(context, ok({ result: 'unclear', newId: null, error: { code: 'connection-lost' } }), 'Create once more'),
  },
  {
    name: 'create again, done',
    show: (context) => run(context, ok(done), 'was created again'),
  },
  {
    name: 'delete user, without a snapshot',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await goWith(context, '/', {
        'service.users.read': ok(sampleServerUser),
        'service.teams.list': ok({ items: [], is_paginated: false }),
        'service.permissions.inTeams': ok({ items: [], is_paginated: false }),
        'service.users.delete': refused({ code: 'snapshot-not-kept' }),
      });
      context.bridge.push('connections.list', [{ ...shop, safety: 'normal' }]);
      await goOn(context, `/c/${shop.id}/users/${sampleServerUser.id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete user' }).click();
      await dialog.getByRole('textbox').fill('ada.lovelace@example.com');
      await dialog.getByRole('button', { name: 'Delete user' }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
];
