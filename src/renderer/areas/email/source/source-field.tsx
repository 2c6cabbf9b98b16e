import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import styles from './source.module.css';

interface SourceFieldProps {
  help: string;
  value: string;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** The TSX source of a template, a theme, or a draft. */
export function SourceField({ help, value, isReadOnly, onChange }: SourceFieldProps) {
  const { t } = useMessages();
  return (
    <Field label={t('email.template.tsx')} help={help}>
      {(control) => (
        <TextArea
          {...control}
          dir="ltr"
          rows={26}
          className={styles.source}
          value={value}
          readOnly={isReadOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
