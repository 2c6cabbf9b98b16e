/** The policy of the machine: what its administrator decides instead of the user. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { lockableSettings } from '../setting-rows';

/** Why the policy's file can't be used. */
const policyProblem = z.enum([
  'unreadable',
  'not-a-file',
  'not-protected',
  'folder-not-protected',
  'too-large',
  'not-json',
  'newer-version',
  'invalid',
]);
export type PolicyProblem = z.output<typeof policyProblem>;

/** What a policy can forbid: writing data to files, impersonating users, and revealing secrets. */
export const forbiddableActions = ['export', 'impersonation', 'reveal'] as const;
export type ForbiddableAction = (typeof forbiddableActions)[number];

const locked = z.array(z.enum(lockableSettings));
const forbidden = z.array(z.enum(forbiddableActions));

/** The policy. A broken one locks what keeps its machine safe until its administrator mends it. */
const policyState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({
    state: z.literal('active'),
    file: z.string(),
    organization: z.string().nullable(),
    contact: z.string().nullable(),
    locked,
    forbidden,
    /** The services that connections may have; null for all. */
    allowedHosts: z.array(z.string()).nullable(),
  }),
  z.strictObject({
    state: z.literal('broken'),
    file: z.string(),
    problem: policyProblem,
    /** The field that isn't valid. */
    field: z.string().nullable(),
    locked,
    forbidden,
  }),
]);
export type PolicyState = z.output<typeof policyState>;

export const policy = {
  state: topic(policyState),
  /** Throws `forbidden-by-policy` unless the policy allows exports now. For what a window is about to write to a file itself. */
  assertExport: call(z.strictObject({}), z.null()),
};
