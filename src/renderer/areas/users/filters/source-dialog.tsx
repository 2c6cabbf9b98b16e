import { type ReactNode, useState } from 'react';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './filters.module.css';

interface SourceDialogProps {
  title: string;
  description: string;
  actionLabel: string;
  /** The name of the field with the text. */
  label: string;
  help?: ReactNode;
  initial: string;
  rows: number;
  width: number;
  busy: boolean;
  onClose: () => void;
  /** Uses the text, or returns what is wrong with it. */
  onSubmit: (text: string) => string | null;
  /** What is below the field. */
  children?: ReactNode;
}

/** A form of one text in a language of its own, whose mistakes are shown at the field until it is changed. */
export function SourceDialog({ label, help, initial, rows, onSubmit, children, ...dialog }: SourceDialogProps) {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FormDialog {...dialog} onSubmit={() => setProblem(onSubmit(text))}>
      <Field label={label} help={help} error={problem ?? undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={rows}
            spellCheck={false}
            className={styles.source}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
      {children}
    </FormDialog>
  );
}
