/** What only later releases of the service show: the sandbox is the baseline, so the responses are put in. */
import type { Reply } from '#contract/errors.ts';
import { sampleUser } from '../support/samples/sample-user';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goOn, goWith, type Scene, type SceneContext } from './scene';

const restricted = {
  ...sampleUser,
  primary_email_verified: false,
  is_restricted: true,
  restricted_reason: { type: 'email_not_verified' },
};
const anonymous = { ...sampleUser, display_name: null, primary_email: null, is_anonymous: true };
const restrictedAsAnonymous = { ...anonymous, is_restricted: true, restricted_reason: { type: 'anonymous' } };
const restrictedByAdmin = {
  ...sampleUser,
  selected_team: null,
  primary_email_auth_enabled: true,
  last_active_at_millis: sampleUser.signed_up_at_millis,
  server_metadata: null,
  is_restricted: true,
  restricted_reason: { type: 'restricted_by_administrator' },
  restricted_by_admin: true,
  restricted_by_admin_reason: 'Several accounts from one address, all with the same picture',
  restricted_by_admin_private_details: 'Ticket 1843',
};
const ok = (value: object): Reply => ({ ok: true, value });
const listOf = (...items: object[]) => ok({ items, is_paginated: true, pagination: { next_cursor: null } });

const users = '/c/sandbox/users';

const templates = [
  ['Verification email', 'b'],
  ['Welcome letter', 'c'],
].map(([display_name, end]) => ({
  id: `00000000-0000-4000-8000-00000000000${end}`,
  display_name,
  tsx_source: `export function EmailTemplate({ user, project }) {
  return (
    <Container>
      <Subject value={\`Welcome to \${project.displayName}\`} />
      <p>Hello {user.displayName},</p>
      <p>Thank you for signing up.</p>
    </Container>
  );
}`,
}));
const ownServer = { type: 'standard', host: 'a.example', port: 587, username: 'a', sender_name: 'A', sender_email: 'a@a.example' };

/** Opens the templates of a release that renders what isn't saved, and changes the second one. */
async function editTemplate(context: SceneContext, rendered: Reply): Promise<void> {
  const { page } = context.screens;
  await goWith(context, '/', {
    'service.projects.read': ok({ ...sampleAdminProject, config: { ...sampleAdminProject.config, email_config: ownServer } }),
    'service.emails.templatesById': ok({ templates }),
    'service.emails.render': rendered,
  });
  const features = { 'templates-by-id': true, 'email-rendering': true };
  context.bridge.push('connections.list', [{ ...shop, safety: 'normal', credentials: { ...shop.credentials, admin: 'q4zd' }, features }]);
  await goOn(context, `/c/${shop.id}/email?tab=templates&template=${templates[1]?.id}`);
  await page.getByLabel('Source', { exact: true }).fill(templates[1]?.tsx_source.replace('Thank you', 'Many thanks') ?? '');
}
const html = '<h2>Welcome to Analytical Engines</h2><p>Hello Ada,</p><p>Many thanks for signing up.</p>';
const broken: Reply = {
  ok: false,
  error: { code: 'known-error', known: 'EMAIL_RENDERING_ERROR', status: 400, details: { error: 'ReferenceError: projekt is not defined' } },
};

export const laterReleaseScenes: readonly Scene[] = [
  {
    name: 'profile, restricted',
    show: async (context) => {
      await goWith(context, '/c/sandbox/account/profile', { 'service.users.me': ok(restricted) });
      await context.screens.page.getByText('Your account is restricted').waitFor();
    },
  },
  {
    name: 'profile, restricted as anonymous',
    show: async (context) => {
      await goWith(context, '/c/sandbox/account/profile', { 'service.users.me': ok(restrictedAsAnonymous) });
      await context.screens.page.getByText('Reason: Anonymous account').waitFor();
    },
  },
  {
    name: 'users, restricted',
    show: async (context) => {
      await goWith(context, `${users}?panel=${sampleUser.id}`, {
        'service.users.list': listOf(
          restrictedByAdmin,
          { ...restrictedByAdmin, ...restricted, id: '5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a11', restricted_by_admin: false },
          { ...restrictedByAdmin, ...restrictedAsAnonymous, id: '5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a12', restricted_by_admin: false },
        ),
        'service.users.read': ok(restrictedByAdmin),
      });
      await context.screens.panel.getByText('Ticket 1843').waitFor();
    },
  },
  {
    name: 'user, restriction by an admin',
    show: async (context) => {
      const { page, dialog } = context.screens;
      const replies = { 'service.users.list': listOf(restrictedByAdmin), 'service.users.read': ok(restrictedByAdmin) };
      await goWith(context, `${users}?panel=${sampleUser.id}`, replies);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Change restriction…' }).click();
      await dialog.getByLabel('Private details').waitFor();
    },
  },
  {
    name: 'user page, previous address',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, '/', { 'service.users.read': ok({ ...restrictedByAdmin, is_restricted: false }) });
      context.bridge.push('connections.list', [{ ...shop, features: { 'old-email-kept': true } }]);
      await goOn(context, `/c/${shop.id}/users/${sampleUser.id}`);
      await page.getByRole('textbox', { name: 'Primary email' }).fill('countess@lovelace.example');
      await page.getByLabel('Previous address').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByLabel('Previous address'),
  },
  {
    name: 'email templates, preview of unsaved changes',
    show: async (context) => {
      await editTemplate(context, ok({ html, subject: 'Welcome to Analytical Engines' }));
      await context.screens.page.frameLocator('iframe').getByText('Many thanks').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('region', { name: 'Preview', exact: true }),
  },
  {
    name: 'email templates, source that can’t be rendered',
    show: async (context) => {
      await editTemplate(context, broken);
      await context.screens.page.getByRole('region', { name: 'Preview', exact: true }).getByRole('alert').waitFor();
    },
    inView: ({ screens: { page } }) => page.getByRole('region', { name: 'Preview', exact: true }),
  },
];
