/** A user as a page: their fields and metadata, changed elsewhere, and deleted. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, type Scene, type Stage } from './stage';

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

async function open(stage: Stage, change: object = {}, tab = ''): Promise<void> {
  await goWith(stage, `${path}${tab}`, { [read]: reply(change) });
  await stage.screens.page.getByRole('button', { name: 'Show in list' }).waitFor();
}

const save = ({ screens: { page } }: Stage) => page.getByRole('button', { name: 'Save', exact: true }).click();
const name = ({ screens: { page } }: Stage) => page.getByRole('textbox', { name: 'Display name' });

export const userScenes: readonly Scene[] = [
  { name: 'user page', show: (stage) => open(stage) },
  { name: 'user page, odd values', show: (stage) => open(stage, odd) },
  {
    name: 'user page, changed elsewhere',
    show: async (stage) => {
      await open(stage);
      await name(stage).fill('Ada King');
      stage.bridge.set({ [read]: reply({ display_name: 'Countess of Lovelace' }) });
      await save(stage);
      await stage.screens.page.getByRole('group', { name: /Display name/ }).waitFor();
    },
  },
  {
    name: 'user page, deleted elsewhere',
    after: 'user page, changed elsewhere',
    show: async (stage) => {
      stage.bridge.set({ [read]: missing });
      await stage.screens.page.getByRole('radio', { name: /Your value/ }).click();
      await save(stage);
      await stage.screens.page.getByRole('paragraph').filter({ hasText: 'This user was deleted' }).first().waitFor();
    },
  },
  {
    name: 'user page, delete',
    show: async (stage) => {
      await open(stage);
      await stage.screens.page.getByRole('button', { name: 'More actions' }).click();
      await stage.screens.page.getByRole('menuitem', { name: 'Delete user' }).click();
      await stage.screens.dialog.waitFor();
    },
  },
  {
    name: 'user metadata, changed elsewhere',
    show: async (stage) => {
      await open(stage, {}, '?tab=metadata');
      const { page } = stage.screens;
      await page.getByRole('radio', { name: 'Server' }).click();
      const mine = { ...server_metadata, plan: 'team', seats: 12, flags: ['beta-reports', 'new-billing'] };
      await page.getByRole('textbox', { name: 'Server metadata' }).fill(JSON.stringify(mine, null, 2));
      stage.bridge.set({ [read]: reply({ server_metadata: { ...server_metadata, plan: 'enterprise', trial_ends: '2026-12-01' } }) });
      await save(stage);
      await page.getByRole('group', { name: /^plan/ }).waitFor();
    },
  },
  {
    name: 'user JSON',
    show: async (stage) => {
      await open(stage, {}, '?tab=json');
    },
  },
];
