/** Files that connections follow, and how projects differ from them, or from what was applied last. */
import { z } from 'zod';
import { sections } from '../configuration/entries';
import { call, topic } from '../definitions';
import { millis } from '../service/models/fields';
import { fileFault, namingProblem } from './configuration';

const connectionId = z.string().min(1).max(64);
const of = z.strictObject({ connectionId });

const followedFile = z.strictObject({
  connectionId,
  /** The name of the file or the folder. */
  name: z.string(),
  /** Where it is, with `~` for the home folder. */
  shown: z.string(),
  isFolder: z.boolean(),
});
export type FollowedFile = z.output<typeof followedFile>;

/** Why a followed file can't be used. Never quotes a value of the file. */
const fileProblem = z.strictObject({
  reason: z.enum([
    'missing',
    'not-permitted',
    'link',
    'not-a-file',
    'not-a-folder',
    'too-large',
    'not-text',
    'unreadable',
    /** `project.yaml` names a file elsewhere than in `templates`. */
    'outside',
    /** `project.yaml` names a file twice. */
    'twice',
    /** Latchkey stopped while it was writing the folder. */
    'interrupted',
    'faults',
  ]),
  /** What it is about: the file, or a path in the folder. */
  name: z.string(),
  /** The system's code, of what is `unreadable`. */
  code: z.string().optional(),
  faults: z.array(fileFault).readonly().optional(),
});
export type FileProblem = z.output<typeof fileProblem>;

/** Returns what helps against a problem, as the sentences about it are named. */
export function remedyOf(reason: FileProblem['reason']): 'gone' | 'not-permitted' | 'link' | 'interrupted' | 'other' {
  if (reason === 'missing') return 'gone';
  return reason === 'not-permitted' || reason === 'link' || reason === 'interrupted' ? reason : 'other';
}

const count = z.int().min(0);

/** See `contract/configuration/drift.ts`. */
const figures = z.strictObject({
  count,
  sections: z.array(z.strictObject({ section: z.enum(sections), count })).readonly(),
  changed: z.strictObject({ inProject: count, inFile: count }).nullable(),
  production: z.strictObject({ wanted: z.boolean(), present: z.boolean() }).nullable(),
  names: z.strictObject({ wanted: z.string(), present: z.string() }).nullable(),
  unknown: count,
});

const driftState = z.discriminatedUnion('state', [
  /** The connection follows no file, and nothing was applied to its project. */
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({
    state: z.literal('compared'),
    /** The name of the file; null for what was applied last. */
    file: z.string().nullable(),
    /** When something was applied last; null if nothing was. */
    baseMillis: millis.nullable(),
    lookedAtMillis: millis,
    ...figures.shape,
  }),
  z.strictObject({ state: z.literal('unread'), problem: fileProblem }),
  z.strictObject({ state: z.literal('names'), problems: z.array(namingProblem).readonly() }),
]);
export type DriftState = z.output<typeof driftState>;

const unusable = z.strictObject({ state: z.literal('unread'), problem: fileProblem });

export const drift = {
  /** None in the browser host, which has no files. */
  followed: topic(z.array(followedFile).readonly()),
  /**
   * Lets the user choose a file or a folder, which the connection follows from then on. One that can't be read isn't followed. Throws
   * `not-allowed` where the host has no dialogs, `unknown-connection`, `connection-changed`, and `profile-not-writable`.
   */
  followFile: call(
    z.strictObject({ connectionId, kind: z.enum(['file', 'folder']) }),
    z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('followed'), name: z.string() }),
      z.strictObject({ state: z.literal('canceled') }),
      unusable,
    ]),
  ),
  /** Forgets the file, which stays where it is. Throws `profile-not-writable`. */
  stopFollowing: call(of, z.null()),
  /** Reads the followed file as it is now. Throws `object-gone` if there is none. */
  readFile: call(
    of,
    z.discriminatedUnion('state', [z.strictObject({ state: z.literal('read'), name: z.string(), text: z.string() }), unusable]),
  ),
  /** Reads the file and the project, and compares them. Throws the errors of reads. */
  look: call(of, driftState),
};
