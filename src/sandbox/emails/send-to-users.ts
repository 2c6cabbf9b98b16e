/** Emails to several users at once (wire/corrections 2.8.17 and 2.8.86: POST /emails/send-email). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { id } from '#contract/service/models/fields.ts';
import type { Handler, SandboxContext } from '../http/context';
import { knownError, plainFailure, schemaError, serviceFault, userIdDoesNotExist } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import type { Release } from '../releases/release';
import { findDraft, markDraftSent } from '../stores/draft-store';
import { logEmail } from '../stores/email-store';
import type { Project } from '../stores/project-store';
import { findUser, type UserRow, usersByKeys } from '../stores/user-store';
import { type Category, findCategoryByName, isSubscribed } from './categories';
import { themeOf } from './draft-handlers';
import { type QueuedEmail, queueEmail } from './outbox';
import { textOf } from './plain-text';
import { renderError, renderSource, sourceWithHtml } from './rendering/tsx';
import { sendEmail } from './send-email';
import { templatesOf } from './stored-templates';
import { withUnsubscribeLink } from './unsubscribe-link';

const fields = z.strictObject({
  user_ids: z.array(id).optional(),
  all_users: z.literal(true).optional(),
  subject: z.string().optional(),
  html: z.string().optional(),
  template_id: id.optional(),
  draft_id: z.string().optional(),
  theme_id: z
    .union([id, z.literal(false)])
    .nullable()
    .optional(),
  notification_category_name: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  is_high_priority: z.boolean().optional(),
  scheduled_at_millis: z.number().optional(),
});
type Sent = z.output<typeof fields>;

/** Returns what a release accepts (wire/later 4). */
function bodyOf(release: Release) {
  return fields.omit({
    ...(release.has('email-drafts') ? {} : { draft_id: true as const }),
    ...(release.has('delivery-figures') ? {} : { is_high_priority: true as const }),
    ...(release.has('scheduled-emails') ? {} : { scheduled_at_millis: true as const }),
  });
}

type SendContext = SandboxContext & { readonly project: Project };

/** An email for each user, with what it is rendered from. */
type Email = Omit<QueuedEmail, 'recipient'>;

/** Content and users are looked up first; what can't be delivered afterwards shows in the outbox and in the list of sent emails. */
export const sendEmailToUsers: Handler<RowOf<'emails.sendEmail'>, Sent> = {
  ignoresQuery: true,
  accepts: (release) => ({ server: { body: bodyOf(release) } }),
  async run(call) {
    const { project, release, store, clock } = call;
    const sent = fields.parse(call.body);
    if (project.config.email_config.type === 'shared') throw knownError('REQUIRES_CUSTOM_EMAIL_SERVER');
    if ((sent.user_ids === undefined) === (sent.all_users === undefined))
      throw schemaError('Exactly one of user_ids or all_users must be provided');
    const named = sent.notification_category_name === undefined ? undefined : categoryNamed(sent.notification_category_name);
    const email = emailOf(call, sent, named);
    const users = recipientsOf(call, sent);
    for (const user of users) sendOne(call, user, email);
    if (email.draftId !== undefined) markDraftSent(store, email.draftId, clock.now());
    const results = users.map((user) => ({
      user_id: user.id,
      ...(release.has('queued-emails') || user.email === null ? {} : { user_email: user.email }),
    }));
    return reply({ results });
  },
};

function categoryNamed(name: string): Category {
  const category = findCategoryByName(name);
  if (category === undefined) throw plainFailure(400, 'Notification category not found with given name');
  return category;
}

/** Returns the email: with its own HTML, or rendered from a template or a draft. */
function emailOf(call: SendContext, sent: Sent, named: Category | undefined): Email {
  const shared = {
    variables: sent.variables ?? {},
    isHighPriority: sent.is_high_priority ?? false,
    scheduledAt: sent.scheduled_at_millis,
  };
  const found = sourceOf(call, sent);
  if (found === undefined) {
    const { html = '', subject = '' } = sent;
    const content = { subject, html, text: textOf(html) };
    return {
      ...shared,
      source: sourceWithHtml(content),
      content,
      category: named ?? categoryNamed('Transactional'),
      themeId: themeIn(sent),
    };
  }
  const { source, themeId, ...origin } = found;
  const renderFailure = renderError(source);
  const rendered = renderFailure === null ? renderSource(source) : { html: '', subject: '', category: 'Transactional' };
  const content = { subject: sent.subject ?? rendered.subject ?? '', html: rendered.html, text: textOf(rendered.html) };
  const category = named ?? findCategoryByName(rendered.category) ?? categoryNamed('Transactional');
  return { ...shared, ...origin, source, content, category, renderError: renderFailure, themeId: themeIn(sent, themeId) };
}

/** Returns the ID of the theme, or null for an email without one. The draft’s applies unless another is named. */
function themeIn({ theme_id: sent }: Sent, own?: string | false): string | null {
  return (sent === undefined || sent === null ? own : sent) || null;
}

type Source = Pick<Email, 'source' | 'templateId' | 'draftId'> & { readonly themeId?: string | false | undefined };

/** Returns the source of the template or the draft; undefined for an email with its own content. */
function sourceOf(call: SendContext, { template_id: templateId, draft_id: draftId }: Sent): Source | undefined {
  const { store, project } = call;
  if (templateId !== undefined) {
    const found = templatesOf(call, project).find((template) => template.id === templateId.toLowerCase());
    if (found === undefined) throw plainFailure(400, 'No template found with given template_id');
    return { source: found.tsx_source, themeId: found.theme_id, templateId: found.id };
  }
  if (draftId === undefined) return undefined;
  if (!id.safeParse(draftId).success) throw serviceFault(`${draftId} is not the ID of a draft.`);
  const draft = findDraft(store, project.key, draftId);
  if (draft === undefined) throw plainFailure(400, 'No draft found with given draft_id');
  return { source: draft.tsx_source, themeId: themeOf(draft), draftId: draft.id };
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

function sendOne(call: SendContext, user: UserRow, email: Email): void {
  const { project, store, release } = call;
  const { content, category, renderError: problem = null } = email;
  const html = category.canDisable
    ? withUnsubscribeLink(call, project, content.html, { user_id: user.id, category_id: category.id })
    : content.html;
  const linked = { ...content, html, text: textOf(html) };
  if (release.has('email-outbox')) {
    queueEmail(call, project, { ...email, content: linked, recipient: { type: 'user-primary-email', user_id: user.id } });
    if (problem !== null) logUnrendered(call, user.id, problem);
    return;
  }
  if (problem !== null) logUnrendered(call, user.id, problem);
  else if (user.email !== null && isSubscribed(store, user.key, category))
    sendEmail(call, project, { to: [user.email], ...linked }, 'background');
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
