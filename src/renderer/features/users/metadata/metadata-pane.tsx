import { AlignLeft, Check, CircleAlert, FileCheck, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { EditorField } from '../../../blocks/metadata/editor-field';
import type { EditorCommands } from '../../../blocks/metadata/json-editor';
import { metadataText, type ParsedMetadata } from '../../../blocks/metadata/metadata-text';
import { formatNumber } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import { Icon } from '../../../ui/data/icon';
import { IconButton } from '../../../ui/inputs/icon-button';
import { Segmented } from '../../../ui/inputs/segmented';
import { Card } from '../../../ui/layout/card';
import type { MetadataKind } from './metadata-kinds';
import { SchemaDialog } from './schema-dialog';
import { SchemaProblems } from './schema-problems';
import type { KindDraft } from './use-kind-draft';
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
