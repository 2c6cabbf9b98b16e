/** Themes of emails, which every template is rendered in (wire/later 3). They also work with the shared mail server. */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { id } from './models/fields';
import { emailTheme, emailThemeSource } from './models/mail-models';
import { reads } from './read-groups';

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
    actors: {
      project: { access: 'admin', body: z.strictObject({ tsx_source: z.string() }), response: z.object({ display_name: z.string() }) },
    },
  }),
};
