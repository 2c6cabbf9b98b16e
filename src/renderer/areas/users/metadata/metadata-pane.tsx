import { AlignLeft, Check, CircleAlert, FileCheck, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatNumber } from '#lib/intl/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { EditorField } from '#parts/metadata/editor-field.tsx';
import type { EditorCommands } from '#parts/metadata/json-editor.tsx';
import { metadataText, type ParsedMetadata } from '#parts/metadata/metadata-text.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextArea } from '#ui/inputs/text-area.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { MetadataKind } from './metadata-kinds';
import { problemOfSchema } from './schema-text';
import type { KindDraft } from './use-kind-draft';
import type { SchemaState } from './use-schema';
import styles from './user-metadata.module.css';

interface MetadataPaneProps {
  of: KindDraft;
  drafts: readonly KindDraft[];
  onShow: (kind: MetadataKind['kind']) => void;
  disabledReason: string | undefined;
  onSubmit: () => void;
}

/** The editor of one kind of metadata, with what can be done with its text. */
export function MetadataPane({ of, drafts, onShow, disabledReason, onSubmit }: MetadataPaneProps) {
  const { t, locale } = useMessages();
  const { draft, kind, schema } = of;
  const editor = useRef<EditorCommands>(undefined);
  const [isSchemaOpen, setSchemaOpen] = useState(false);
  const { value } = draft.parsed;
  const isReadOnly = disabledReason !== undefined;
  const options = drafts.map((one) => ({
    value: one.kind.kind,
    label: t(one.kind.short),
    isChanged: one.draft.isDirty,
  }));
  return (
    <Card className={styles.editor}>
      <div className={styles.toolbar}>
        <Segmented label={t('users.metadata.kind')} value={kind.kind} options={options} onValueChange={onShow} />
        <Validity parsed={draft.parsed} />
        <IconButton
          label={t('users.metadata.format')}
          icon={AlignLeft}
          disabledReason={disabledReason ?? (value === undefined ? t('metadata.fix-first') : undefined)}
          onClick={() => value !== undefined && draft.setInput(metadataText(value))}
        />
        <IconButton label={t('users.metadata.undo')} icon={Undo2} disabledReason={disabledReason} onClick={() => editor.current?.undo()} />
        <IconButton label={t('users.schema')} icon={FileCheck} onClick={() => setSchemaOpen(true)} />
      </div>
      <div className={styles.text}>
        <EditorField
          key={String(isReadOnly)}
          draft={draft}
          label={t(kind.label)}
          help={t(kind.help)}
          isReadOnly={isReadOnly}
          onSubmit={onSubmit}
          onReady={(commands) => {
            editor.current = commands;
          }}
        />
        <SchemaProblems schema={schema} />
        <p className={styles.size}>
          {t('users.metadata.size', { count: draft.input.length, shown: formatNumber(draft.input.length, locale) })}
        </p>
      </div>
      {isSchemaOpen && <SchemaDialog kind={kind} schema={schema} onClose={() => setSchemaOpen(false)} />}
    </Card>
  );
}

function Validity({ parsed: { value, fault } }: { parsed: ParsedMetadata }) {
  const { t } = useMessages();
  const isValid = value !== undefined;
  return (
    <span className={isValid ? styles.valid : styles.invalid}>
      <Icon of={isValid ? Check : CircleAlert} size={14} />
      {isValid && t('users.metadata.valid')}
      {fault && t('users.metadata.invalid', { line: fault.line, column: fault.column })}
      {!isValid && !fault && t('users.metadata.too-large')}
    </span>
  );
}

/** Where the value doesn't match the project's schema. */
function SchemaProblems({ schema }: { schema: SchemaState }) {
  const { t } = useMessages();
  if (schema.state !== 'checked') {
    return (
      <Callout tone="warn" title={t(`users.schema.${schema.state}`)}>
        {t(`users.schema.${schema.state}.text`)}
      </Callout>
    );
  }
  if (schema.problems.length === 0) return null;
  return (
    <Callout tone="warn" title={t('users.schema.problems', { count: schema.problems.length })}>
      <ul className={styles.problems} aria-label={t('users.schema.problems', { count: schema.problems.length })}>
        {schema.problems.map(({ path, text }) => (
          <li key={`${path} ${text}`}>
            {path !== '' && <code>{path}</code>} <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

interface SchemaDialogProps {
  kind: MetadataKind;
  schema: SchemaState;
  onClose: () => void;
}

/** Edits the JSON Schema that the project's metadata of one kind is checked with. */
function SchemaDialog({ kind, schema, onClose }: SchemaDialogProps) {
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
