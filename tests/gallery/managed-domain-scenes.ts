/** An email server that is a managed domain, in every state. */
import type { Reply } from '#contract/errors.ts';
import type { Replies } from './replies';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';

const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const domain = {
  domain_id: '00000000-0000-4000-8000-000000000001',
  subdomain: 'mail.analytical.example',
  sender_local_part: 'letters',
  name_server_records: ['ns1.provider.example', 'ns2.provider.example'],
  status: 'applied',
};
const email_config = {
  type: 'standard',
  host: 'smtp.resend.com',
  port: 465,
  username: 'resend',
  password: { ref: 'r' },
  sender_name: 'Analytical Engines',
  sender_email: 'letters@mail.analytical.example',
};
const project = { ...sampleAdminProject, config: { ...sampleAdminProject.config, email_config } };

async function open(context: SceneContext, replies: Replies, own: Partial<typeof shop> = {}): Promise<void> {
  await goWith(context, '/', {
    'service.projects.read': ok(project),
    'service.emails.managedDomains': ok({ items: [domain] }),
    ...replies,
  });
  const credentials = { ...shop.credentials, admin: 'q4zd' };
  const features = { 'templates-by-id': true, 'managed-domains': true, 'delivery-figures': false };
  context.bridge.push('connections.list', [{ ...shop, safety: 'normal', credentials, features, ...own }]);
  await goOn(context, `/c/${shop.id}/email`);
}

const pending = {
  ...domain,
  domain_id: '00000000-0000-4000-8000-000000000002',
  subdomain: 'news.analytical.example',
  status: 'pending_dns',
};
const others = [
  pending,
  { ...pending, domain_id: '00000000-0000-4000-8000-000000000003', subdomain: 'post.analytical.example', status: 'verified' },
  { ...pending, domain_id: '00000000-0000-4000-8000-000000000004', subdomain: 'alt.analytical.example', status: 'failed' },
];
const list = { 'service.emails.managedDomains': ok({ items: others }), 'service.projects.read': ok(sampleAdminProject) };
const setUp = ({ screens: { page } }: SceneContext) => page.getByRole('button', { name: 'Set up a managed domain' });

const replace = ({ screens: { page } }: SceneContext) => page.getByRole('main').getByRole('button', { name: 'Use another server' });

export const managedDomainScenes: readonly Scene[] = [
  {
    name: 'managed domain',
    show: async (context) => {
      await open(context, {});
      await replace(context).waitFor();
    },
  },
  {
    name: 'managed domain, read-only',
    show: async (context) => {
      await open(context, {}, { safety: 'read-only' });
      await replace(context).waitFor();
    },
  },
  {
    name: 'managed domain, loading',
    show: async (context) => {
      await open(context, { 'service.emails.managedDomains': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'managed domain, failed',
    show: async (context) => {
      await open(context, { 'service.emails.managedDomains': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'managed domain, replacing',
    show: async (context) => {
      await open(context, {});
      await replace(context).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'managed domain, another server',
    after: 'managed domain, replacing',
    show: async ({ screens: { page, dialog } }) => {
      await dialog.getByRole('button', { name: 'Use another server' }).click();
      await page.getByRole('combobox', { name: 'Server' }).waitFor();
    },
  },
  {
    name: 'managed domains, being set up',
    show: async (context) => {
      await open(context, list);
      await setUp(context).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'managed domains, set up another',
    after: 'managed domains, being set up',
    show: async (context) => {
      await setUp(context).click();
      await context.screens.dialog.waitFor();
    },
  },
];
