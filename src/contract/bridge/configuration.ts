/** Configuration of projects as documents: exported to files, compared, and applied. */
import { z } from 'zod';
import { sections } from '../configuration/entries';
import { call, event } from '../definitions';
import { errorReport } from '../error-report';
import { millis } from '../service/models/fields';

const connectionId = z.string().min(1).max(64);

/** Characters of a file, which has at least as many bytes. */
export const maxDocumentLength = 5 * 2 ** 20;

const side = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('project'), connectionId }),
  z.strictObject({ kind: z.literal('file'), text: z.string().max(maxDocumentLength) }),
]);
export type Side = z.output<typeof side>;

const section = z.enum(sections);
const key = z.string().max(1_000_000);
const entry = z.strictObject({ section, key });
/** JSON with placeholders in place of secrets; absent where there is no value. */
const value = z.unknown().optional();

/** Of these, `secret-in-clear` and what else is wrong with a value never quote it. */
export const fileFault = z.strictObject({
  reason: z.enum([
    'not-a-document',
    'no-version',
    'later-version',
    'unknown-key',
    'unusable-key',
    'differs-in-case',
    'secret-in-clear',
    'placeholder-missing',
    'placeholder-malformed',
    'missing',
    'wrong-value',
    'circle',
    'too-large',
    'not-text',
    'syntax',
    'several-documents',
    'too-deep',
    'alias',
    'anchor',
    'tag',
    'duplicate',
  ]),
  /** Keys from the root. */
  path: z.array(z.string()).readonly(),
  /** Both from 1; absent of what isn't a file. */
  line: z.int().optional(),
  column: z.int().optional(),
  nearest: z.string().optional(),
  expected: z.string().optional(),
  circle: z.array(z.string()).readonly().optional(),
});
export type ShownFault = z.output<typeof fileFault>;

export const namingProblem = z.strictObject({ section, key, reason: z.enum(['twice', 'unusable']) });
export type ShownNamingProblem = z.output<typeof namingProblem>;

const barrier = z.enum(['unknown-to-release', 'never-deleted']);

const row = entry.extend({
  kind: z.enum(['added', 'changed', 'removed', 'same']),
  /** What both sides had in common when it was applied last; absent where that isn't known. */
  base: value,
  source: value,
  target: value,
  /** Which side changed since then; `both` is a conflict, and never ticked. Null where the base doesn't say. */
  changedIn: z.enum(['source', 'target', 'both']).nullable(),
  /** Why the target can't take it; null if it can. */
  barrier: barrier.nullable(),
  /** Whether it says who the project is, or whom it lets in. */
  isGuarded: z.boolean(),
  isTicked: z.boolean(),
});
export type ShownRow = z.output<typeof row>;

const sideName = z.enum(['source', 'target']);

/** What keeps a side from being compared. */
const unreadable = [
  z.strictObject({ state: z.literal('failed'), side: sideName, error: errorReport }),
  z.strictObject({ state: z.literal('faults'), side: sideName, faults: z.array(fileFault).readonly() }),
  z.strictObject({ state: z.literal('names'), side: sideName, problems: z.array(namingProblem).readonly() }),
] as const;

const comparison = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('compared'),
    /** When something was applied last to the project, since which it is known what changed; null if nothing was. */
    baseMillis: millis.nullable(),
    /** With the rows that are the same. */
    sections: z.array(z.strictObject({ section, rows: z.array(row).readonly() })).readonly(),
  }),
  ...unreadable,
]);
export type Comparison = z.output<typeof comparison>;
export type ComparedSections = Extract<Comparison, { readonly state: 'compared' }>['sections'];

const plannedStep = z.strictObject({
  kind: z.enum([
    'create-definition',
    'update-definition',
    'update-project',
    'delete-definition',
    'create-theme',
    'update-theme',
    'create-template',
    'update-template',
    'delete-template',
    'set-schema',
    'save-view',
    'delete-view',
  ]),
  rows: z.array(entry).readonly(),
});
export type PlannedStep = z.output<typeof plannedStep>;

const refusal = entry.extend({
  reason: z.enum([
    ...barrier.options,
    'circle',
    'missing-permission',
    'other-scope',
    'missing-theme',
    'needs-own-server',
    'needs-default-templates',
    'not-accepted',
    'too-large',
    'too-many-views',
  ]),
  /** IDs on a circle, or the names that are missing. */
  names: z.array(z.string()).readonly(),
});

const plan = z.strictObject({
  /** In the order in which they are made; none while something is refused. */
  steps: z.array(plannedStep).readonly(),
  /** Secrets that have to be entered, by the names of their placeholders. */
  asks: z.array(entry.extend({ name: z.string() })).readonly(),
  refusals: z.array(refusal).readonly(),
  /** What the entries of its requests share in the journal. */
  id: z.string().max(64),
  /** What `apply` compares with fresh reads. */
  fingerprint: z.string().max(100),
});
export type ShownPlan = z.output<typeof plan>;

const applied = z.strictObject({
  /** Number of steps, from the first one, that are done. */
  done: z.int(),
  of: z.int(),
  /** Why the others aren't; null if all are. */
  stop: z
    .discriminatedUnion('reason', [
      z.strictObject({ reason: z.literal('stopped') }),
      /** These were changed since the plan was confirmed. */
      z.strictObject({ reason: z.literal('conflict'), rows: z.array(entry).readonly() }),
      z.strictObject({ reason: z.literal('names'), problems: z.array(namingProblem).readonly() }),
      z.strictObject({ reason: z.literal('failed'), error: errorReport }),
    ])
    .nullable(),
});
export type ShownApplied = z.output<typeof applied>;

const progress = z.strictObject({
  /** That of the plan. */
  id: z.string().max(64),
  /** Number of steps that are done. */
  done: z.int(),
  of: z.int(),
});
export type ApplyProgress = z.output<typeof progress>;

/** Why a folder can't be read or written. */
const folderProblem = z.strictObject({
  reason: z.enum([
    'link',
    'other',
    'absent',
    'file',
    'folder',
    'outside',
    'twice',
    'too-large',
    'not-text',
    'not-read',
    'not-written',
    'interrupted',
    'in-the-way',
  ]),
  /** In the folder; empty for the folder itself. */
  path: z.string(),
  /** That of the system, such as `EACCES`. */
  code: z.string().optional(),
  /** Files that would be replaced without being named, and those of templates that no longer exist. */
  replaced: z.array(z.string()).readonly().optional(),
  removed: z.array(z.string()).readonly().optional(),
});
export type FolderProblem = z.output<typeof folderProblem>;

const openedFolder = [
  z.strictObject({ state: z.literal('opened'), name: z.string(), text: z.string() }),
  z.strictObject({ state: z.literal('problem'), problem: folderProblem }),
] as const;
const unchosen = [z.strictObject({ state: z.literal('cancelled') }), z.strictObject({ state: z.literal('no-dialog') })] as const;

/** Rows to apply to the project of a connection. */
const choice = { source: side, connectionId, rows: z.array(entry).min(1).max(10_000).readonly() };

export const configuration = {
  /** Reads both sides, and compares them. Failures of a side are part of the result. */
  compare: call(z.strictObject({ source: side, target: side }), comparison),
  /**
   * Resolves to the project as the text of a file, without secrets. Views that have values of users are left out unless `hasAllViews`. With
   * `into`, it is that file with the values of the project, with its comments, order, and names of placeholders; its faults are those of a
   * comparison. Throws `forbidden-by-policy`, and the errors of reads.
   */
  export: call(
    z.strictObject({ connectionId, hasAllViews: z.boolean(), into: z.string().max(maxDocumentLength).optional() }),
    z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('exported'), text: z.string() }),
      z.strictObject({ state: z.literal('faults'), faults: z.array(fileFault).readonly() }),
      z.strictObject({ state: z.literal('names'), problems: z.array(namingProblem).readonly() }),
    ]),
  ),
  /**
   * Lets the user choose a folder of configuration, and resolves to its text. `no-dialog` where the page chooses the folder itself, and sends its
   * files to `joinFiles`.
   */
  openFolder: call(z.strictObject({}), z.discriminatedUnion('state', [...openedFolder, ...unchosen])),
  /** Resolves to the text of files that the page read, by their paths in the folder: `project.yaml`, and those in `templates`. */
  joinFiles: call(
    z.strictObject({ files: z.array(z.strictObject({ path: z.string().max(4_096), text: z.string().max(maxDocumentLength) })).max(5_000) }),
    z.discriminatedUnion('state', openedFolder),
  ),
  /**
   * Writes a project to a folder that the user chooses: `project.yaml`, and a file for each email template. Writes nothing if that would replace
   * or remove a file that isn't the project's. `no-dialog` where pages can only download a file. Throws `forbidden-by-policy`, and the errors of
   * reads.
   */
  exportFolder: call(
    z.strictObject({ connectionId, hasAllViews: z.boolean() }),
    z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('saved'), name: z.string() }),
      z.strictObject({ state: z.literal('faults'), faults: z.array(fileFault).readonly() }),
      z.strictObject({ state: z.literal('names'), problems: z.array(namingProblem).readonly() }),
      z.strictObject({ state: z.literal('problem'), problem: folderProblem }),
      ...unchosen,
    ]),
  ),
  /** Reads again, and plans the rows. Throws `changed-elsewhere` for a row that no longer differs, and the errors of reads. */
  plan: call(z.strictObject(choice), plan),
  /**
   * Reads again, and applies the rows step by step, each after another read. Throws `changed-elsewhere` if the rows aren't what was planned, the
   * errors of safety levels, and `bad-input` without a secret; nothing is changed then. Otherwise it says how far it came.
   */
  apply: call(
    z.strictObject({
      ...choice,
      /** That of the plan. Without it, what was done can't be distinguished from other writes by its caller. */
      id: z.string().min(1).max(64).optional(),
      fingerprint: z.string().max(100),
      /** By the names of their placeholders. */
      secrets: z.record(z.string().max(101), z.string().min(1).max(10_000)),
    }),
    applied,
  ),
  /** Stops what this window applies before its next step, which `apply` resolves to. Does nothing if it has ended. */
  stop: call(z.strictObject({ id: z.string().max(64) }), z.null()),
  /** Sent to the window that applies, once it is confirmed and after each step. */
  progressed: event(progress),
};
