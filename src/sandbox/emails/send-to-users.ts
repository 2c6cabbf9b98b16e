/** Emails to several users at once (wire/corrections 2.8.17 and 2.8.86: POST /emails/send-email). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { id } from '#contract/service/models/fields.ts';
import type { Handler, SandboxContext } from '../http/context';
import { knownError, plainFailure, userIdDoesNotExist } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import { logEmail } from '../stores/email-store';
import type { Project } from '../stores/project-store';
import { findUser, type UserRow, usersByKeys } from '../stores/user-store';
import { type Category, findCategoryByName, isSubscribed } from './categories';
import { textOf } from './plain-text';
import { renderError, renderSource } from './rendering/tsx';
import { sendEmail } from './send-email';
import { templatesOf } from './stored-templates';
import { withUnsubscribeLink } from './unsubscribe-link';

const body = z
  .strictObject({
    user_ids: z.array(id).optional(),
    all_users: z.literal(true).optional(),
    subject: z.string().optional(),
    html: z.string().optional(),
    template_id: id.optional(),
    theme_id: z
      .union([id, z.literal(false)])
      .nullable()
      .optional(),
    notification_category_name: z.string().optional(),
    variables: z.record(z.string(), z.unknown()).optional(),
    is_high_priority: z.boolean().optional(),
    scheduled_at_millis: z.number().optional(),
  })
  .check(({ value, issues }) => {
    if ((value.user_ids === undefined) !== (value.all_users === undefined)) return;
    issues.push({ code: 'custom', input: value, params: { sentence: 'Exactly one of user_ids or all_users must be provided' } });
  });
type Sent = z.output<typeof body>;
type SendContext = SandboxContext & { readonly project: Project };

/** Users are looked up first; what can't be delivered afterwards shows in the list of sent emails. */
export const sendEmailToUsers: Handler<RowOf<'emails.sendEmail'>, Sent> = {
  ignoresQuery: true,
  accepts: { server: { body } },
  async run(call) {
    const { project, release } = call;
    const sent = body.parse(call.body);
    if (project.config.email_config.type === 'shared') throw knownError('REQUIRES_CUSTOM_EMAIL_SERVER');
    const category = categoryOf(sent);
    const source = sourceOf(call, sent);
    const users = recipientsOf(call, sent);
    for (const user of users) sendOne(call, user, sent, category, source);
    const results = users.map((user) => ({
      user_id: user.id,
      ...(release.has('queued-emails') || user.email === null ? {} : { user_email: user.email }),
    }));
    return reply({ results });
  },
};

function categoryOf({ notification_category_name: name = 'Transactional' }: Sent): Category {
  const category = findCategoryByName(name);
  if (category === undefined) throw plainFailure(400, 'Notification category not found with given name');
  return category;
}

/** Returns the source of the template; undefined for an email with its own content. */
function sourceOf(call: SendContext, { template_id: templateId }: Sent): string | undefined {
  if (templateId === undefined) return undefined;
  const found = templatesOf(call, call.project).find((template) => template.id === templateId.toLowerCase());
  if (found === undefined) throw plainFailure(400, 'No template found with given template_id');
  return found.tsx_source;
}

/** All users include anonymous and restricted ones. Throws USER_ID_DOES_NOT_EXIST. */
function recipientsOf({ store, project }: SendContext, { user_ids: ids }: Sent): readonly UserRow[] {
  if (ids === undefined) {
    const keys = store.all<{ key: number }>('SELECT key FROM users WHERE project = ? ORDER BY key', [project.key]).map(({ key }) => key);
    return usersByKeys(store, keys);
  }
  return ids.map((userId) => {
    const user = findUser(store, project.key, userId);
    if (user === undefined) throw userIdDoesNotExist(userId);
    return user;
  });
}

function sendOne(
  call: SendContext,
  user: UserRow,
  { subject: sentSubject, html: sentHtml = '' }: Sent,
  category: Category,
  source?: string,
): void {
  const { project } = call;
  const error = source === undefined ? null : renderError(source);
  if (error !== null) {
    logUnrendered(call, user.id, error);
    return;
  }
  if (user.email === null || !isSubscribed(call.store, user.key, category)) return;
  const rendered = source === undefined ? { html: sentHtml, subject: undefined } : renderSource(source);
  const html = category.canDisable
    ? withUnsubscribeLink(call, project, rendered.html, { user_id: user.id, category_id: category.id })
    : rendered.html;
  const mail = { to: [user.email], subject: sentSubject ?? rendered.subject ?? '', html, text: textOf(html) };
  sendEmail(call, project, mail, 'background');
}

/** An email without subject and addresses (wire/corrections 2.8.86: GET /internal/emails). */
function logUnrendered({ store, clock, random, project }: SendContext, userId: string, message: string): void {
  const error = { errorType: 'RENDER', message, canRetry: false };
  const sender_config = { type: 'standard' as const };
  logEmail(store, project.key, {
    id: uuid(random),
    to: [`User ID: ${userId}`],
    subject: '',
    sent_at_millis: clock.now(),
    sender_config,
    error,
  });
}
