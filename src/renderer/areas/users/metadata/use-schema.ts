import { useEffect, useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useViewState } from '#window/view-state.ts';
import type { SchemaProblem } from './check-schema';
import { checkWithinLimit } from './check-within-limit';

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Pause before a changed value is checked: a large one takes time. */
const pauseMillis = 300;

/** The JSON Schema of one kind of metadata, kept in the profile for each project, and what is wrong with the current value. */
export function useSchema(kind: string, value: JsonValue | undefined) {
  const [text, setText] = useViewState(`users.schema.${kind}`, '', isText);
  const [problems, setProblems] = useState<readonly SchemaProblem[]>([]);
  const [state, setState] = useState<'checked' | 'invalid' | 'too-slow'>('checked');
  useEffect(() => {
    setState('checked');
    if (text === '' || value === undefined || value === null) {
      setProblems([]);
      return undefined;
    }
    const abort = new AbortController();
    const check = async () => {
      const result = await checkWithinLimit({ text, value }, abort.signal);
      if (abort.signal.aborted) return;
      setState(typeof result === 'string' ? result : 'checked');
      setProblems(typeof result === 'string' ? [] : result);
    };
    const timer = setTimeout(() => void check(), pauseMillis);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [text, value]);
  return { text, setText, problems, state };
}

export type SchemaState = ReturnType<typeof useSchema>;
