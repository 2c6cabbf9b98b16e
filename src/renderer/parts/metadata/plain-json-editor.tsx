import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isSubmitKey } from '#lib/keyboard/submit-key.ts';
import { TextArea } from '#ui/inputs/text-input.tsx';
import type { JsonEditorProps } from './json-editor';
import styles from './metadata.module.css';

/** The text field of an app that can't load the editor's code. */
export function PlainJsonEditor({ label, describedBy, value, onChange, problem, onSubmit, onReady, isReadOnly = false }: JsonEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current({
      select: (from, to) => {
        field.current?.focus();
        field.current?.setSelectionRange(from, to);
      },
      undo: () => {
        field.current?.focus();
        document.execCommand('undo');
      },
    });
  }, []);
  const press = (event: KeyboardEvent) => {
    if (isSubmitKey(event)) onSubmit();
  };
  return (
    <TextArea
      ref={field}
      rows={8}
      className={styles.plain}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={problem !== null}
      readOnly={isReadOnly}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={press}
    />
  );
}
