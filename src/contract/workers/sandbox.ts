/** Messages between the app and its sandbox worker. */
import { z } from 'zod';
import { demoAccount } from '../bridge/sandbox';

const projectAccess = z.object({
  project_id: z.string(),
  publishable_client_key: z.string(),
  secret_server_key: z.string(),
  super_secret_admin_key: z.string(),
});

/** The worker's report: its URL and credentials when it is ready, or the reason why it failed. */
export const sandboxReport = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.string(),
    projects: z.object({ demo: projectAccess, internal: projectAccess }),
    demoAccounts: z.array(demoAccount),
  }),
  z.object({
    type: z.literal('failed'),
    reason: z.enum(['folder-not-writable', 'did-not-start']),
    /** For the log of a program that starts the worker itself; the app shows the reason. */
    message: z.string().optional(),
  }),
]);
export type SandboxReport = z.output<typeof sandboxReport>;
export type SandboxReady = Extract<SandboxReport, { type: 'ready' }>;

/** Requests that the worker closes its data and exits. */
export const sandboxStop = z.object({ type: z.literal('stop') });
export type SandboxStop = z.output<typeof sandboxStop>;
