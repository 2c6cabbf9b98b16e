/** A user as a page: their fields and metadata, changed elsewhere, and deleted. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { goWith, type Scene, type SceneContext } from './scene';

const path = `/c/sandbox/users/${sampleUser.id}`;
const read = 'service.users.read';
const server_metadata = {
  plan: 'free',
  seats: 5,
  crm: { account: '0015g00000XYZ', owner: 'katherine@orbit.example' },
  flags: ['beta-reports'],
};
const user = {
  ...sampleUser,
  primary_email_verified: false,
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_763_000_000_000,
  server_metadata,
};
const reply = (change: object = {}): Reply => ({ ok: true, value: { ...user, ...change } });
const missing: Reply = { ok: false, error: { code: 'known-error', known: 'USER_NOT_FOUND', status: 404 } };
const odd = {
  display_name: 'مارية بنت محمد 🔑 <img src=x onerror="alert(1)"> '.repeat(2) + 'Rechenmaschinen'.repeat(12),
  primary_email: `${'a'.repeat(60)}@${'long-name.'.repeat(12)}example`,
  is_anonymous: true,
};

const customerSchema = {
  title: 'customer.schema.json',
  required: ['plan', 'seats'],
  properties: {
    plan: { title: 'Plan', enum: ['free', 'team', 'enterprise'] },
    seats: { title: 'Seats', type: 'integer', minimum: 1, maximum: 500 },
    trial_ends: { title: 'Trial ends', type: 'string', format: 'date' },
    flags: { title: 'Flags', type: 'array', items: { type: 'string' } },
    exports: { title: 'Exports', type: 'boolean', description: 'Whether the customer may download everything' },
    crm: {
      title: 'CRM',
      required: ['account'],
      properties: {
        account: { title: 'Account', type: 'string', minLength: 15, maxLength: 18 },
        owner: { title: 'Owner', type: 'string', format: 'email' },
      },
    },
    limits: {
      title: 'Limits',
      properties: { disk: { anyOf: [{ type: 'number' }, { type: 'object' }] }, rows: { type: 'integer' }, api: { type: 'integer' } },
    },
  },
};
const remembered: Replies = { 'viewState.read': { ok: true, value: { 'users.schema.server': JSON.stringify(customerSchema) } } };

async function open(context: SceneContext, change: object = {}, tab = '', replies: Replies = {}): Promise<void> {
  await goWith(context, `${path}${tab}`, { [read]: reply(change), ...replies });
  await context.screens.page.getByRole('button', { name: 'Show in list' }).waitFor();
}

const save = ({ screens: { page } }: SceneContext) => page.getByRole('button', { name: 'Save', exact: true }).click();
const name = ({ screens: { page } }: SceneContext) => page.getByRole('textbox', { name: 'Display name' });

export const userScenes: readonly Scene[] = [
  { name: 'user page', show: (context) => open(context) },
  { name: 'user page, odd values', show: (context) => open(context, odd) },
  {
    name: 'user page, changed elsewhere',
    show: async (context) => {
      await open(context);
      await name(context).fill('Ada King');
      context.bridge.set({ [read]: reply({ display_name: 'Countess of Lovelace' }) });
      await save(context);
      await context.screens.page.getByRole('group', { name: /Display name/ }).waitFor();
    },
  },
  {
    name: 'user page, deleted elsewhere',
    after: 'user page, changed elsewhere',
    show: async (context) => {
      context.bridge.set({ [read]: missing });
      await context.screens.page.getByRole('radio', { name: /Your value/ }).click();
      await save(context);
      await context.screens.page.getByRole('paragraph').filter({ hasText: 'This user was deleted' }).first().waitFor();
    },
  },
  {
    name: 'user page, delete',
    show: async (context) => {
      await open(context);
      await context.screens.page.getByRole('button', { name: 'More actions' }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Delete user' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'user metadata, changed elsewhere',
    show: async (context) => {
      await open(context, {}, '?tab=metadata');
      const { page } = context.screens;
      await page.getByRole('radio', { name: 'Server' }).click();
      const mine = { ...server_metadata, plan: 'team', seats: 12, flags: ['beta-reports', 'new-billing'] };
      await page.getByRole('textbox', { name: 'Server metadata' }).fill(JSON.stringify(mine, null, 2));
      context.bridge.set({ [read]: reply({ server_metadata: { ...server_metadata, plan: 'enterprise', trial_ends: '2026-12-01' } }) });
      await save(context);
      await page.getByRole('group', { name: /^plan/ }).waitFor();
    },
  },
  {
    name: 'user metadata, form',
    show: async (context) => {
      const first = { ...server_metadata, notes: 'call back', limits: { disk: '5 GB' } };
      await open(context, { server_metadata: first }, '?tab=metadata', remembered);
      const { page } = context.screens;
      await page.getByRole('radio', { name: 'Server' }).click();
      await page.getByRole('combobox', { name: 'Plan' }).selectOption('team');
      await page.getByRole('textbox', { name: 'Seats' }).fill('12');
      await page.getByRole('textbox', { name: 'Owner' }).fill('katherine@orbit@');
      await page.getByText('Correct 1 field to save').first().waitFor();
    },
  },
  {
    name: 'user metadata, form of an empty one',
    show: async (context) => {
      await open(context, { server_metadata: null }, '?tab=metadata', remembered);
      await context.screens.page.getByRole('radio', { name: 'Server' }).click();
      await context.screens.page.getByRole('combobox', { name: 'Plan' }).waitFor();
    },
  },
  {
    name: 'user metadata, JSON with a schema',
    after: 'user metadata, form',
    show: async ({ screens: { page } }) => {
      await page.getByRole('radio', { name: 'JSON', exact: true }).click();
      await page.getByRole('textbox', { name: 'Server metadata' }).waitFor();
    },
  },
  {
    name: 'creating a user with a schema',
    show: async (context) => {
      await goWith(context, '/c/sandbox/users', remembered);
      await context.screens.page.getByRole('button', { name: 'Create user' }).first().click();
      await context.screens.dialog.getByRole('textbox', { name: 'Seats' }).fill('900');
      await context.screens.dialog.getByText('Enter at most 500').waitFor();
    },
  },
  {
    name: 'user JSON',
    show: async (context) => {
      await open(context);
      await context.screens.page.getByRole('button', { name: 'More actions' }).click();
      await context.screens.page.getByRole('menuitem', { name: 'Show JSON' }).click();
      await context.screens.dialog.getByRole('region', { name: 'JSON' }).waitFor();
    },
  },
];
