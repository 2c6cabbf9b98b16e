/** An email to users: written, sent, and not sent. */
import type { Reply } from '#contract/errors.ts';
import type { Replies } from './replies';
import { sampleAdminProject } from './sample-admin-project';
import { goWith, type Scene, type SceneContext } from './scene';

const { config } = sampleAdminProject;
const own = { type: 'standard', host: 'smtp.analytical.example', port: 587, username: 'mailer', sender_name: 'Engines' };
/** A project that sends with its own email server. */
export const withOwnServer: Reply = {
  ok: true,
  value: { ...sampleAdminProject, config: { ...config, email_config: { ...own, sender_email: 'noreply@analytical.example' } } },
};
type Answer = (input: unknown) => Reply;
const usersIn = (input: unknown) => (input as { body: { user_ids: string[] } }).body.user_ids;

const gone: Answer = (input) => ({
  ok: false,
  error: { code: 'known-error', known: 'USER_ID_DOES_NOT_EXIST', status: 400, details: { user_id: usersIn(input)[0] ?? '' } },
});
const lost: Answer = () => ({ ok: false, error: { code: 'connection-lost' } });
const accepted: Answer = (input) => ({
  ok: true,
  value: { results: usersIn(input).map((user_id) => ({ user_id, user_email: 'ada@analytical.example' })) },
});
const html = `<h1>The engine runs</h1>
<p>Dear customers,</p>
<p>from Monday on, the <strong>Analytical Engine</strong> takes your cards again.</p>
<p><a href="https://app.analytical.example">Reserve an hour</a></p>`;

/** Opens the dialog for three selected users. */
async function open(context: SceneContext, replies: Replies = {}): Promise<void> {
  const { page, users, dialog } = context.screens;
  await goWith(context, '/c/sandbox/users?q=a', { 'service.projects.read': withOwnServer, ...replies });
  await users.getByRole('row').nth(6).waitFor();
  for (const row of [1, 2, 3]) await users.getByRole('row').nth(row).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send email…' }).click();
  await dialog.getByLabel('Subject', { exact: true }).waitFor();
}

async function write({ screens: { page, dialog } }: SceneContext): Promise<void> {
  await dialog.getByLabel('Subject', { exact: true }).fill('The engine runs again');
  await dialog.getByLabel('Content', { exact: true }).fill(html);
  await page.frameLocator('iframe').getByRole('heading', { name: 'The engine runs' }).waitFor();
}

async function send(context: SceneContext, answer: Answer): Promise<void> {
  await open(context, { 'service.emails.sendEmail': answer });
  await write(context);
  await context.screens.dialog.getByRole('button', { name: 'Send to 3 users' }).click();
}

export const sendEmailScenes: readonly Scene[] = [
  {
    name: 'email to users',
    show: async (context) => {
      await open(context);
      await write(context);
    },
  },
  {
    name: 'email to users, incomplete',
    show: async (context) => {
      await open(context);
      await context.screens.dialog.getByRole('button', { name: 'Send to 3 users' }).click();
      await context.screens.dialog.getByText('Enter a subject').waitFor();
    },
  },
  {
    name: 'email to users, shared server',
    show: async (context) => {
      await goWith(context, '/c/sandbox/email?tab=sent', {});
      await context.screens.page.getByRole('button', { name: 'Send email' }).click();
      await context.screens.dialog.getByRole('button', { name: 'Set up email server' }).waitFor();
    },
  },
  {
    name: 'email to users, refused',
    show: async (context) => {
      await send(context, gone);
      await context.screens.dialog.getByText('This user no longer exists.').first().waitFor();
    },
  },
  {
    name: 'email to users, response lost',
    show: async (context) => {
      await send(context, lost);
      await context.screens.dialog.getByText('May have been sent', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'email to users, sent',
    show: async (context) => {
      await send(context, accepted);
      await context.screens.page.getByRole('dialog', { name: 'Email sent to 3 users' }).waitFor();
    },
  },
];
