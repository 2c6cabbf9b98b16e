/** Trusted domains and production mode, in every state. */
import type { Reply } from '#contract/errors.ts';
import { sampleAdminProject } from './sample-admin-project';
import { goWith, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/domains';
const read = 'service.projects.read';
const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const entry = (domain: string, handler_path = '/handler') => ({ domain, handler_path });
const withConfig = (config: object, own: object = {}) => ({
  ...sampleAdminProject,
  ...own,
  config: { ...sampleAdminProject.config, ...config },
});

const mixed = withConfig({
  domains: [
    entry('https://app.analytical.example'),
    entry('https://console.analytical.example'),
    entry('http://staging.analytical.example'),
    entry('https://10.0.0.12'),
    entry('https://shop.analytical.example/store'),
  ],
  oauth_providers: [{ id: 'google', type: 'shared', enabled: true }],
});
const ready = withConfig(
  {
    allow_localhost: false,
    email_config: {
      type: 'standard',
      host: 'smtp.analytical.example',
      port: 587,
      username: 'a',
      password: { ref: 'r' },
      sender_name: 'A',
      sender_email: 'a@analytical.example',
    },
  },
  { is_production_mode: true },
);
const mendable = withConfig({ domains: [entry('http://app.analytical.example'), entry('http://localhost:3000')] });
const many = withConfig({ domains: Array.from({ length: 200 }, (_, at) => entry(`https://customer-${at + 1}.analytical.example`)) });
const odd = withConfig({
  domains: [
    entry(`https://${'rechenmaschinen.'.repeat(12)}example`),
    entry('https://تحليلي.example'),
    entry('https://"><img src=x onerror=alert(1)>.example'),
  ],
});

async function show(context: SceneContext, project: object): Promise<void> {
  await goWith(context, path, { [read]: ok(project) });
  await context.screens.page.getByRole('list', { name: 'Production checklist' }).waitFor();
}

export const domainScenes: readonly Scene[] = [
  { name: 'domains', show: (context) => show(context, mixed) },
  {
    name: 'domains, with a mistake',
    show: async (context) => {
      await show(context, mixed);
      await context.screens.page.getByRole('switch', { name: 'Allow localhost' }).click();
      await context.screens.page.getByRole('button', { name: 'Add domain' }).click();
      await context.screens.page.getByRole('textbox', { name: 'Domain 6', exact: true }).fill('shop.analytical.example');
    },
  },
  { name: 'domains, production mode', show: (context) => show(context, ready) },
  {
    name: 'domains, turning production mode on',
    show: async (context) => {
      await show(context, { ...ready, is_production_mode: false });
      await context.screens.page.getByRole('switch', { name: 'Production mode' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'domains, turning production mode on with fixes',
    show: async (context) => {
      await show(context, mendable);
      await context.screens.page.getByRole('switch', { name: 'Production mode' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  { name: 'domains, none', show: (context) => show(context, withConfig({ domains: [] })) },
  { name: 'domains, many', show: (context) => show(context, many) },
  { name: 'domains, odd texts', show: (context) => show(context, odd) },
  {
    name: 'domains, review',
    show: async (context) => {
      await show(context, mixed);
      await context.screens.page.getByRole('button', { name: /^Remove: Direct IPs/ }).click();
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Review changes' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'domains, loading',
    show: async (context) => {
      await goWith(context, path, { [read]: 'never' });
      await context.screens.page.getByText('Loading').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'domains, not read',
    show: async (context) => {
      await goWith(context, path, { [read]: lost });
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).waitFor();
    },
  },
];
