/** Email templates, test emails, the email log, and notification preferences (wire/endpoints 9.2 and 9.3, wire/newer 2.6). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { maxObjectBytes } from '../limits';
import { email, id, json, listOf, shownOrAbsent, success, url, userIdOrMe } from './models/fields';
import {
  mailServer,
  managedDomain,
  notificationPreference,
  sentEmail,
  template,
  templateById,
  templateTheme,
  templateType,
} from './models/mail-models';
import { reads } from './read-groups';

const byType = z.strictObject({ type: templateType });

/** An email to one user; `html` is its whole content. */
const emailToUser = z.strictObject({
  user_id: id,
  html: z.string(),
  subject: z.string(),
  notification_category_name: z.string(),
});

const byId = z.strictObject({ id });

export const emails = {
  templates: endpoint({
    method: 'GET',
    path: '/email-templates',
    removedSince: 'templates-by-id',
    actors: { project: { access: 'admin', response: listOf(template) } },
  }),
  template: endpoint({
    method: 'GET',
    path: '/email-templates/{type}',
    params: byType,
    removedSince: 'templates-by-id',
    actors: { project: { access: 'admin', response: template } },
  }),
  updateTemplate: endpoint({
    method: 'PATCH',
    path: '/email-templates/{type}',
    params: byType,
    removedSince: 'templates-by-id',
    invalidates: reads.templates,
    journal: {
      subject: { kind: 'template', id: 'params.type' },
      before: 'emails.template',
      undo: { restore: true, default: 'emails.resetTemplate' },
    },
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({ subject: z.string().optional(), content: z.record(z.string(), json).optional() }),
        response: template,
      },
    },
  }),
  /** Restores the service's default template. A repetition fails because there is no custom one. */
  resetTemplate: endpoint({
    method: 'DELETE',
    path: '/email-templates/{type}',
    params: byType,
    removedSince: 'templates-by-id',
    invalidates: reads.templates,
    journal: { subject: { kind: 'template', id: 'params.type' }, before: 'emails.template', undo: { opposite: 'emails.updateTemplate' } },
    actors: { project: { access: 'admin', response: success } },
  }),
  /** Lists the domains from which the service's email provider sends, the applied one first (wire/later 6). */
  managedDomains: endpoint({
    method: 'GET',
    path: '/internal/emails/managed-onboarding/list',
    feature: 'managed-domains',
    actors: { project: { access: 'admin', response: z.object({ items: z.array(managedDomain) }) } },
  }),
  /** Adds a domain, or resolves to the one that has this sender already (wire/later 6). */
  setUpManagedDomain: endpoint({
    method: 'POST',
    path: '/internal/emails/managed-onboarding/setup',
    feature: 'managed-domains',
    invalidates: ['emails.managedDomains'],
    journal: { subject: { kind: 'email-server', id: 'response.domain_id' }, before: null, undo: { none: 'managed-domain' } },
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({ subdomain: z.string(), sender_local_part: z.string() }),
        response: managedDomain,
      },
    },
  }),
  /** Sends the project's emails from a verified domain, in place of its server. */
  applyManagedDomain: endpoint({
    method: 'POST',
    path: '/internal/emails/managed-onboarding/apply',
    feature: 'managed-domains',
    invalidates: reads.project,
    journal: { subject: { kind: 'email-server', id: 'body.domain_id' }, before: 'emails.managedDomains', undo: { restore: true } },
    actors: {
      project: { access: 'admin', body: z.strictObject({ domain_id: z.string() }), response: z.object({ status: z.literal('applied') }) },
    },
  }),
  /** Reads the status of a domain, which the provider changes (wire/later 6). */
  checkManagedDomain: endpoint({
    method: 'POST',
    path: '/internal/emails/managed-onboarding/check',
    effect: 'read',
    idempotent: true,
    feature: 'managed-domains',
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({ domain_id: z.string(), subdomain: z.string(), sender_local_part: z.string() }),
        response: z.object({ status: z.string() }),
      },
    },
  }),
  templatesById: endpoint({
    method: 'GET',
    path: '/internal/email-templates',
    feature: 'templates-by-id',
    actors: { project: { access: 'admin', list: 'templates', response: z.object({ templates: z.array(templateById) }) } },
  }),
  createTemplateById: endpoint({
    method: 'POST',
    path: '/internal/email-templates',
    feature: 'templates-by-id',
    invalidates: reads.templates,
    journal: { subject: { kind: 'template', id: 'response.id' }, before: null, undo: { opposite: 'emails.deleteTemplateById' } },
    actors: { project: { access: 'admin', body: z.strictObject({ display_name: z.string() }), response: z.object({ id }) } },
  }),
  updateTemplateById: endpoint({
    method: 'PATCH',
    path: '/internal/email-templates/{id}',
    params: byId,
    feature: 'templates-by-id',
    invalidates: reads.templates,
    journal: { subject: { kind: 'template', id: 'params.id' }, before: 'emails.templatesById', undo: { restore: true } },
    actors: {
      project: {
        access: 'admin',
        /** A theme of null restores the project's theme. */
        body: z.strictObject({ tsx_source: z.string(), theme_id: templateTheme.nullable().optional() }),
        response: z.object({ rendered_html: z.string() }),
      },
    },
  }),
  deleteTemplateById: endpoint({
    method: 'DELETE',
    path: '/internal/email-templates/{id}',
    params: byId,
    feature: 'templates-by-id',
    invalidates: reads.templates,
    journal: {
      subject: { kind: 'template', id: 'params.id' },
      before: 'emails.templatesById',
      undo: { again: 'emails.createTemplateById' },
    },
    actors: { project: { access: 'admin', response: z.object({}) } },
  }),
  /** Renders a template or a source that isn't saved; stores nothing. The earliest releases know fewer combinations. */
  render: endpoint({
    method: 'POST',
    path: '/emails/render-email',
    effect: 'read',
    idempotent: true,
    feature: 'email-rendering',
    maxResponseBytes: maxObjectBytes,
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({
          template_id: id.optional(),
          template_tsx_source: z.string().optional(),
          /** Without it, the project's theme is used. */
          theme_id: templateTheme.optional(),
          theme_tsx_source: z.string().optional(),
        }),
        response: z.object({ html: z.string(), subject: shownOrAbsent(z.string()), notification_category: shownOrAbsent(z.string()) }),
      },
    },
  }),
  /** Succeeds even if the delivery fails: then `success` is false and `error_message` contains the reason. */
  sendTestEmail: endpoint({
    method: 'POST',
    path: '/internal/send-test-email',
    secrets: { body: ['email_config.password'] },
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email' }, before: null, undo: { none: 'email-sent' } },
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({ recipient_email: email, email_config: mailServer }),
        response: z.object({ success: z.boolean(), error_message: z.string().optional() }),
      },
    },
  }),
  /** Returns the latest 100 emails. */
  sent: endpoint({
    method: 'GET',
    path: '/internal/emails',
    actors: { project: { access: 'admin', response: listOf(sentEmail) } },
  }),
  sendSignInInvitation: endpoint({
    method: 'POST',
    path: '/internal/send-sign-in-invitation',
    feature: 'sign-in-invitation',
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email' }, before: null, undo: { none: 'email-sent' } },
    actors: { project: { access: 'admin', body: z.strictObject({ email, callback_url: url }), response: success } },
  }),
  /** For releases up to 2.8.26. Later ones send to several users. */
  sendEmailToUser: endpoint({
    method: 'POST',
    path: '/emails/send-email',
    feature: 'notification-preferences',
    removedSince: 'templates-by-id',
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email', user: 'body.user_id' }, before: null, undo: { none: 'email-sent' } },
    actors: { project: { access: 'server', body: emailToUser, response: z.object({ user_email: z.string() }) } },
  }),
  /** From 2.8.27 on, like templates by ID. */
  sendEmail: endpoint({
    method: 'POST',
    path: '/emails/send-email',
    feature: 'templates-by-id',
    maxResponseBytes: maxObjectBytes,
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email' }, before: null, undo: { none: 'email-sent' } },
    actors: {
      project: {
        access: 'server',
        body: emailToUser.omit({ user_id: true }).extend({ user_ids: z.array(id) }),
        list: 'results',
        /** `success` is removed in 2.8.27. */
        response: z.object({
          results: z.array(z.object({ user_id: id, user_email: shownOrAbsent(z.string()), success: z.boolean().optional() })),
        }),
      },
    },
  }),
  /** Opened in a browser by a link in an email. Returns a page. */
  unsubscribe: endpoint({
    method: 'GET',
    path: '/emails/unsubscribe-link',
    feature: 'notification-preferences',
    offered: false,
    actors: { none: { access: 'public', query: z.strictObject({ code: z.string().optional() }), response: z.string() } },
  }),
  notificationPreferences: endpoint({
    method: 'GET',
    path: '/emails/notification-preference/{user_id}',
    params: z.strictObject({ user_id: userIdOrMe }),
    feature: 'notification-preferences',
    actors: {
      account: { access: 'client', response: listOf(notificationPreference) },
      project: { access: 'server', response: listOf(notificationPreference) },
    },
  }),
  setNotificationPreference: endpoint({
    method: 'PATCH',
    path: '/emails/notification-preference/{user_id}/{category_id}',
    params: z.strictObject({ user_id: userIdOrMe, category_id: id }),
    feature: 'notification-preferences',
    invalidates: reads.notifications,
    journal: {
      subject: { kind: 'notification-preference', id: 'params.category_id', user: 'params.user_id' },
      before: 'emails.notificationPreferences',
      undo: { restore: true },
    },
    actors: {
      account: { access: 'client', body: z.strictObject({ enabled: z.boolean() }), response: notificationPreference },
      project: { access: 'server', body: z.strictObject({ enabled: z.boolean() }), response: notificationPreference },
    },
  }),
};
