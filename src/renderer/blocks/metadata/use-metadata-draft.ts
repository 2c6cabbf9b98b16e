import { useState } from 'react';
import type { JsonValue } from '../../../contract/service/models/fields';
import { reportOf } from '../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { type Action, useAction } from '../../lib/use-action';
import { applyChanges, changesBetween, conflictingChanges, isSameMetadata, type MetadataChange } from './metadata-changes';
import { metadataText, type ParsedMetadata, parseMetadata } from './metadata-text';

export interface MetadataDraftOptions {
  /** What was last read from the service. */
  readonly stored: JsonValue;
  /** Reads the value from the service again. */
  readonly read: () => Promise<JsonValue>;
  /** Replaces the value on the service. */
  readonly write: (value: JsonValue) => Promise<unknown>;
}

/** A change made elsewhere since the draft was started. */
export interface MetadataConflict {
  readonly current: JsonValue;
  readonly theirs: readonly MetadataChange[];
  readonly mine: readonly MetadataChange[];
  /** Those of `mine` that can't be made together with `theirs`. */
  readonly contested: readonly MetadataChange[];
}

export interface MetadataDraft {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly parsed: ParsedMetadata;
  /** What saving would change; empty while the text has a fault. */
  readonly changes: readonly MetadataChange[];
  /** Whether there is something to lose. */
  readonly isDirty: boolean;
  /** The change made elsewhere, known since the value was last read. */
  readonly conflict: MetadataConflict | null;
  /** Reads the value again, and writes the draft unless it was changed elsewhere. Resolves after either. */
  readonly saving: Action<[]>;
  /** Continues from the current value with one's own changes made to it, all or those that nothing contests. */
  readonly resolve: (keep: 'mine' | 'theirs') => void;
  readonly discard: () => void;
}

/** Returns a draft of metadata, which is never written over a change made elsewhere. `onSaved` follows a write. */
export function useMetadataDraft({ stored, read, write }: MetadataDraftOptions, onSaved: () => void): MetadataDraft {
  const [state, setState] = useState({ base: stored, seen: stored, current: stored, text: metadataText(stored) });
  const { base, seen, current, text } = state;
  const start = (value: JsonValue) => setState({ base: value, seen: stored, current: value, text: metadataText(value) });
  const parsed = parseMetadata(text);
  const value = parsed.value;
  const changes = value === undefined ? [] : changesBetween(base, value);
  const isDirty = value === undefined || changes.length > 0;
  const saving = useAction(
    async () => {
      if (value === undefined) return false;
      const latest = await read();
      if (!isSameMetadata(latest, base) && !isSameMetadata(latest, value)) {
        setState((before) => ({ ...before, current: latest }));
        return false;
      }
      if (!isSameMetadata(latest, value)) await writeOnce(value, write, read);
      setState((before) => ({ ...before, base: value, current: value, text: metadataText(value) }));
      return true;
    },
    { onDone: (isSaved) => isSaved && onSaved() },
  );
  // An untouched draft follows what is stored; a touched one learns of it.
  if (!saving.isPending && !isSameMetadata(seen, stored)) {
    if (isDirty && !(value !== undefined && isSameMetadata(value, stored))) setState({ ...state, seen: stored, current: stored });
    else start(stored);
  }
  const isStale = isDirty && !saving.isPending && !isSameMetadata(base, current);
  const theirs = isStale ? changesBetween(base, current) : [];
  const contested = conflictingChanges(changes, theirs);
  return {
    text,
    setText: (next) => setState((before) => ({ ...before, text: next })),
    parsed,
    changes,
    isDirty,
    conflict: isStale ? { current, theirs, mine: changes, contested } : null,
    saving,
    resolve: (keep) => {
      const kept = keep === 'mine' ? changes : changes.filter((change) => !contested.includes(change));
      setState((before) => ({ ...before, base: current, text: metadataText(applyChanges(current, kept)) }));
    },
    discard: () => start(current),
  };
}

/** Writes a value; after a lost response, reads whether it was written. */
async function writeOnce(value: JsonValue, write: MetadataDraftOptions['write'], read: MetadataDraftOptions['read']): Promise<void> {
  try {
    await write(value);
  } catch (thrown) {
    if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
    const latest = await read().catch(() => undefined);
    if (latest === undefined || !isSameMetadata(latest, value)) throw thrown;
  }
}
