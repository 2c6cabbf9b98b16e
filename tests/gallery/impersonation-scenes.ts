/** Impersonating a user: started, in use, ended, and not revoked. */
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { activePolicy } from './sample-policies';
import { goWith, type Scene, type SceneContext } from './scene';
import { withOwnServer } from './send-email-scenes';

const hour = 3_600_000;
const refused: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };

const impersonationOf = (own: Partial<Impersonation>): Impersonation => ({
  id: 'i',
  connectionId: 'sandbox',
  connectionName: 'Analytical Engines',
  userId: '3241a285-8329-4d69-8f3d-316e08cf140c',
  displayName: 'Alan Turing',
  primaryEmail: 'alan.turing@analytical.example',
  reason: 'Ticket 4821: cannot open invoices',
  by: 'Ada Lovelace',
  startedAt: Date.now() - hour,
  expiresAt: Date.now() + hour,
  sessionId: '77de41c0-8329-4d69-8f3d-316e08cf02aa',
  state: 'ending',
  problem: 'failed',
  ...own,
});

const withoutEmail = { ...sampleUser, display_name: 'Alan Turing', primary_email: null, last_active_at_millis: 1_763_000_000_000 };

async function openDialog(context: SceneContext, replies: Parameters<typeof goWith>[2] = {}): Promise<void> {
  const { page, panel, dialog, userRow } = withRow(context);
  await goWith(context, '/c/sandbox/users?q=turing', replies);
  await userRow.click();
  await panel.getByRole('button', { name: 'Open full page' }).click();
  // The panel has the same button.
  await page.getByRole('button', { name: 'Show in list' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Impersonate' }).click();
  await dialog.getByLabel('Reason').fill('Ticket 4821: cannot open invoices');
}

const withRow = ({ screens }: SceneContext) => ({
  page: screens.page,
  panel: screens.panel,
  dialog: screens.dialog,
  userRow: screens.userRow(/Alan Turing/),
});

const start = ({ screens: { dialog } }: SceneContext) => dialog.getByRole('button', { name: 'Start session' }).click();
const bar = ({ screens: { page } }: SceneContext) => page.getByRole('region', { name: 'Current impersonation' });

export const impersonationScenes: readonly Scene[] = [
  { name: 'impersonation, dialog', show: (context) => openDialog(context) },
  {
    name: 'impersonation, no reason',
    after: 'impersonation, dialog',
    show: async (context) => {
      const { dialog } = context.screens;
      await dialog.getByLabel('Reason').fill('');
      await dialog.getByRole('radio', { name: 'Other' }).click();
      await start(context);
      await dialog.getByText('Enter a reason').waitFor();
    },
  },
  {
    name: 'impersonation, email to the user',
    show: async (context) => {
      await openDialog(context, { 'service.projects.read': withOwnServer });
      const { dialog } = context.screens;
      await dialog.getByLabel('Tell the user by email').check();
      await dialog.getByLabel('Text').waitFor();
    },
    inView: ({ screens: { dialog } }) => dialog.getByLabel('Text'),
  },
  {
    name: 'impersonation, email that cannot be sent',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await goWith(context, `/c/sandbox/users/${sampleUser.id}`, { 'service.users.read': { ok: true, value: withoutEmail } });
      await page.getByRole('main').getByRole('button', { name: 'Impersonate' }).click();
      await dialog.getByText('This user has no email address').waitFor();
    },
    inView: ({ screens: { dialog } }) => dialog.getByLabel('Tell the user by email'),
  },
  {
    name: 'impersonation, email with an unclear outcome',
    show: async (context) => {
      await openDialog(context, {
        'service.projects.read': withOwnServer,
        // A real one would go on in the scenes after this one.
        'impersonations.start': { ok: true, value: { id: 'i', accountId: 'a' } },
        'service.emails.sendEmail': refused,
      });
      await context.screens.dialog.getByLabel('Tell the user by email').check();
      await start(context);
      await context.screens.page.getByText('The email to Alan Turing may not have been sent', { exact: true }).waitFor();
    },
  },
  {
    name: 'impersonation, forbidden by a policy',
    show: async (context) => {
      await goWith(context, '/c/sandbox/users?q=turing', {});
      context.bridge.push('policy.state', activePolicy);
      const { screens } = context;
      await screens.userRow(/Alan Turing/).click();
      await screens.panel.getByRole('button', { name: 'Impersonate' }).hover();
      await screens.page.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'impersonation, failed',
    show: async (context) => {
      await openDialog(context, { 'impersonations.start': refused });
      await start(context);
      await context.screens.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'impersonation, not revoked',
    show: async (context) => {
      const value = [impersonationOf({}), impersonationOf({ id: 'u', displayName: 'Grace Hopper', sessionId: null, problem: 'unclear' })];
      await goWith(context, '/c/sandbox/users', { 'impersonations.list': { ok: true, value: { revision: 1, value } } });
      await context.screens.page.getByText(/^Couldn’t revoke the session/).waitFor();
    },
  },
  {
    name: 'impersonation',
    show: async (context) => {
      await openDialog(context);
      await start(context);
      await bar(context).waitFor();
      await context.screens.entry('Emails and sign-in').click();
      await context.screens.page.getByRole('region', { name: 'Impersonation', exact: true }).waitFor();
    },
  },
  {
    name: 'impersonation, session',
    after: 'impersonation',
    show: ({ screens: { page } }) => page.getByRole('region', { name: 'Impersonation', exact: true }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'impersonation, new API key',
    after: 'impersonation, session',
    show: async ({ screens }) => {
      await screens.entry('API keys').click();
      await screens.page.getByRole('main').getByRole('button', { name: 'Create API key' }).first().click();
      await screens.dialog.getByText('This key stays valid after the impersonation').waitFor();
    },
  },
  {
    name: 'impersonation, ended',
    after: 'impersonation, new API key',
    show: async (context) => {
      const { page, dialog } = context.screens;
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await bar(context).getByRole('button', { name: 'End session' }).click();
      await page.getByText('Impersonation of Alan Turing ended', { exact: true }).waitFor();
      await bar(context).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'session for a user',
    after: 'impersonation, ended',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Create session…' }).click();
      await dialog.waitFor();
    },
  },
];
