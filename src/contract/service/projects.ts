/** Projects and their public keys (endpoints 7). */
import { z } from 'zod';
import { endpoint } from '../kit';
import { clientProject, jwks } from './models';

export const projects = {
  current: endpoint({ method: 'GET', path: '/projects/current', actors: { none: { access: 'client', response: clientProject } } }),
  jwks: endpoint({
    method: 'GET',
    path: '/projects/{project_id}/.well-known/jwks.json',
    params: z.strictObject({ project_id: z.string() }),
    actors: { none: { access: 'public', response: jwks } },
  }),
};
