import { useMemo, useRef, useState } from 'react';
import { fail } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { useIsThere } from '#lib/use-is-there.ts';
import { applyChanges, changesBetween, conflictingChanges, includesChanges, isSameJson, type JsonChange } from './json-changes';

export interface DraftOptions {
  /** What was last read from the service. */
  readonly stored: JsonValue;
  /** Reads the value from the service again. */
  readonly read: () => Promise<JsonValue>;
  /** Replaces the value on the service. */
  readonly write: (value: JsonValue) => Promise<unknown>;
  /** Returns how a written value is read again, where that differs: a secret is withheld. */
  readonly asStored?: (value: JsonValue) => JsonValue;
}

/** Conversion between a value and its input, if they differ. */
export interface DraftInput<I> {
  readonly show: (value: JsonValue) => I;
  /** Returns undefined for an input that isn't a value. */
  readonly parse: (input: I) => JsonValue | undefined;
}

/** A change made elsewhere since the draft was started. */
export interface DraftConflict {
  readonly theirs: readonly JsonChange[];
  readonly mine: readonly JsonChange[];
  /** Those of `mine` that can't be made together with `theirs`. */
  readonly contested: readonly JsonChange[];
}

/** A draft as far as it is reviewed and saved. */
export interface DraftReview {
  /** What saving would change; empty while the input isn't a value. */
  readonly changes: readonly JsonChange[];
  /** The change made elsewhere, known since the value was last read. */
  readonly conflict: DraftConflict | null;
  /** Whether there is something to save. */
  readonly isDirty: boolean;
  /** Whether something would be lost with the draft: what is neither stored nor being saved. */
  readonly isUnsaved: boolean;
  readonly discard: () => void;
  /**
   * Reads the value again, and writes the draft unless it was changed elsewhere. Resolves after either. With `kept`, writes these changes
   * made to the value that is known to be there, which resolves a conflict.
   */
  readonly saving: Action<[kept?: readonly JsonChange[] | undefined]>;
  /** Continues from the current value with one's own changes made to it, all or those that nothing contests. */
  readonly resolve: (keep: 'mine' | 'theirs') => void;
}

export interface Draft<I> extends DraftReview {
  readonly input: I;
  readonly setInput: (input: I) => void;
  /** What the draft started from. */
  readonly base: JsonValue;
}

/** Returns a draft of a value, which is never written over a change made elsewhere. `onSaved` follows a write. */
export function useDraft<I>(options: DraftOptions, { show, parse }: DraftInput<I>, onSaved: () => void): Draft<I> {
  const { stored, read, asStored = itself } = options;
  const [state, setState] = useState({ base: stored, seen: stored, current: stored, input: show(stored) });
  const { base, seen, current, input } = state;
  const start = (value: JsonValue) => setState({ base: value, seen: stored, current: value, input: show(value) });
  const value = useMemo(() => parse(input), [parse, input]);
  const changes = useMemo(() => (value === undefined ? [] : changesBetween(base, value)), [base, value]);
  const isDirty = value === undefined || changes.length > 0;
  const sent = useRef(input);
  const isThere = useIsThere();
  const saving = useAction(
    async (kept?: readonly JsonChange[]) => {
      sent.current = input;
      if (value === undefined) return false;
      const latest = await read();
      const [from, next] = kept === undefined ? [base, value] : [current, applyChanges(current, kept)];
      if (!includesChanges(changesBetween(from, asStored(next)), changesBetween(from, latest))) {
        if (!isThere.current) throw fail('changed-elsewhere');
        setState((before) => ({ ...before, current: latest }));
        return false;
      }
      if (!isSameJson(latest, next)) await writeOnce(next, latest, options);
      const written = asStored(next);
      setState((before) => {
        if (before.input === input) return { ...before, base: written, current: written, input: show(written) };
        // What was edited during the save stays. It lacks the changes made elsewhere that were kept, which it must not take back.
        return { ...before, base: kept === undefined ? written : before.base, current: written };
      });
      return true;
    },
    { onDone: (isSaved) => isSaved && onSaved(), toastsLate: true },
  );
  // An untouched draft follows what is stored; a touched one learns of it.
  if (!saving.isPending && !isSameJson(seen, stored)) {
    if (!isDirty || (value !== undefined && isSameJson(value, stored))) start(stored);
    else {
      // Changes that are already stored need no review.
      const isOwn = value !== undefined && includesChanges(changesBetween(base, asStored(value)), changesBetween(base, stored));
      setState({ ...state, seen: stored, current: stored, base: isOwn ? stored : base });
    }
  }
  const isStale = isDirty && !saving.isPending && !isSameJson(base, current);
  const theirs = useMemo(() => (isStale ? changesBetween(base, current) : []), [isStale, base, current]);
  const contested = useMemo(() => conflictingChanges(changes, theirs), [changes, theirs]);
  return {
    input,
    setInput: (next) => setState((before) => ({ ...before, input: next })),
    base,
    changes,
    isDirty,
    isUnsaved: isDirty && !(saving.isPending && input === sent.current),
    conflict: isStale ? { theirs, mine: changes, contested } : null,
    saving,
    resolve: (keep) => {
      const kept = keep === 'mine' ? changes : changes.filter((change) => !contested.includes(change));
      setState((before) => ({ ...before, base: current, input: show(applyChanges(current, kept)) }));
    },
    discard: () => start(current),
  };
}

function itself(value: JsonValue): JsonValue {
  return value;
}

/** Writes a value; after a lost response, reads whether it was written, unless that can't be seen. */
async function writeOnce(value: JsonValue, before: JsonValue, { write, read, asStored = itself }: DraftOptions): Promise<void> {
  try {
    await write(value);
  } catch (thrown) {
    const written = asStored(value);
    if (!isOutcomeUnknown(reportOf(thrown)) || isSameJson(before, written)) throw thrown;
    const latest = await read().catch(() => undefined);
    if (latest === undefined || !isSameJson(latest, written)) throw thrown;
  }
}
