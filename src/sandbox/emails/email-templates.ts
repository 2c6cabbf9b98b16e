/** Endpoints of email templates by type (wire/endpoints 9.2). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../server/context';
import { plainFailure } from '../server/failures';
import { reply } from '../server/respond';
import { deleteTemplate, saveTemplate } from './email-template-store';
import { findTemplate, isUsable, listTemplates } from './rendering/templates';

export const listEmailTemplates: Handler<RowOf<'emails.templates'>> = {
  async run({ store, project }) {
    return reply({ items: listTemplates(store, project.key), is_paginated: false as const });
  },
};

export const readEmailTemplate: Handler<RowOf<'emails.template'>> = {
  async run({ store, project, params }) {
    return reply(findTemplate(store, project.key, params.type));
  },
};

/** Updates a template; missing fields keep their values. Requires the project's own mail server. */
export const updateEmailTemplate: Handler<RowOf<'emails.updateTemplate'>> = {
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

export const resetEmailTemplate: Handler<RowOf<'emails.resetTemplate'>> = {
  async run({ store, project, params }) {
    if (!deleteTemplate(store, project.key, params.type)) throw plainFailure(404, 'Email template not found');
    return reply({ success: true as const });
  },
};
