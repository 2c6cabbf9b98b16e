import { useEffect, useState } from 'react';
import type { JsonValue } from '../../../../contract/service/models/fields';
import { useViewState } from '../../../stores/window/view-state';
import type { SchemaProblem } from './check-schema';

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Pause before a changed value is checked: a large one takes time. */
const pauseMillis = 300;

/** The JSON Schema of one kind of metadata, kept in the profile for each project, and what is wrong with the current value. */
export function useSchema(kind: string, value: JsonValue | undefined) {
  const [text, setText] = useViewState(`users.schema.${kind}`, '', isText);
  const [problems, setProblems] = useState<readonly SchemaProblem[]>([]);
  const [isInvalid, setInvalid] = useState(false);
  useEffect(() => {
    setInvalid(false);
    if (text === '' || value === undefined || value === null) {
      setProblems([]);
      return undefined;
    }
    let isCurrent = true;
    const check = async () => {
      const { parseSchema, schemaProblems } = await import('./check-schema');
      const schema = parseSchema(text);
      const found = schema === null ? null : schemaProblems(schema, value);
      if (!isCurrent) return;
      setInvalid(found === null);
      setProblems(found ?? []);
    };
    const timer = setTimeout(() => void check(), pauseMillis);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, value]);
  return { text, setText, problems, isInvalid };
}

export type SchemaState = ReturnType<typeof useSchema>;
