/** The settings of a project and its webhooks, in every state. */
import type { Reply } from '#contract/errors.ts';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = (screen: string) => `/c/sandbox/${screen}`;
const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const read = 'service.projects.read';
const withAdmin = { ...shop, credentials: { ...shop.credentials, admin: 'vmxq' } };
const odd = {
  ...sampleAdminProject,
  display_name: '<img src=x onerror="alert(1)"> '.repeat(8),
  description: `${'Rechenmaschinen'.repeat(30)} آلات`,
};

/** A GIF of one pixel. */
const picture = 'data:image/gif;base64,R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=';
const withLogos = {
  ...sampleAdminProject,
  logo_url: picture,
  logo_full_url: `https://cdn.example/${'a-very-long-folder/'.repeat(6)}logo.png`,
  logo_dark_mode_url: picture,
  logo_full_dark_mode_url: null,
};

async function showLogos(context: SceneContext): Promise<void> {
  await showSettings(context, withLogos);
  await context.screens.page.getByRole('heading', { name: 'Delete project' }).scrollIntoViewIfNeeded();
}

async function showSettings(context: SceneContext, project: object = sampleAdminProject): Promise<void> {
  await goWith(context, path('project-settings'), { [read]: ok(project) });
  await context.screens.page.getByLabel('Project name', { exact: true }).waitFor();
}

const keys = 'service.projects.jwks';
const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  alg: 'ES256',
  kid: 'wTmQ3vJ8a5Xc',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};

async function showPublicKeys(context: SceneContext, reply: Reply, seen: string): Promise<void> {
  await goWith(context, path('project-settings/public-keys'), { [keys]: reply });
  await context.screens.page.getByText(seen).first().waitFor();
}

export const projectScenes: readonly Scene[] = [
  {
    name: 'public keys',
    show: (context) => showPublicKeys(context, ok({ keys: [publicKey, { ...publicKey, kid: 'b2'.repeat(40), alg: null }] }), 'ES256'),
  },
  { name: 'public keys, none', show: (context) => showPublicKeys(context, ok({ keys: [] }), 'No public keys') },
  { name: 'public keys, not read', show: (context) => showPublicKeys(context, lost, 'Try again') },
  { name: 'project settings', show: (context) => showSettings(context) },
  { name: 'project settings, odd texts', show: (context) => showSettings(context, odd) },
  {
    name: 'project settings, unsaved changes',
    show: async (context) => {
      await showSettings(context);
      await context.screens.page.getByLabel('Project name', { exact: true }).fill('');
      await context.screens.page.getByRole('switch', { name: 'Teams can have API keys' }).click();
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
      await context.screens.page.getByText('Enter a name').waitFor();
    },
  },
  {
    name: 'project settings, changed elsewhere',
    show: async (context) => {
      await showSettings(context);
      const { page } = context.screens;
      await page.getByLabel('Project name', { exact: true }).fill('Difference Engines');
      context.bridge.set({ [read]: ok({ ...sampleAdminProject, display_name: 'Engines and Letters' }) });
      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Changed elsewhere').waitFor();
    },
  },
  {
    name: 'project settings, deleting',
    show: async (context) => {
      const replies = { 'connections.list': ok({ revision: 1, value: [withAdmin] }), [read]: ok(sampleAdminProject) };
      await goWith(context, `/c/${withAdmin.id}/project-settings`, replies);
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Delete project' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  { name: 'project settings, logos', show: showLogos },
  {
    name: 'project settings, logo',
    show: async (context) => {
      await showLogos(context);
      const { page, dialog } = context.screens;
      context.bridge.set({ 'service.projects.update': { ok: false, error: { code: 'service-error', status: 500 } } });
      await page.getByRole('button', { name: 'Change Logo…' }).click();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByText('Enter a URL').waitFor();
    },
  },
  {
    name: 'project settings, loading',
    show: async (context) => {
      await goWith(context, path('project-settings'), { [read]: 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'project settings, not read',
    show: async (context) => {
      await goWith(context, path('project-settings'), { [read]: lost });
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).waitFor();
    },
  },
  {
    name: 'webhooks',
    show: async (context) => {
      await goWith(context, path('webhooks'), {});
      await context.screens.page.getByRole('button', { name: 'Open portal' }).waitFor();
    },
  },
  {
    name: 'webhooks, portal',
    show: async (context) => {
      await goWith(context, path('webhooks'), {
        'service.webhooks.token': ok({ token: { ref: 'token' }, url: { ref: 'url' } }),
        'webhookPortal.open': { ok: true, value: null },
      });
      await context.screens.page.getByRole('button', { name: 'Open portal' }).click();
      await context.screens.page.getByText('Portal opened in your browser').first().waitFor();
    },
  },
  {
    name: 'webhooks, address not reported',
    show: async (context) => {
      await goWith(context, path('webhooks'), { 'service.webhooks.token': ok({ token: { ref: 'token' } }) });
      await context.screens.page.getByRole('button', { name: 'Open portal' }).click();
      await context.screens.page.getByText('The service doesn’t report').first().waitFor();
    },
  },
  {
    name: 'webhooks, none',
    show: async (context) => {
      await goWith(context, path('webhooks'), { 'service.webhooks.token': lost });
      await context.screens.page.getByRole('button', { name: 'Use your own dashboard' }).click();
      await context.screens.page.getByLabel('URL of the webhooks page').fill('dashboard');
      await context.screens.page.getByRole('button', { name: 'Open portal' }).click();
      await context.screens.page.getByText('This service has no webhooks').waitFor();
    },
  },
];
