import { useState } from 'react';
import type { MessageKey } from '../../../../messages/translator';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { Field } from '../../../ui/inputs/field';
import { TextArea } from '../../../ui/inputs/text-area';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import type { MetadataKind } from './metadata-kinds';
import { problemOfSchema } from './schema-text';
import type { SchemaState } from './use-schema';
import styles from './user-metadata.module.css';

interface SchemaDialogProps {
  kind: MetadataKind;
  schema: SchemaState;
  onClose: () => void;
}

/** Edits the JSON Schema that the project's metadata of one kind is checked with. */
export function SchemaDialog({ kind, schema, onClose }: SchemaDialogProps) {
  const { t } = useMessages();
  const [text, setText] = useState(schema.text);
  const [problem, setProblem] = useState<MessageKey>();
  const saving = useAction(async () => {
    const found = await problemOfSchema(text);
    if (found !== undefined) return setProblem(found);
    schema.setText(text.trim());
    onClose();
  });
  return (
    <FormDialog
      title={t('users.schema.title', { label: t(kind.label) })}
      description={t('users.schema.text')}
      environment={undefined}
      actionLabel={t('users.schema.save')}
      busy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void saving.run()}
    >
      <Field label={t('users.schema')} error={problem && t(problem)} help={t('users.schema.help')}>
        {(control) => (
          <TextArea
            {...control}
            rows={12}
            dir="ltr"
            className={styles.schema ?? ''}
            value={text}
            onChange={({ target }) => {
              setProblem(undefined);
              setText(target.value);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
