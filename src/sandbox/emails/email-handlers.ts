/** Handlers of emails. */

import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { email } from '#contract/service/models/fields.ts';
import { mailServer, type NotificationPreference, type SentEmail } from '#contract/service/models/mail-models.ts';
import type { Store } from '../database/database';
import type { Caller, Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { requireTrustedUrl } from '../http/trusted-urls';
import type { DeliveryFailure, MailServer } from '../mail/smtp';
import { declinedCategories, deleteTemplate, type LoggedEmail, listLoggedEmails, saveTemplate, setDeclined } from '../stores/email-store';
import type { Project } from '../stores/project-store';
import { findUser, type UserRow } from '../stores/user-store';
import { categories, findCategory, findCategoryByName, isSubscribed } from './categories';
import { applyManagedDomain, checkManagedDomain, listManaged, setUpManagedDomain } from './managed-domains';
import { sendDueEmails } from './outbox';
import { textOf } from './plain-text';
import { findTemplate, isUsable, listTemplates } from './rendering/templates';
import { sendEmail, testMailServer } from './send-email';
import { sendEmailToUsers } from './send-to-users';
import { createTemplateById, deleteTemplateById, listTemplatesById, renderEmail, updateTemplateById } from './template-handlers';
import { sendTemplatedEmail } from './templated-email';
import { unsubscribe, withUnsubscribeLink } from './unsubscribe-link';

/** Returns a user's preference for each category. */
function preferencesOf(store: Store, user: number): NotificationPreference[] {
  const declined = declinedCategories(store, user);
  return categories.map(({ id, name, canDisable }) => ({
    notification_category_id: id,
    notification_category_name: name,
    enabled: !declined.includes(id),
    can_disable: canDisable,
  }));
}

/** Emails that a project sends on request: sign-in invitations and emails to its users (wire/newer 2.6). */
const sendSignInInvitation: Handler<RowOf<'emails.sendSignInInvitation'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, body } = call;
    requireTrustedUrl(call.release, body.callback_url, project.config);
    const values = { userDisplayName: null, teamDisplayName: '', signInInvitationLink: body.callback_url };
    sendTemplatedEmail(call, project, body.email, { type: 'sign_in_invitation', values });
    return reply({ success: true as const });
  },
};

/**
 * Sends an email to one user, as releases up to 2.8.26 do, with an unsubscribe link if its category allows that. Throws plain-text
 * failures in the order that the corrections list.
 */
const sendEmailToUser: Handler<RowOf<'emails.sendEmailToUser'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, body } = call;
    const { user_id, subject, html, notification_category_name } = body;
    if (project.config.email_config.type === 'shared') throw plainFailure(400, 'Cannot send custom emails when using shared email config');
    const user = findUser(store, project.key, user_id);
    if (user === undefined) throw plainFailure(404, 'User not found');
    if (user.email === null) throw plainFailure(400, 'User does not have a primary email');
    const category = findCategoryByName(notification_category_name);
    if (category === undefined) throw plainFailure(404, 'Notification category not found');
    if (!isSubscribed(store, user.key, category)) throw plainFailure(400, 'User has disabled notifications for this category');
    const sent = category.canDisable ? withUnsubscribeLink(call, project, html, { user_id: user.id, category_id: category.id }) : html;
    sendEmail(call, project, { to: [user.email], subject, html: sent, text: textOf(sent) }, 'waited');
    return reply({ user_email: user.email });
  },
};

/** Endpoints of notification preferences (wire/newer 2.6). */
const listNotificationPreferences: Handler<RowOf<'emails.notificationPreferences'>> = {
  async run(call) {
    const user = requireOwnUnlessServer(call, call.params.user_id);
    return reply({ items: preferencesOf(call.store, user.key), is_paginated: false as const });
  },
};

const setNotificationPreference: Handler<RowOf<'emails.setNotificationPreference'>> = {
  async run(call) {
    const { store, params, body } = call;
    const user = requireOwnUnlessServer(call, params.user_id);
    const category = findCategory(params.category_id);
    if (category === undefined) throw plainFailure(404, 'Notification category not found');
    if (!body.enabled && !category.canDisable) throw plainFailure(400, `Notifications of the category ${category.name} cannot be disabled`);
    setDeclined(store, user.key, category.id, !body.enabled);
    const changed = preferencesOf(store, user.key).find(({ notification_category_id: id }) => id === category.id);
    if (changed === undefined) throw new Error(`The category ${category.id} doesn’t exist.`);
    return reply(changed);
  },
};

/** Unsubscribe link in emails. It opens as a page without project headers, for anyone who has the link. */
const unsubscribeByLink: Handler<RowOf<'emails.unsubscribe'>> = {
  async run(call) {
    const isNew = unsubscribe(call, call.query.code ?? '');
    const sentence = isNew
      ? 'Successfully unsubscribed from notification group'
      : 'You have already unsubscribed from this notification group';
    return { status: 200, html: `<p>${sentence}</p>` };
  },
};

/** Returns the user with this ID. Clients can only name their own. */
function requireOwnUnlessServer(
  { caller, store, project }: SandboxContext & { readonly caller: Caller; readonly project: Project },
  userId: string,
): UserRow {
  if (caller.access === 'client') {
    if (caller.user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
    if (caller.user.id !== userId.toLowerCase()) throw plainFailure(403, 'Client can only manage their own notification preferences.');
  }
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw knownError('USER_NOT_FOUND');
  return user;
}

/** Endpoints of email templates by type (wire/endpoints 9.2). */
const listEmailTemplates: Handler<RowOf<'emails.templates'>> = {
  async run({ store, project }) {
    return reply({ items: listTemplates(store, project.key), is_paginated: false as const });
  },
};

const readEmailTemplate: Handler<RowOf<'emails.template'>> = {
  async run({ store, project, params }) {
    return reply(findTemplate(store, project.key, params.type));
  },
};

/** Updates a template; missing fields keep their values. Requires the project's own mail server. */
const updateEmailTemplate: Handler<RowOf<'emails.updateTemplate'>> = {
  async run({ store, project, params: { type }, body }) {
    if (project.config.email_config.type === 'shared') {
      throw plainFailure(
        400,
        'Cannot update email templates in shared email config. Set up a custom email config to update email templates.',
      );
    }
    const current = findTemplate(store, project.key, type);
    const changed = { type, subject: body.subject ?? current.subject, content: body.content ?? current.content };
    if (!isUsable(changed)) throw plainFailure(400, 'Invalid email template content');
    saveTemplate(store, project.key, changed);
    return reply(findTemplate(store, project.key, type));
  },
};

const resetEmailTemplate: Handler<RowOf<'emails.resetTemplate'>> = {
  async run({ store, project, params }) {
    if (!deleteTemplate(store, project.key, params.type)) throw plainFailure(404, 'Email template not found');
    return reply({ success: true as const });
  },
};

/** Schema of the request. Unlike in the catalog, the password is always text. */
const body = z.strictObject({
  recipient_email: email,
  email_config: mailServer.extend({ password: z.string().max(70) }) satisfies z.ZodType<MailServer>,
});

const sendTestEmail: Handler<RowOf<'emails.sendTestEmail'>> = {
  ignoresQuery: true,
  accepts: { server: { body } },
  async run(call) {
    const { recipient_email: to, email_config: server } = body.parse(call.body);
    const sentence = 'This is a test email. Your email server is configured correctly.';
    const mail = { to: [to], subject: 'Test Email from Stack Auth', text: `${sentence}\n`, html: `<p>${sentence}</p>` };
    const failure = await testMailServer(call, call.project, server, mail);
    const isKnown = !call.release.has('queued-emails');
    return reply(
      failure === null ? { success: true } : { success: false, error_message: isKnown ? messageWithAdvice(failure) : unknownFailure },
    );
  },
};

const advice = 'Make sure the email server is running and accepting connections.';

/** Later releases don't say more (wire/corrections 2.8.86: POST /emails/send-email). */
const unknownFailure = `Unknown error while sending test email. ${advice}`;

function messageWithAdvice({ isTimeout, errorType, message }: DeliveryFailure): string {
  if (isTimeout) return `Timed out while sending test email. ${advice}`;
  return errorType === 'UNKNOWN' ? unknownFailure : message;
}

/** Lists the newest 100 emails, newest first. The log contains no passwords. */
const listSentEmails: Handler<RowOf<'emails.sent'>> = {
  async run(call) {
    const { store, project, release } = call;
    sendDueEmails(call, project);
    const items = listLoggedEmails(store, project.key);
    return reply({ items: release.has('plain-sent-emails') ? items.map(plainEmail) : items, is_paginated: false as const });
  },
};

/** Returns an email of the later form: without its sender, and with the error as one text that says where it failed. */
function plainEmail({ sender_config: _sender, error, ...email }: LoggedEmail): SentEmail {
  if (error === null) return { ...email, error };
  const isUnrendered = error.errorType === 'RENDER';
  return { ...email, error: `${isUnrendered ? 'Render' : 'Send'} error: ${error.message ?? error.errorType}` };
}

export const emailHandlers: HandlersOf<'emails'> = {
  'emails.templates': listEmailTemplates,
  'emails.template': readEmailTemplate,
  'emails.updateTemplate': updateEmailTemplate,
  'emails.resetTemplate': resetEmailTemplate,
  'emails.sendTestEmail': sendTestEmail,
  'emails.sent': listSentEmails,
  'emails.sendSignInInvitation': sendSignInInvitation,
  'emails.sendEmailToUser': sendEmailToUser,
  'emails.sendEmail': sendEmailToUsers,
  'emails.managedDomains': listManaged,
  'emails.setUpManagedDomain': setUpManagedDomain,
  'emails.checkManagedDomain': checkManagedDomain,
  'emails.applyManagedDomain': applyManagedDomain,
  'emails.templatesById': listTemplatesById,
  'emails.createTemplateById': createTemplateById,
  'emails.updateTemplateById': updateTemplateById,
  'emails.deleteTemplateById': deleteTemplateById,
  'emails.render': renderEmail,
  'emails.notificationPreferences': listNotificationPreferences,
  'emails.setNotificationPreference': setNotificationPreference,
  'emails.unsubscribe': unsubscribeByLink,
};
