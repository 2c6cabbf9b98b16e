import { FileBraces } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { leafFields, schemaTitle } from '../metadata-form/form-fields';
import { problemOfSchema } from './check-within-limit';
import type { MetadataKind } from './metadata-kinds';
import type { SchemaState } from './use-schema';
import styles from './user-metadata.module.css';

interface SchemaProps {
  kind: MetadataKind;
  schema: SchemaState;
}

/** The JSON Schema of a kind of metadata, or the offer to set one. */
export function SchemaCard({ kind, schema }: SchemaProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { text, fields } = schema;
  const leaves = leafFields(fields ?? []);
  const required = leaves.filter(({ isRequired }) => isRequired).length;
  return (
    <Card className={styles.schemaCard}>
      <div className={styles.schemaHead}>
        <Icon of={FileBraces} size={16} />
        <h2>
          <bdi>{schemaTitle(text) ?? t('users.schema')}</bdi>
        </h2>
        <Button size="sm" aria-label={t(text === '' ? 'users.schema.add' : 'users.schema.edit')} onClick={() => setOpen(true)}>
          {t(text === '' ? 'users.schema.add.short' : 'users.schema.edit.short')}
        </Button>
      </div>
      {text === '' ? (
        <p className={styles.quiet}>{t('users.schema.none')}</p>
      ) : (
        <dl className={styles.facts}>
          <dt>{t('users.schema.applies')}</dt>
          <dd>{t('users.schema.applies.to', { label: t(kind.label) })}</dd>
          <dt>{t('users.schema.fields')}</dt>
          <dd>{fields === null ? t('users.schema.fields.none') : t('users.schema.fields.count', { count: leaves.length, required })}</dd>
          <dt>{t('users.schema.checked')}</dt>
          <dd>{t('users.schema.checked.where')}</dd>
        </dl>
      )}
      {isOpen && <SchemaDialog kind={kind} schema={schema} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** Edits the JSON Schema that the project's metadata of one kind is checked with. */
function SchemaDialog({ kind, schema, onClose }: SchemaProps & { onClose: () => void }) {
  const { t } = useMessages();
  const [text, setText] = useState(schema.text);
  const [problem, setProblem] = useState<MessageKey>();
  const saving = useAction(() => problemOfSchema(text), {
    onDone(found) {
      if (found !== undefined) return setProblem(found);
      schema.setText(text.trim());
      onClose();
    },
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
