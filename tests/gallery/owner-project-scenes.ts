/** The projects of an owner, with the dialogs that copy, transfer, and delete them. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { Reply } from '#contract/errors.ts';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goWith, type Scene, type SceneContext } from './scene';

const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const internal: Connection = {
  ...shop,
  id: 'internal',
  name: 'Dashboard',
  projectId: 'internal',
  safety: 'normal',
  requirePresence: false,
  release: '2.8.86',
  features: { 'owner-team': true, 'project-transfer': true, 'config-override': true },
};
const account = {
  id: 'ada',
  connectionId: internal.id,
  userId: '3241a285-8329-4d69-8f3d-316e08cf140c',
  displayName: 'Ada Lovelace',
  primaryEmail: 'ada@analytical.example',
  state: 'signed-in',
  current: true,
  isShared: false,
};
const team = (id: string, display_name: string) => ({
  id,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
});
const teams = [team('owners', 'Owners'), team('builders', 'Engine builders')];

const secret = { ref: 'r', last_four: 'x7Qp' };
const password = { ref: 'p' };
const sender = { username: 'engines', sender_name: 'Analytical Engines', sender_email: 'hello@analytical.example' };
const engines = {
  ...sampleAdminProject,
  owner_team_id: 'owners',
  is_production_mode: true,
  config: {
    ...sampleAdminProject.config,
    oauth_providers: [
      { id: 'github', type: 'shared' },
      { id: 'google', type: 'shared' },
      { id: 'apple', type: 'standard', client_id: 'com.analytical.engines', client_secret: secret },
    ],
    domains: Array.from({ length: 8 }, (_, at) => ({ domain: `https://app-${at + 1}.analytical.example`, handler_path: '/handler' })),
    email_config: { type: 'standard', host: 'smtp.analytical.example', port: 587, ...sender, password },
    team_creator_default_permissions: [{ id: 'team_admin' }, { id: 'workshop:lead' }],
    team_member_default_permissions: [{ id: 'team_member' }],
  },
};
const others = [
  {
    ...sampleAdminProject,
    id: '8d0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a11',
    display_name: 'Difference Works',
    description: '',
    owner_team_id: 'builders',
  },
  {
    ...sampleAdminProject,
    id: '9e1f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a12',
    display_name: 'A project whose name does not end where one would expect it, آلات',
    description: 'Rechenmaschinen'.repeat(12),
    owner_team_id: 'owners',
  },
];

const path = `/c/${internal.id}/projects`;
const replies = {
  'connections.list': ok({ revision: 1, value: [internal] }),
  'accounts.list': ok({ revision: 1, value: [account] }),
  'service.projects.list': ok({ items: [engines, ...others] }),
  'service.teams.list': ok({ items: teams }),
};

async function choose(context: SceneContext, entry: string): Promise<void> {
  const { page, dialog } = context.screens;
  await page.getByRole('button', { name: 'Actions for Analytical Engines' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await dialog.waitFor();
}

export const ownerProjectScenes: readonly Scene[] = [
  {
    name: 'projects',
    show: async (context) => {
      await goWith(context, path, replies);
      await context.screens.page.getByRole('button', { name: 'Open Analytical Engines' }).waitFor();
    },
  },
  {
    name: 'projects, menu',
    after: 'projects',
    closes: true,
    show: async ({ screens: { page } }) => {
      await page.getByRole('button', { name: 'Actions for Analytical Engines' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    },
  },
  {
    name: 'projects, transferring',
    after: 'projects',
    closes: true,
    show: async (context) => {
      await choose(context, 'Transfer…');
      await context.screens.dialog.getByText(/lose access/).waitFor();
    },
  },
  { name: 'projects, deleting', after: 'projects', closes: true, show: (context) => choose(context, 'Delete…') },
  {
    name: 'projects, creating',
    after: 'projects',
    closes: true,
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Create project' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('Difference Works');
      await dialog.getByRole('switch', { name: 'Passkey' }).click();
      await dialog.getByRole('img', { name: /Passkey/ }).waitFor();
    },
  },
  {
    name: 'projects, copying',
    after: 'projects',
    closes: true,
    show: async (context) => {
      await choose(context, 'Create copy…');
      await context.screens.dialog.getByText('Not copied').first().waitFor();
    },
  },
  {
    name: 'projects, not copied',
    after: 'projects, copying',
    show: async ({ screens: { dialog } }) =>
      dialog.getByRole('list', { name: 'Not copied' }).getByRole('listitem').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'projects, menu of a read-only connection',
    show: async (context) => {
      const value = [{ ...internal, safety: 'read-only', features: { 'project-transfer': false } }];
      await goWith(context, path, { ...replies, 'connections.list': ok({ revision: 1, value }) });
      await context.screens.page.getByRole('button', { name: 'Actions for Analytical Engines' }).click();
      await context.screens.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'projects, none',
    show: async (context) => {
      await goWith(context, path, { ...replies, 'service.projects.list': ok({ items: [] }) });
      await context.screens.page.getByText('No projects yet').waitFor();
    },
  },
  {
    name: 'projects, not read',
    show: async (context) => {
      await goWith(context, path, { ...replies, 'service.projects.list': lost });
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).waitFor();
    },
  },
  {
    name: 'projects, no team to transfer to',
    show: async (context) => {
      await goWith(context, path, { ...replies, 'service.teams.list': ok({ items: teams.slice(0, 1) }) });
      await choose(context, 'Transfer…');
      await context.screens.dialog.getByText('You aren’t in any other team.').first().waitFor();
    },
  },
  {
    name: 'project settings, deleted project',
    show: async (context) => {
      const admin = { ...shop, credentials: { ...shop.credentials, admin: 'vmxq' } };
      const refused: Reply = { ok: false, error: { code: 'known-error', known: 'INVALID_SUPER_SECRET_ADMIN_KEY', status: 401 } };
      const gone: Reply = { ok: false, error: { code: 'service-error', status: 404, text: 'Project not found' } };
      await goWith(context, `/c/${admin.id}/project-settings`, {
        'connections.list': ok({ revision: 1, value: [admin] }),
        'service.projects.read': refused,
        'service.projects.jwks': gone,
      });
      await context.screens.page.getByText('The project in “Shop” no longer exists').waitFor();
    },
  },
];
