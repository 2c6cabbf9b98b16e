/** Connections: the projects this app knows. Credentials are named here, never held. */
import { z } from 'zod';
import { call, event } from '../kit';

export const environment = z.enum(['development', 'staging', 'production']);

export const connection = z.strictObject({
  id: z.string(),
  /** The sandbox's connections come and go with it; others are the person's own. */
  kind: z.enum(['sandbox', 'project']),
  name: z.string(),
  baseUrl: z.string(),
  projectId: z.string(),
  environment,
  /** Which credentials the app holds for it. */
  credentials: z.strictObject({ client: z.boolean(), server: z.boolean(), admin: z.boolean() }),
});
export type Connection = z.output<typeof connection>;
export type Environment = z.output<typeof environment>;

const id = z.strictObject({ id: z.string().max(64) });

export const connections = {
  list: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(connection) })),
  rename: call(z.strictObject({ id: z.string().max(64), name: z.string().trim().min(1).max(100) }), z.null()),
  remove: call(id, z.null()),
  changed: event(z.array(connection)),
};
