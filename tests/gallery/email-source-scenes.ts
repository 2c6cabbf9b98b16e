/** The themes and drafts of a project's emails, in every state. */
import type { Reply } from '#contract/errors.ts';
import { sampleAppInfo } from '../support/samples/sample-app-info';
import { sampleUser } from '../support/samples/sample-user';
import type { Replies } from './replies';
import { sampleAdminProject } from './sample-admin-project';
import { shop } from './sample-connection';
import { goOn, goWith, placeholder, type Scene, type SceneContext } from './scene';

const ok = (value: object): Reply => ({ ok: true, value });
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const light = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';
const dark = 'a0172b5d-cff0-463b-83bb-85124697373a';
const themes = [
  { id: light, display_name: 'Default Light' },
  { id: dark, display_name: 'Default Dark' },
  { id: '5d1c2c6e-90f5-4d3c-a1a0-6a3a4f1f9b01', display_name: 'Rechenmaschinenausstellungsdesign der Analytical Engines' },
];
const source = `import { Html, Body } from "@react-email/components";

export function EmailTheme({ children }) {
  return (
    <Html>
      <Body className="bg-white">{children}</Body>
    </Html>
  );
}
`;
const draftSource = `import { Subject } from "@stackframe/emails";

export function EmailTemplate({ user }) {
  return (
    <>
      <Subject value="News of the engine" />
      <p>Hello {user.displayName}!</p>
    </>
  );
}
`;
const drafts = [
  {
    id: '7c0d3e3c-3c0b-4f3c-8a51-0d3f8f2b6a01',
    display_name: 'Autumn news',
    tsx_source: draftSource,
    sent_at_millis: Date.UTC(2026, 9, 3, 9),
  },
  {
    id: '7c0d3e3c-3c0b-4f3c-8a51-0d3f8f2b6a02',
    display_name: 'Maintenance',
    tsx_source: draftSource,
    theme_id: false,
    sent_at_millis: null,
  },
  {
    id: '7c0d3e3c-3c0b-4f3c-8a51-0d3f8f2b6a03',
    display_name: 'Neuigkeiten aus der Rechenmaschinenwerkstatt',
    tsx_source: draftSource,
    theme_id: dark,
    sent_at_millis: null,
  },
];
const ownServer = { type: 'standard', host: 'a.example', port: 587, username: 'a', sender_name: 'A', sender_email: 'a@a.example' };
const html = '<h2>News of the engine</h2><p>Hello Ada!</p><p>The engine rests on Sunday.</p>';
const templates = [{ id: '7ac4b9b5-3c0b-4f3c-8a51-0d3f8f2b6a10', display_name: 'Letter of the month', tsx_source: draftSource }];

/** Opens a tab of the email screen of a service with themes and drafts. */
async function open(context: SceneContext, path: string, replies: Replies = {}): Promise<void> {
  await goWith(context, '/', {
    'service.projects.read': ok({
      ...sampleAdminProject,
      config: { ...sampleAdminProject.config, email_theme: light, email_config: ownServer },
    }),
    'service.emailThemes.list': ok({ themes }),
    'service.emailThemes.read': ok({ display_name: 'Default Light', tsx_source: source }),
    'service.emailDrafts.list': ok({ drafts }),
    'service.emails.templatesById': ok({ templates }),
    'service.emails.render': ok({ html, subject: 'News of the engine', notification_category: 'Marketing' }),
    'service.users.list': ok({ items: [sampleUser], is_paginated: true, pagination: { next_cursor: null } }),
    ...replies,
  });
  const later = { 'email-themes': true, 'email-drafts': true, 'draft-deletion': true, 'scheduled-emails': true, 'delivery-figures': true };
  const features = { 'templates-by-id': true, 'email-rendering': true, 'email-outbox': true, ...later };
  const credentials = { ...shop.credentials, admin: 'q4zd' };
  context.bridge.push('connections.list', [{ ...shop, safety: 'normal', credentials, features }]);
  await goOn(context, `/c/${shop.id}/email?tab=${path}`);
}

const edit = (context: SceneContext) => context.screens.page.getByLabel('Source', { exact: true });

async function openSending(context: SceneContext, replies: Replies = {}): Promise<void> {
  await open(context, 'drafts', replies);
  await context.screens.page.getByRole('button', { name: 'Send…' }).click();
  await context.screens.dialog.waitFor();
}

const showsPreview = ({ screens }: SceneContext) => screens.page.frameLocator('iframe').getByText('Hello Ada').waitFor();

export const emailSourceScenes: readonly Scene[] = [
  {
    name: 'email templates',
    show: async (context) => {
      await open(context, 'templates');
      await edit(context).fill(`${draftSource}\n`);
      await showsPreview(context);
    },
  },
  {
    name: 'email templates, as on a desktop',
    show: async (context) => {
      await open(context, 'templates');
      await context.screens.page.getByRole('radio', { name: 'Desktop' }).click();
      await showsPreview(context);
    },
  },
  {
    name: 'email templates, in another program',
    show: async (context) => {
      await open(context, 'templates', {
        'app.info': ok(sampleAppInfo),
        'externalEdits.open': ok({
          id: 'e',
          path: '/home/ada/.config/latchkey/editing/11-0f/email-Letter-of-the-month.tsx',
          isOpened: true,
        }),
        'externalEdits.close': { ok: true, value: null },
      });
      await context.screens.page.getByRole('button', { name: 'Open in editor' }).click();
      await context.screens.page.getByText(/^What you save in/).waitFor();
      await showsPreview(context);
    },
  },
  {
    name: 'email themes',
    show: async (context) => {
      await open(context, 'themes');
      await edit(context).waitFor();
    },
  },
  {
    name: 'email themes, unsaved changes',
    show: async (context) => {
      const error = {
        code: 'known-error',
        known: 'EMAIL_RENDERING_ERROR',
        status: 400,
        details: { error: 'ReferenceError: x is not defined' },
      } as const;
      await open(context, `themes&template=${dark}`, { 'service.emails.render': { ok: false, error } });
      await edit(context).fill(`${source}x`);
      await context.screens.page.getByText('ReferenceError').waitFor();
    },
  },
  {
    name: 'email themes, loading',
    show: async (context) => {
      await open(context, 'themes', { 'service.emailThemes.list': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'email themes, not read',
    show: async (context) => {
      await open(context, 'themes', { 'service.emailThemes.list': lost });
      await context.screens.page.getByRole('main').getByRole('button', { name: 'Retry', exact: true }).waitFor();
    },
  },
  {
    name: 'email drafts',
    show: async (context) => {
      await open(context, 'drafts');
      await edit(context).waitFor();
    },
  },
  {
    name: 'email drafts, unsaved changes',
    show: async (context) => {
      await open(context, `drafts&template=${drafts[2]?.id}`);
      await edit(context).fill(`${draftSource}// more`);
    },
  },
  {
    name: 'email drafts, none',
    show: async (context) => {
      await open(context, 'drafts', { 'service.emailDrafts.list': ok({ drafts: [] }) });
      await context.screens.page.getByText('No drafts').waitFor();
    },
  },
  {
    name: 'email drafts, deleting',
    show: async (context) => {
      await open(context, 'drafts');
      await context.screens.page.getByRole('button', { name: 'Delete draft' }).click();
      await context.screens.dialog.waitFor();
    },
  },
  {
    name: 'draft, sending',
    show: async (context) => {
      await openSending(context);
      await context.screens.dialog.getByRole('searchbox').fill('ada');
      await context.screens.dialog.getByRole('button', { name: /Ada/ }).first().click();
      await context.screens.dialog.getByRole('button', { name: 'Send to 1 user' }).waitFor();
    },
  },
  {
    name: 'draft, sending to everyone',
    show: async (context) => {
      await openSending(context);
      await context.screens.dialog.getByRole('radio', { name: 'Everyone' }).click();
      await context.screens.dialog.getByRole('radio', { name: 'At a time' }).click();
    },
  },
  {
    name: 'draft, sending to everyone, lost response',
    show: async (context) => {
      const { page } = context.screens;
      await openSending(context, { 'service.emailDrafts.send': lost });
      await page.getByRole('radio', { name: 'Everyone' }).click();
      await page.getByRole('button', { name: 'Send to everyone' }).click();
      const question = page.getByRole('alertdialog', { name: 'Send the draft to everyone?' });
      await question.getByRole('textbox').fill(sampleAdminProject.display_name);
      await question.getByRole('button', { name: 'Send to everyone' }).click();
      await context.screens.dialog.getByText('may have been sent').waitFor();
    },
  },
];
