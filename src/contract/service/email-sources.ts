/** Drafts of emails, which can be sent to users more than once (wire/later 4). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { maxObjectBytes } from '../limits';
import { id, shownOrAbsent } from './models/fields';
import { emailCategories, emailDraft, emailTheme, emailThemeSource, templateTheme } from './models/mail-models';
import { reads } from './read-groups';

/** Themes of emails, which every template is rendered in (wire/later 3). They also work with the shared mail server. */
const path = '/internal/email-themes';
const params = z.strictObject({ id });

export const emailThemes = {
  list: endpoint({
    method: 'GET',
    path,
    feature: 'email-themes',
    actors: { project: { access: 'admin', list: 'themes', response: z.object({ themes: z.array(emailTheme) }) } },
  }),
  /** Has the source of the default theme. */
  create: endpoint({
    method: 'POST',
    path,
    feature: 'email-themes',
    invalidates: reads.themes,
    journal: { subject: { kind: 'theme', id: 'response.id' }, before: null, undo: { none: 'no-deletion' } },
    actors: { project: { access: 'admin', body: z.strictObject({ display_name: z.string() }), response: z.object({ id }) } },
  }),
  read: endpoint({
    method: 'GET',
    path: `${path}/{id}`,
    params,
    feature: 'email-themes',
    actors: { project: { access: 'admin', response: emailThemeSource } },
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    params,
    feature: 'email-themes',
    invalidates: reads.themes,
    journal: { subject: { kind: 'theme', id: 'params.id' }, before: 'emailThemes.read', undo: { restore: true } },
    actors: {
      project: { access: 'admin', body: z.strictObject({ tsx_source: z.string() }), response: z.object({ display_name: z.string() }) },
    },
  }),
};

const emailDraftsPath = '/internal/email-drafts';
const emailDraftsParams = z.strictObject({ id });
const done = z.object({ ok: z.literal('ok') });
const content = { theme_id: templateTheme.optional(), tsx_source: z.string().optional() };

export const emailDrafts = {
  /** All drafts, last changed first. */
  list: endpoint({
    method: 'GET',
    path: emailDraftsPath,
    feature: 'email-drafts',
    actors: { project: { access: 'admin', list: 'drafts', response: z.object({ drafts: z.array(emailDraft) }) } },
  }),
  create: endpoint({
    method: 'POST',
    path: emailDraftsPath,
    feature: 'email-drafts',
    invalidates: reads.drafts,
    journal: { subject: { kind: 'draft', id: 'response.id' }, before: null, undo: { opposite: 'emailDrafts.delete' } },
    actors: { project: { access: 'admin', body: z.strictObject({ display_name: z.string(), ...content }), response: z.object({ id }) } },
  }),
  read: endpoint({
    method: 'GET',
    path: `${emailDraftsPath}/{id}`,
    params: emailDraftsParams,
    feature: 'email-drafts',
    actors: { project: { access: 'admin', response: emailDraft } },
  }),
  /** Without a theme, the draft has the project's again. */
  update: endpoint({
    method: 'PATCH',
    path: `${emailDraftsPath}/{id}`,
    params: emailDraftsParams,
    feature: 'email-drafts',
    invalidates: reads.drafts,
    journal: { subject: { kind: 'draft', id: 'params.id' }, before: 'emailDrafts.read', undo: { restore: true } },
    actors: {
      project: { access: 'admin', body: z.strictObject({ display_name: z.string().optional(), ...content }), response: done },
    },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: `${emailDraftsPath}/{id}`,
    params: emailDraftsParams,
    feature: 'draft-deletion',
    invalidates: reads.drafts,
    journal: { subject: { kind: 'draft', id: 'params.id' }, before: 'emailDrafts.read', undo: { again: 'emailDrafts.create' } },
    actors: { project: { access: 'admin', response: done } },
  }),
  /** Sends a draft to some users, or to all of them, anonymous and restricted ones included. */
  send: endpoint({
    method: 'POST',
    path: '/emails/send-email',
    feature: 'email-drafts',
    maxResponseBytes: maxObjectBytes,
    invalidates: [...reads.drafts, ...reads.sentEmails],
    journal: { subject: { kind: 'draft', id: 'body.draft_id' }, before: null, undo: { none: 'email-sent' } },
    actors: {
      project: {
        access: 'server',
        body: z.strictObject({
          draft_id: id,
          user_ids: z.array(id).optional(),
          all_users: z.literal(true).optional(),
          subject: z.string().optional(),
          notification_category_name: z.enum(emailCategories).optional(),
          /** From 2.8.58 on. */
          is_high_priority: z.boolean().optional(),
          /** From 2.8.73 on. */
          scheduled_at_millis: z.number().optional(),
        }),
        list: 'results',
        response: z.object({ results: z.array(z.object({ user_id: id, user_email: shownOrAbsent(z.string()) })) }),
      },
    },
  }),
};
