/** What jobs do for each of their rows. */
import { z } from 'zod';
import { metadataPath } from '../query/user-query';
import { email, id, json, url } from '../service/models/fields';
import { permissionId } from '../service/models/permission-ids';

const inTeam = { teamId: id };
const permission = { permissionId };
const path = { path: metadataPath };
/** Name of a file without its folder. */
const file = { file: z.string().max(255) };
/** Characters of a metadata value as JSON. It is stored with the job, and windows get it with each progress. */
const maxValueLength = 100_000;
const value = { ...path, value: json.refine((of) => JSON.stringify(of).length <= maxValueLength) };

/** Actions whose rows are users; those with a team may be its members. */
const userActions = [
  z.strictObject({ kind: z.literal('users.delete') }),
  /** Revokes all sessions that a user has when the row is sent. */
  z.strictObject({ kind: z.literal('users.revokeSessions') }),
  z.strictObject({ kind: z.literal('users.addToTeam'), ...inTeam }),
  z.strictObject({ kind: z.literal('users.removeFromTeam'), ...inTeam }),
  z.strictObject({ kind: z.literal('users.grantInProject'), ...permission }),
  z.strictObject({ kind: z.literal('users.revokeInProject'), ...permission }),
  z.strictObject({ kind: z.literal('users.grantInTeam'), ...inTeam, ...permission }),
  z.strictObject({ kind: z.literal('users.revokeInTeam'), ...inTeam, ...permission }),
  z.strictObject({ kind: z.literal('users.setMetadata'), ...value }),
  z.strictObject({ kind: z.literal('users.unsetMetadata'), ...path }),
  z.strictObject({ kind: z.literal('users.verifyEmail') }),
  z.strictObject({ kind: z.literal('users.setOneTimeCodes'), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal('users.removePasskey') }),
  z.strictObject({ kind: z.literal('users.removePassword') }),
  z.strictObject({ kind: z.literal('users.removeTwoFactor') }),
  /** The users read the reason; the details are for admins. Where the release has restrictions. */
  z.strictObject({
    kind: z.literal('users.restrict'),
    reason: z.string().max(1_000).nullable(),
    details: z.string().max(10_000).nullable(),
  }),
  z.strictObject({ kind: z.literal('users.liftRestriction') }),
  z.strictObject({
    kind: z.literal('users.sendEmail'),
    subject: z.string().min(1).max(1_000),
    html: z.string().min(1).max(1_000_000),
    category: z.string().min(1).max(200),
  }),
  z.strictObject({ kind: z.literal('users.sendSignInInvitation'), callbackUrl: url }),
] as const;

/** Actions whose rows are teams. */
const teamActions = [
  z.strictObject({ kind: z.literal('teams.delete') }),
  z.strictObject({ kind: z.literal('teams.addMember'), userId: id }),
  z.strictObject({ kind: z.literal('teams.setMetadata'), ...value }),
  z.strictObject({ kind: z.literal('teams.unsetMetadata'), ...path }),
] as const;

/** Actions whose rows belong to something else: keys and sessions to a user or a team, invitations to a team. */
const partActions = [
  z.strictObject({ kind: z.literal('apiKeys.revokeOfUsers') }),
  z.strictObject({ kind: z.literal('apiKeys.revokeOfTeams') }),
  z.strictObject({ kind: z.literal('apiKeys.revokeSets') }),
  z.strictObject({ kind: z.literal('sessions.revoke') }),
  z.strictObject({ kind: z.literal('invitations.revoke') }),
  /** The rows are email addresses. */
  z.strictObject({ kind: z.literal('invitations.send'), ...inTeam, callbackUrl: url }),
] as const;

/** Actions on what the project has itself: definitions of permissions, and emails of its outbox. */
const projectActions = [
  z.strictObject({ kind: z.literal('definitions.delete'), of: z.enum(['team', 'project']) }),
  z.strictObject({ kind: z.literal('emails.pause') }),
  z.strictObject({ kind: z.literal('emails.resume') }),
  /** Sends emails again that failed. */
  z.strictObject({ kind: z.literal('emails.retry') }),
  z.strictObject({ kind: z.literal('emails.cancel') }),
] as const;

/** An action that a window asks for. */
export const requestedAction = z.discriminatedUnion('kind', [...userActions, ...teamActions, ...partActions, ...projectActions]);
export type RequestedAction = z.output<typeof requestedAction>;

/**
 * An action of a stored job: also those that only an undo or an import has. `users.restoreMetadata` gives each user the value that the row has at the path,
 * or removes it, unless it is no longer `value` (removed without one). `users.rejoinTeam` adds a member with the permissions that the row has,
 * `teams.removeMember` removes the user whom the job added, and `users.restoreFields` gives each user the values that the row has.
 */
export const jobAction = z.discriminatedUnion('kind', [
  ...requestedAction.options,
  z.strictObject({ kind: z.literal('users.restoreMetadata'), ...path, value: json.optional() }),
  z.strictObject({ kind: z.literal('teams.restoreMetadata'), ...path, value: json.optional() }),
  z.strictObject({ kind: z.literal('users.rejoinTeam'), ...inTeam }),
  z.strictObject({ kind: z.literal('teams.removeMember'), userId: id }),
  /** Rows of a file: what a row becomes is its value. */
  z.strictObject({ kind: z.literal('users.import'), ...file }),
  z.strictObject({ kind: z.literal('teams.import'), ...file }),
  z.strictObject({ kind: z.literal('permissions.import'), ...file }),
  z.strictObject({ kind: z.literal('users.restoreFields'), of: z.enum(['email', 'one-time-codes', 'restriction']) }),
]);
export type JobAction = z.output<typeof jobAction>;

/** What the rows of an action are. */
export type TargetKind = 'user' | 'team' | 'api-key' | 'key-set' | 'session' | 'invitation' | 'address' | 'definition' | 'email';

const partTargets = {
  'apiKeys.revokeOfUsers': 'api-key',
  'apiKeys.revokeOfTeams': 'api-key',
  'apiKeys.revokeSets': 'key-set',
  'sessions.revoke': 'session',
  'invitations.revoke': 'invitation',
  'invitations.send': 'address',
  'definitions.delete': 'definition',
  'emails.pause': 'email',
  'emails.resume': 'email',
  'emails.retry': 'email',
  'emails.cancel': 'email',
} as const satisfies Readonly<Record<(typeof partActions | typeof projectActions)[number]['shape']['kind']['value'], TargetKind>>;

/** Returns what the rows of an action are. */
export function targetKindOf({ kind }: Pick<JobAction, 'kind'>): TargetKind {
  if (kind.startsWith('users.')) return 'user';
  if (kind === 'permissions.import') return 'definition';
  return kind.startsWith('teams.') ? 'team' : partTargets[kind as keyof typeof partTargets];
}

/** An email address that can be invited. */
export const invitedAddress = email;
