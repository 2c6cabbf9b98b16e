import { AlignLeft, Braces, Check, CircleAlert, Rows3, Undo2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { pathText } from '#parts/conflict/json-changes.ts';
import { EditorField } from '#parts/metadata/editor-field.tsx';
import type { EditorCommands } from '#parts/metadata/json-editor.tsx';
import { metadataText, type ParsedMetadata } from '#parts/metadata/metadata-text.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Card } from '#ui/layout/card.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useViewState } from '#window/view-state.ts';
import type { FormField } from '../metadata-form/form-fields';
import { type FormState, problemsOutside } from '../metadata-form/form-state';
import { MetadataForm } from '../metadata-form/metadata-form';
import type { SchemaProblem } from './check-schema';
import type { MetadataKind } from './metadata-kinds';
import { hasInvalidText, type KindDraft } from './use-kind-draft';
import type { SchemaState } from './use-schema';
import styles from './user-metadata.module.css';

/** Characters of JSON up to which a form is drawn: each change of a field writes all of it again. */
const maxFormLength = 200_000;

const isFormOrJson = (value: JsonValue): value is 'form' | 'json' => value === 'form' || value === 'json';

/** Returns the fields that a draft is edited with, and the choice between them and its JSON. Fields are null where there is no choice. */
export function useMetadataView({ draft, kind, schema }: KindDraft) {
  const [chosen, setChosen] = useViewState<'form' | 'json'>('users.metadata.view', 'form', isFormOrJson);
  const [stays, setStays] = useState<readonly string[]>([]);
  const { value } = draft.parsed;
  const isDrawable = typeof value === 'object' && !Array.isArray(value) && draft.input.length <= maxFormLength;
  const isStaying = stays.includes(kind.kind);
  // Once its JSON had to be shown, it isn't replaced by a form while it is typed.
  if (schema.fields !== null && !isDrawable && !isStaying) setStays([...stays, kind.kind]);
  const fields = isDrawable || value === undefined ? schema.fields : null;
  const setView = (view: 'form' | 'json') => {
    setStays(stays.filter((one) => one !== kind.kind));
    setChosen(view);
  };
  const view: 'form' | 'json' = isDrawable && fields !== null && !isStaying ? chosen : 'json';
  return { fields, view, setView };
}

type MetadataView = ReturnType<typeof useMetadataView>;

interface MetadataPaneProps {
  of: KindDraft;
  drafts: readonly KindDraft[];
  view: MetadataView;
  onShow: (kind: MetadataKind['kind']) => void;
  disabledReason: string | undefined;
  onSubmit: () => void;
}

/** The editor of one kind of metadata: the fields of its schema, or its JSON with what can be done with the text. */
export function MetadataPane(props: MetadataPaneProps) {
  const { of, drafts, view, onShow, disabledReason } = props;
  const { t } = useMessages();
  const options = drafts.map((one) => ({
    value: one.kind.kind,
    label: t(one.kind.short),
    isChanged: one.isDirty,
  }));
  return (
    <Card className={styles.editor}>
      <div className={styles.toolbar}>
        <Segmented label={t('users.metadata.kind')} value={of.kind.kind} options={options} onValueChange={onShow} />
        <ViewChoice of={of} view={view} />
      </div>
      {view.view === 'form' && view.fields !== null ? (
        <FormView of={of} fields={view.fields} isReadOnly={disabledReason !== undefined} />
      ) : (
        <JsonView {...props} />
      )}
    </Card>
  );
}

/** Form or JSON. Each shows what the other one changed, so that neither can be left with a text that isn't JSON. */
function ViewChoice({ of, view: { fields, view, setView } }: { of: KindDraft; view: MetadataView }) {
  const { t } = useMessages();
  const reasonId = useId();
  if (fields === null) return null;
  const isBroken = hasInvalidText(of);
  const options = [
    { value: 'form', label: t('users.metadata.view.form'), icon: Rows3 },
    { value: 'json', label: t('users.metadata.view.json'), icon: Braces },
  ] as const;
  return (
    <span className={styles.views}>
      <Segmented
        label={t('users.metadata.view')}
        value={view}
        options={options}
        isDisabled={isBroken}
        {...(isBroken ? { describedBy: reasonId } : {})}
        onValueChange={setView}
      />
      {isBroken && <VisuallyHidden id={reasonId}>{t('metadata.fix-first')}</VisuallyHidden>}
    </span>
  );
}

interface FormViewProps {
  of: KindDraft;
  fields: readonly FormField[];
  isReadOnly: boolean;
}

function FormView({ of: { draft, kind, schema, ownProblems, broken, setBroken }, fields, isReadOnly }: FormViewProps) {
  const { t } = useMessages();
  const { problems } = schema;
  const form: FormState = {
    value: draft.parsed.value ?? null,
    stored: draft.base,
    problems,
    ownProblems,
    broken,
    isReadOnly,
    onChange: (next) => draft.setInput(metadataText(next)),
    onBroken: setBroken,
  };
  const outside = problemsOutside(problems, fields);
  return (
    <>
      {(schema.state !== 'checked' || outside.length > 0) && (
        <div className={styles.text}>
          <SchemaProblems schema={schema} problems={outside} />
        </div>
      )}
      <MetadataForm key={kind.kind} fields={fields} form={form} />
      <p className={styles.formFoot}>
        <span>{t(kind.help)}</span>
        <Size length={draft.input.length} />
      </p>
    </>
  );
}

/** The JSON of a kind of metadata. */
function JsonView({ of, disabledReason, onSubmit }: MetadataPaneProps) {
  const { t } = useMessages();
  const { draft, kind, schema } = of;
  const editor = useRef<EditorCommands>(undefined);
  const { value } = draft.parsed;
  const isReadOnly = disabledReason !== undefined;
  return (
    <div className={styles.text}>
      <div className={styles.textTools}>
        <Validity parsed={draft.parsed} />
        <IconButton
          label={t('users.metadata.format')}
          icon={AlignLeft}
          disabledReason={disabledReason ?? (value === undefined ? t('metadata.fix-first') : undefined)}
          onClick={() => value !== undefined && draft.setInput(metadataText(value))}
        />
        <IconButton label={t('users.metadata.undo')} icon={Undo2} disabledReason={disabledReason} onClick={() => editor.current?.undo()} />
      </div>
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
      <SchemaProblems schema={schema} problems={schema.problems} />
      <p className={styles.size}>
        <Size length={draft.input.length} />
      </p>
    </div>
  );
}

function Size({ length }: { length: number }) {
  const { t, locale } = useMessages();
  return <span className={styles.size}>{t('users.metadata.size', { count: length, shown: formatNumber(length, locale) })}</span>;
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
function SchemaProblems({ schema, problems }: { schema: SchemaState; problems: readonly SchemaProblem[] }) {
  const { t } = useMessages();
  if (schema.state !== 'checked') {
    return (
      <Callout tone="warn" title={t(`users.schema.${schema.state}`)}>
        {t(`users.schema.${schema.state}.text`)}
      </Callout>
    );
  }
  if (problems.length === 0) return null;
  return (
    <Callout tone="warn" title={t('users.schema.problems', { count: problems.length })}>
      <ul className={styles.problems} aria-label={t('users.schema.problems', { count: problems.length })}>
        {problems.map(({ path, text }) => (
          <li key={`${JSON.stringify(path)} ${text}`}>
            {path.length > 0 && <code>{pathText(path)}</code>} <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
