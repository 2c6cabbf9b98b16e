import { useEffect, useRef, useState } from 'react';
import { api, onPush } from '#data/api.ts';
import { useAction, useBackgroundTask } from '#lib/use-action.ts';

interface Edit {
  readonly id: string;
  readonly path: string;
  readonly isOpened: boolean;
}

interface ExternalEditOptions {
  /** What the file is called after. */
  name: string;
  value: string;
  /** Takes over what was saved in the other program. */
  onChange: (value: string) => void;
}

export interface ExternalEdit {
  /** Null while the source is edited here. */
  readonly edit: Edit | null;
  /** Whether the file can't be read as it is now. */
  readonly isUnreadable: boolean;
  readonly isStarting: boolean;
  readonly failure: ReturnType<typeof useAction>['failure'];
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * Edits a text in another program, and follows its file. Ends when the text changes here, as when changes are discarded, because the file would
 * then bring them back; and with the component.
 */
export function useExternalEdit({ name, value, onChange }: ExternalEditOptions): ExternalEdit {
  const runTask = useBackgroundTask();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  /** The text of the file, as far as it was read. */
  const known = useRef(value);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const starting = useAction(async () => {
    known.current = value;
    const opened = await api.externalEdits.open({ text: value, name });
    setUnreadable(false);
    if (isHere.current) setEdit(opened);
    else await api.externalEdits.close({ id: opened.id });
  });
  const takeOver = useRef(onChange);
  takeOver.current = onChange;
  const id = edit?.id;
  useEffect(() => {
    if (id === undefined) return;
    const read = async () => {
      const { text } = await api.externalEdits.read({ id });
      setUnreadable(text === null);
      if (text === null || !isHere.current) return;
      known.current = text;
      takeOver.current(text);
    };
    const unsubscribe = onPush('externalEdits.changed', (changed) => {
      if (changed.id === id) runTask(read);
    });
    return () => {
      unsubscribe();
      // A locked app refuses it, and deletes the file with the window.
      void api.externalEdits.close({ id }).catch(() => undefined);
    };
  }, [id, runTask]);
  useEffect(() => {
    if (value !== known.current) setEdit(null);
  }, [value]);
  return {
    edit,
    isUnreadable,
    isStarting: starting.isPending,
    failure: starting.failure,
    start: () => void starting.run(),
    stop: () => setEdit(null),
  };
}
