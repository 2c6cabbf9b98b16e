/** The configuration in one text, as releases from 2.8.28 on have it (wire/newer 2.5). It may contain all secrets of a project. */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { success } from './models/fields';
import { secretText } from './models/secret';
import { reads } from './read-groups';

const text = z.strictObject({ config_override_string: secretText });
const read = z.object({ config_string: secretText });
const level = z.strictObject({ level: z.enum(['project', 'branch', 'environment']) });
const readSecrets = { response: ['config_string'] } as const;
const updateSecrets = { body: ['config_override_string'] } as const;

export const config = {
  read: endpoint({
    method: 'GET',
    path: '/internal/config',
    feature: 'config-override',
    secrets: readSecrets,
    actors: { project: { access: 'admin', response: read } },
  }),
  /** Releases whose levels have names no longer have it (wire/corrections 2.8.86). Its response is not documented and not needed. */
  override: endpoint({
    method: 'PATCH',
    path: '/internal/config/override',
    feature: 'config-override',
    removedSince: 'config-levels',
    secrets: updateSecrets,
    invalidates: reads.project,
    actors: { project: { access: 'admin', body: text, response: z.object({}) } },
  }),
  readLevel: endpoint({
    method: 'GET',
    path: '/internal/config/override/{level}',
    params: level,
    feature: 'config-levels',
    secrets: readSecrets,
    actors: { project: { access: 'admin', response: read } },
  }),
  overrideLevel: endpoint({
    method: 'PATCH',
    path: '/internal/config/override/{level}',
    params: level,
    feature: 'config-levels',
    secrets: updateSecrets,
    invalidates: reads.project,
    actors: { project: { access: 'admin', body: text, response: success } },
  }),
};
