/** The levels of the configuration, in every state. */
import type { Reply } from '#contract/errors.ts';
import type { Replies } from './replies';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';

const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const level = {
  'auth.oauth.providers.github': { type: 'github', isShared: false, clientId: 'c3vx', clientSecret: '***', allowSignIn: false },
  'teams.allowClientTeamCreation': true,
  'emails.themes.1df07ae6-abf3-4a40-83a5-a1a2cbe336ac': { displayName: 'Brass', tsxSource: 'export const x = 1;\n'.repeat(20) },
  'domains.trustedDomains.nowhere.baseUrl': 'https://app.analytical.example',
};
const config = (value: object) => ok({ config_string: JSON.stringify(value) });
const github = {
  type: 'pushed-from-github',
  owner: 'analytical',
  repo: 'engines',
  branch: 'main',
  commit_hash: '3f9d2c1b7a6e5d4c3b2a19087f6e5d4c3b2a1908',
  config_file_path: 'stack.config.ts',
};

async function open(context: SceneContext, replies: Replies = {}): Promise<void> {
  await goWith(context, '/', {
    'service.projects.read': ok(sampleAdminProject),
    'service.config.read': config({
      auth: { oauth: { providers: { github: {} } } },
      teams: { allowClientTeamCreation: true },
      domains: {},
    }),
    'service.config.readLevel': config(level),
    'service.config.readSource': ok({ source: github }),
    ...replies,
  });
  const credentials = { ...shop.credentials, admin: 'q4zd' };
  const features = { 'config-levels': true, 'reset-config-keys': true };
  context.bridge.push('connections.list', [{ ...shop, safety: 'normal', credentials, features }]);
  await goOn(context, `/c/${shop.id}/project-settings`);
  await show(context).click();
}

const show = ({ screens: { page } }: SceneContext) => page.getByRole('button', { name: 'Show configuration' });
const section = ({ screens: { page } }: SceneContext) => page.getByRole('region', { name: 'Configuration', exact: true });

export const configurationScenes: readonly Scene[] = [
  {
    name: 'configuration',
    show: async (context) => {
      await open(context);
      await section(context).getByText('stack.config.ts').waitFor();
    },
    inView: section,
  },
  {
    name: 'configuration, loading',
    show: async (context) => {
      await open(context, { 'service.config.read': 'never' });
      await placeholder(context);
    },
    inView: section,
  },
  {
    name: 'configuration, failed',
    show: async (context) => {
      await open(context, { 'service.config.readSource': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
    inView: section,
  },
  {
    name: 'configuration, key',
    show: async (context) => {
      await open(context);
      await section(context).getByRole('button', { name: 'Details of auth.oauth.providers.github.clientId' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'configuration, changed key',
    after: 'configuration, key',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByRole('button', { name: 'Change at level Environment' }).click();
      await page.getByLabel('Value', { exact: true }).fill('no');
      await page.getByRole('dialog').last().getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter valid JSON').waitFor();
    },
  },
];
