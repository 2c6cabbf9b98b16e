/** What the definition of a write says for the journal: what the write is about, which read has the old value, and how it can be undone. */

/** What entries of the journal are about. */
export const subjectKinds = [
  'account',
  'user',
  'team',
  'member',
  'invitation',
  'session',
  'contact-channel',
  'connected-account',
  'passkey',
  'notification-preference',
  'permission',
  'permission-definition',
  'project',
  'configuration',
  'sign-in-provider',
  'domain',
  'email-server',
  'template',
  'theme',
  'draft',
  'email',
  'project-key',
  'api-key',
  'sign-up-rule',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Why a write has no entry: it is part of a sign-in, refreshes a token, changes nothing, or is never sent by Latchkey. */
export const unrecordedReasons = ['sign-in', 'refresh', 'check', 'not-sent'] as const;
export type UnrecordedReason = (typeof unrecordedReasons)[number];

/** Why a write, or one of its fields, can't be undone. Each is a text, which is also shown before the write. */
export const noUndoReasons = [
  'password',
  'two-factor',
  'passkey',
  'session',
  'key',
  'email-sent',
  'code-used',
  'invitation',
  'anonymous',
  'own-account',
  'project',
  'no-deletion',
  'managed-domain',
  'source',
  'expires',
] as const;
export type NoUndoReason = (typeof noUndoReasons)[number];

/** Where a write has an ID: in its input or its response. `account` is the user of the account that sends it, and so is the ID `me`. */
export type IdSource = 'account' | `${'params' | 'query' | 'body' | 'response'}.${string}`;

/** What a write is about. The history of the user and of the team shows it too. */
export interface JournalSubject {
  readonly kind: SubjectKind;
  /** Absent where neither the input nor the response has one, as in writes with a code, or where there is one in each project. */
  readonly id?: IdSource;
  readonly user?: IdSource;
  readonly team?: IdSource;
}

/** How a write is undone. Endpoints are named as `group.endpoint`. */
export type UndoRule =
  /**
   * The same endpoint with the old values. Secrets of the body aren't kept and are asked for again. Fields of `except` have no undo.
   * `default` is sent instead where the old value was the service's own.
   */
  | { readonly restore: true; readonly except?: Readonly<Record<string, NoUndoReason>>; readonly default?: string }
  /** Another endpoint, with IDs of this write's input or response. */
  | { readonly opposite: string }
  /** Creates what was deleted again, under a new ID. */
  | { readonly again: string }
  | { readonly none: NoUndoReason };

/** A rule for a write that is recorded. */
export interface RecordedRule {
  readonly subject: JournalSubject;
  /** The read, as `group.endpoint`, that has the old value. Its input consists of values of the write's input with the same names. */
  readonly before: string | null;
  readonly undo: UndoRule;
}

export type JournalRule = { readonly none: UnrecordedReason } | RecordedRule;
