import { useEffect, useMemo, useState } from 'react';
import type { MetadataKind } from '#contract/configuration/document.ts';
import { metadataSchemaKey } from '#contract/configuration/metadata-schema-key.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useViewState } from '#window/view-state.ts';
import { formFields } from '../metadata-form/form-fields';
import type { SchemaProblem } from './check-schema';
import { checkWithinLimit } from './check-within-limit';

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Pause before a changed value is checked: a large one takes time. */
const pauseMillis = 300;

const noProblems: readonly SchemaProblem[] = [];

/**
 * The JSON Schema of one kind of metadata, kept in the profile for each project: the fields of its form, and what is wrong with the current value,
 * compared with the stored one. `fields` is null without a schema, and where none of it can be drawn.
 */
export function useSchema(kind: MetadataKind, value: JsonValue | undefined, stored: JsonValue) {
  const [text, setText] = useViewState(metadataSchemaKey(kind), '', isText);
  const [problems, setProblems] = useState(noProblems);
  const [state, setState] = useState<'checked' | 'invalid' | 'too-slow'>('checked');
  const isChecked = text !== '' && value !== undefined && value !== null;
  useEffect(() => {
    setState('checked');
    if (!isChecked) {
      setProblems(noProblems);
      return undefined;
    }
    const abort = new AbortController();
    const check = async () => {
      const result = await checkWithinLimit({ text, value, stored }, abort.signal);
      if (abort.signal.aborted) return;
      setState(typeof result === 'string' ? result : 'checked');
      setProblems(typeof result === 'string' ? noProblems : result);
    };
    const timer = setTimeout(() => void check(), pauseMillis);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [isChecked, text, value, stored]);
  /** Checks the value at once, as before it is saved. None that couldn't be checked within the limit has problems. */
  const checkNow = async (): Promise<readonly SchemaProblem[]> => {
    if (!isChecked) return noProblems;
    const result = await checkWithinLimit({ text, value, stored }, new AbortController().signal);
    return typeof result === 'string' ? noProblems : result;
  };
  const fields = useMemo(() => (text === '' ? null : formFields(text)), [text]);
  return { text, setText, fields, problems, state, checkNow };
}

export type SchemaState = ReturnType<typeof useSchema>;
