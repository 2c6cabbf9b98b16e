/** The configuration in one text, as releases from 2.8.28 on have it (newer 2.5). It may hold every secret that a project has. */
import { z } from 'zod';
import { endpoint } from '../kit';
import { secretText } from './secret';

const text = z.strictObject({ config_override_string: secretText });
const secrets = { body: ['config_override_string'] } as const;
/** What a change answers is not told anywhere; nothing of it is needed. */
const changed = z.object({});

export const config = {
  read: endpoint({
    method: 'GET',
    path: '/internal/config',
    feature: 'config-override',
    secrets: { response: ['config_string'] },
    actors: { project: { access: 'admin', response: z.object({ config_string: secretText }) } },
  }),
  /** Until levels have names, there is one. */
  override: endpoint({
    method: 'PATCH',
    path: '/internal/config/override',
    feature: 'config-override',
    secrets,
    actors: { project: { access: 'admin', body: text, response: changed } },
  }),
  overrideLevel: endpoint({
    method: 'PATCH',
    path: '/internal/config/override/{level}',
    params: z.strictObject({ level: z.enum(['project', 'branch', 'environment']) }),
    feature: 'config-levels',
    secrets,
    actors: { project: { access: 'admin', body: text, response: changed } },
  }),
};
