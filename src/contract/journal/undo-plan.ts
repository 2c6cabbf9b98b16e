/** A recorded write that is undone, and the plan for it. */
import type { Feature } from '../features';
import type { Fields } from './changed-fields';
import type { NoUndoReason, RecordedRule } from './journal-rule';
import type { WriteInput } from './old-value';
import type { UndoRow } from './undo-values';

/** A write to be undone. */
export interface UndoEntry {
  readonly endpoint: string;
  readonly rule: RecordedRule;
  readonly input: WriteInput;
  /** The response of the read of the old value, as it was before the write. */
  readonly before?: unknown;
  /** The response of the write. */
  readonly response?: unknown;
}

export interface UndoContext {
  /** The response of the same read now. Null if the service says that the object doesn't exist. */
  readonly now?: unknown;
  /** Whether an account undoes, and not a project. */
  readonly byAccount: boolean;
  readonly has: (feature: Feature) => boolean;
}

/** A write of a plan, in the order of the plan. Updates of projects and permission definitions are completed when they are sent. */
export interface UndoStep {
  readonly endpoint: string;
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** A parameter whose value is the ID in the response of the plan's first step. */
  readonly newId?: string;
}

/** What doesn't come back with an undo, or comes back differently. */
export const undoLosses = [
  'id',
  'password',
  'passkey',
  'two-factor',
  'sessions',
  'api-keys',
  'teams',
  'members',
  'invitations',
  'permissions',
  'grants',
  'other-emails',
  /** The address of the write stays one of the user's, and may sign in (wire/corrections 2.8.86). */
  'new-email-stays',
  /** The email address becomes no longer primary, and the one before isn't known or no longer exists. */
  'no-primary',
  /** Another email address is primary by now, and stays so. */
  'other-primary',
  /** Only a project can say that an address is verified. */
  'unverified',
  /** Releases up to 2.8.10 turn providers off instead of removing them (wire/later 8). */
  'provider-stays',
  /** The key gets its default, not the value of an earlier level (wire/later 7.2). */
  'default-value',
] as const;
export type UndoLoss = (typeof undoLosses)[number];

/**
 * Why there is nothing to send, besides what the rule says: the old value is a secret or isn't known, is there already, or was changed since; the
 * object doesn't exist; only a project can do it; or the release can't.
 */
export const undoRefusals = ['secret', 'unknown', 'unchanged', 'changed-since', 'no-target', 'project-only', 'unsupported'] as const;
export type UndoRefusal = NoUndoReason | (typeof undoRefusals)[number];

export type UndoPlan =
  | { readonly possible: false; readonly reason: UndoRefusal; readonly rows: readonly UndoRow[] }
  | {
      readonly possible: true;
      readonly rows: readonly UndoRow[];
      readonly steps: readonly UndoStep[];
      /**
       * Dotted paths of secrets that have to be entered, in the body of the first step that has them. List items have their ID, because their places
       * may change until the secret was entered; within `config_override_string` follow a key, which may have dots, and the path in its value.
       */
      readonly asks: readonly string[];
      readonly losses: readonly UndoLoss[];
    };

export const refuse = (reason: UndoRefusal, rows: readonly UndoRow[] = []): UndoPlan => ({ possible: false, reason, rows });
