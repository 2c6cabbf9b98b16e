/** Templates named by type (wire/endpoints 9.2). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../server/context';
import { plain } from '../server/failures';
import { reply } from '../server/respond';
import { deleteTemplate, saveTemplate } from './email-template-store';
import { isUsable, templateOf, templatesOf } from './rendering/templates';

export const listTemplates: Handler<RowOf<'emails.templates'>> = {
  async run({ store, project }) {
    return reply({ items: templatesOf(store, project.key), is_paginated: false as const });
  },
};

export const readTemplate: Handler<RowOf<'emails.template'>> = {
  async run({ store, project, params }) {
    return reply(templateOf(store, project.key, params.type));
  },
};

/** Makes the template the project's own; what is left out stays as it is. Needs a mail server of the project's own. */
export const updateTemplate: Handler<RowOf<'emails.updateTemplate'>> = {
  async run({ store, project, params: { type }, body }) {
    if (project.config.email_config.type === 'shared') {
      throw plain(400, 'Cannot update email templates in shared email config. Set up a custom email config to update email templates.');
    }
    const current = templateOf(store, project.key, type);
    const changed = { type, subject: body.subject ?? current.subject, content: body.content ?? current.content };
    if (!isUsable(changed)) throw plain(400, 'Invalid email template content');
    saveTemplate(store, project.key, changed);
    return reply(templateOf(store, project.key, type));
  },
};

export const resetTemplate: Handler<RowOf<'emails.resetTemplate'>> = {
  async run({ store, project, params }) {
    if (!deleteTemplate(store, project.key, params.type)) throw plain(404, 'Email template not found');
    return reply({ success: true as const });
  },
};
