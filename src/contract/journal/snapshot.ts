/** What Latchkey keeps of a user or a team before it is deleted, so that it can be created again. Contains no secrets. */
import { z } from 'zod';
import { millis } from '../service/models/fields';
import type { ClientTeam, ContactChannel, ServerTeam, ServerUser } from '../service/models/user-models';
import type { ServerOAuthProvider } from '../service/oauth';

/** How long a snapshot is kept, in days. */
const snapshotDays = 30;
export const snapshotMillis = snapshotDays * 86_400_000;

/** The parts that are read besides the user or the team itself. */
export const snapshotParts = [
  'channels',
  'teams',
  'team-permissions',
  'permissions',
  'accounts',
  'preferences',
  'members',
  'member-permissions',
  'invitations',
] as const;
export type SnapshotPart = (typeof snapshotParts)[number];

const ids = z.array(z.string()).readonly();
/** Parts that couldn't be read, and are empty. */
const unread = z.array(z.enum(snapshotParts)).readonly();
/** Whether values of the metadata, or the address of the image, were left out because they may be secrets. */
const leftOut = z.boolean();

const userSnapshot = z.strictObject({
  kind: z.literal('user'),
  user: z.custom<ServerUser>(),
  channels: z.array(z.custom<ContactChannel>()).readonly(),
  /** Teams with the permissions that were granted directly. */
  teams: z.array(z.strictObject({ id: z.string(), name: z.string(), permissionIds: ids })).readonly(),
  /** Permissions in the project that were granted directly. */
  permissionIds: ids,
  /** Empty also before release 2.8.24, where the user itself has them. */
  accounts: z.array(z.custom<ServerOAuthProvider>()).readonly(),
  /** Categories of emails whose choice the user can make. */
  preferences: z.array(z.strictObject({ id: z.string(), name: z.string(), isOn: z.boolean() })).readonly(),
  unread,
  leftOut,
});
export type UserSnapshot = z.output<typeof userSnapshot>;

const teamSnapshot = z.strictObject({
  kind: z.literal('team'),
  team: z.custom<ServerTeam | ClientTeam>(),
  members: z
    .array(z.strictObject({ id: z.string(), name: z.string().nullable(), email: z.string().nullable(), permissionIds: ids }))
    .readonly(),
  /** Addresses of pending invitations. */
  invitations: ids,
  /** The account that deleted it, if its session read it: it knows less than the project. */
  accountId: z.string().nullable(),
  unread,
  leftOut,
});
export type TeamSnapshot = z.output<typeof teamSnapshot>;

export const snapshotData = z.discriminatedUnion('kind', [userSnapshot, teamSnapshot]);
export type SnapshotData = z.output<typeof snapshotData>;

/**
 * How a step of creating again ended. `unclear`: no response came, so the service may have done it. `running`: it was sent, and how it ended
 * isn't stored.
 */
export const stepResults = ['done', 'failed', 'unclear', 'running'] as const;
export type StepResult = (typeof stepResults)[number];

export const doneStep = z.strictObject({
  result: z.enum(stepResults),
  /** Code of the error, and the service's own code. */
  code: z.string().max(100).nullable(),
  known: z.string().max(200).nullable(),
});
export type DoneStep = z.output<typeof doneStep>;

/** How far creating again is. Stored with the snapshot, so that nothing is created twice after a restart or in another window. */
const snapshotProgress = z.strictObject({
  /** ID of what was created. */
  newId: z.string().max(1_000).nullable(),
  /** The steps that were started, by their IDs. */
  steps: z.record(z.string().max(2_500), doneStep),
});
export type SnapshotProgress = z.output<typeof snapshotProgress>;

export const noProgress: SnapshotProgress = { newId: null, steps: {} };

/** A snapshot as it is listed. */
export const snapshotSummary = z.strictObject({
  id: z.string().max(64),
  connectionId: z.string().max(64),
  kind: z.enum(['user', 'team']),
  /** ID of what was deleted. */
  targetId: z.string(),
  displayName: z.string().nullable(),
  /** Of a user only, by which privacy mode knows that the name is that of a person. */
  primaryEmail: z.string().nullable().optional(),
  imageUrl: z.string().nullable(),
  /** Before the deletion (of this machine). */
  takenAtMillis: millis,
  expiresAtMillis: millis,
  /** Number of the journal's entry; null if the deletion wasn't recorded. */
  seq: z.int().nullable(),
  /** Whether it was deleted: `unknown` if no response came. */
  deletion: z.enum(['done', 'unknown']),
  /** ID of what was created again. */
  newId: z.string().nullable(),
});
export type SnapshotSummary = z.output<typeof snapshotSummary>;

/** A snapshot with all that was kept. */
export interface StoredSnapshot extends SnapshotSummary {
  readonly destination: string;
  readonly data: SnapshotData;
  readonly progress: SnapshotProgress;
}
