import { useState } from 'react';
import { maxNesting } from '#contract/limits.ts';
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { findJsonFault } from '#parts/metadata/json-fault.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { FormProps } from './bulk-form';

interface MetadataFormProps extends FormProps {
  kind: 'users.setMetadata' | 'users.unsetMetadata' | 'teams.setMetadata' | 'teams.unsetMetadata';
}

/** Characters of a value as JSON that a job can have. */
const maxValueLength = 100_000;

/** Asks for a metadata path, and for the value that all selected users or teams get there. */
export function MetadataForm({ connectionId, kind, onPreview, onClose }: MetadataFormProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [path, setPath] = useState('');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const parsed = parseMetadataPath(path);
  const entered = enteredValue(text);
  const isTooLong = JSON.stringify(entered.value)?.length > maxValueLength;
  const submit = () => {
    setTried(true);
    if (typeof parsed === 'string') return;
    if (kind === 'users.unsetMetadata' || kind === 'teams.unsetMetadata') onPreview({ kind, path: parsed.text });
    else if (entered.kind !== 'empty' && !isTooLong) onPreview({ kind, path: parsed.text, value: entered.value });
  };
  return (
    <FormDialog
      title={t(`bulk.title.${kind}`)}
      environment={environment}
      actionLabel={t('bulk.preview')}
      busy={false}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('users.columns.path')}
        help={t('bulk.path.help')}
        error={isTried && typeof parsed === 'string' ? t(`users.columns.path.${parsed}`) : undefined}
      >
        {(control) => <TextInput {...control} dir="ltr" value={path} onChange={({ target }) => setPath(target.value)} />}
      </Field>
      {(kind === 'users.setMetadata' || kind === 'teams.setMetadata') && (
        <Field
          label={t('bulk.value')}
          help={entered.kind === 'empty' ? t('bulk.value.help') : t(`bulk.value.is.${entered.kind}`)}
          error={valueError(isTried && entered.kind === 'empty', isTooLong)}
        >
          {(control) => <TextArea {...control} rows={3} value={text} onChange={({ target }) => setText(target.value)} />}
        </Field>
      )}
    </FormDialog>
  );
  function valueError(isMissing: boolean, isLong: boolean): string | undefined {
    if (isMissing) return t('bulk.value.missing');
    return isLong ? t('bulk.value.long') : undefined;
  }
}

interface EnteredValue {
  /** `json` for a number, `true`, `false`, `null`, a text in quotation marks, a list, or an object; `text` for all else. */
  readonly kind: 'empty' | 'json' | 'text';
  readonly value: JsonValue;
}

/** Returns the value that a text represents: JSON as such, and all else as the text that it is. */
export function enteredValue(text: string): EnteredValue {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', value: '' };
  if (findJsonFault(trimmed, maxNesting) !== null) return { kind: 'text', value: trimmed };
  return { kind: 'json', value: JSON.parse(trimmed) as JsonValue };
}
