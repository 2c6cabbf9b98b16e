import { ShieldOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { builtInDescription, isBuiltIn } from '#contract/service/models/permission-ids.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { definitionCalls, type PermissionKind, readDefinitions } from '#data/permissions.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { cx } from '#lib/class-names.ts';
import { createPermissionGraph, type PermissionGraph } from '#lib/rules/permission-graph.ts';
import { useLastSeen } from '#lib/use-last-seen.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { type Draft, useDraft } from '#parts/conflict/use-draft.ts';
import { ContainsList, fromIdSet, toIdSet } from '#parts/contains-list.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { GoneMessage } from '#parts/screen-message.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { forgetRecentItem } from '#window/recent-items.ts';
import { useKeepsInput } from '#window/unsaved-input.ts';
import { AffectedUsers } from './affected-users';
import { DefinitionMenu } from './definition-menu';
import { containedText } from './definition-table';
import styles from './panel.module.css';

/** A permission definition as the value of a draft. */
export interface DefinitionInput {
  readonly description: string;
  readonly contained: readonly string[];
}

/** Returns the value of a draft for what is edited. */
export function toDraftValue({ description, contained }: DefinitionInput): JsonValue {
  return { description, contains: toIdSet(contained) };
}

/** Returns the value of a draft for what is stored. */
export function storedDraftValue({ description = '', contained_permission_ids: contained }: PermissionDefinition): JsonValue {
  return toDraftValue({ description, contained });
}

/** Returns what is edited: the reverse of `toDraftValue`. */
export function fromDraftValue(value: JsonValue): DefinitionInput {
  // Not by a schema: `__proto__` is a valid ID, which a schema of records leaves out.
  const { description, contains } = value as { readonly description: string; readonly contains: object };
  return { description, contained: fromIdSet(contains) };
}

interface DefinitionPanelProps {
  connectionId: string;
  kind: PermissionKind;
  id: string;
  definitions: readonly PermissionDefinition[];
  graph: PermissionGraph;
  /** What was entered before the permission got its ID; null if there is nothing to continue with. */
  carried: DefinitionInput | null;
  /** Tells what is entered. */
  onInput: (id: string, input: DefinitionInput) => void;
  /** Opens the permission under its new ID. */
  onRenamed: (id: string) => void;
  onClose: () => void;
  onDeleted: () => void;
}

/** One permission, beside the table or the graph. */
export function DefinitionPanel(props: DefinitionPanelProps) {
  const { t } = useMessages();
  const { connectionId, id, kind, definitions, graph, onClose, onDeleted } = props;
  const definition = definitions.find((one) => one.id === id);
  const isGone = definition === undefined;
  const keepsInput = useKeepsInput(isGone);
  const seen = useLastSeen(definition && { definition, definitions, graph });
  useEffect(() => {
    if (isGone) forgetRecentItem(connectionId, id);
  }, [isGone, connectionId, id]);
  const close = <IconButton label={t('permissions.close-panel')} icon={X} onClick={onClose} />;
  if (seen === undefined || (isGone && !keepsInput)) return <MissingDefinition id={id} close={close} />;
  const menu = isBuiltIn(id) || isGone ? null : <DefinitionMenu {...props} definition={definition} />;
  const gone = isGone ? t('permissions.gone.kept') : undefined;
  return (
    <div className={styles.panel}>
      {gone !== undefined && <GoneMessage title={gone} leaveLabel={t('permissions.close-panel')} onLeave={onDeleted} />}
      <div className={styles.head}>
        <div className={styles.names}>
          <h2>
            <code>{id}</code>
          </h2>
          <p>{t(isBuiltIn(id) ? 'permissions.built-in.text' : kind === 'team' ? 'permissions.kind.team' : 'permissions.kind.project')}</p>
        </div>
        {menu}
        {close}
      </div>
      {isBuiltIn(id) ? <BuiltIn {...props} /> : <DefinitionForm {...props} {...seen} gone={gone} />}
    </div>
  );
}

/** Says that a permission doesn't exist. */
function MissingDefinition({ id, close }: { id: string; close: ReactNode }) {
  const { t } = useMessages();
  return (
    <div className={styles.panel}>
      <div className={cx(styles.head, styles.headAlone)}>{close}</div>
      <EmptyState icon={ShieldOff} title={t('permissions.gone')} text={t('permissions.gone.text', { id })} />
    </div>
  );
}

function BuiltIn({ id, graph }: DefinitionPanelProps) {
  const { t } = useMessages();
  const containers = graph.containersOf(id);
  return (
    <div className={styles.content}>
      <p>{builtInDescription(id)}</p>
      <section>
        <h3>{t('permissions.column.containers')}</h3>
        <p className={styles.quiet}>
          <code>{containers.length === 0 ? t('permissions.containers.none') : containers.join(', ')}</code>
        </p>
      </section>
    </div>
  );
}

interface DefinitionFormProps extends DefinitionPanelProps {
  definition: PermissionDefinition;
  /** That the permission is gone, if it is. */
  gone: string | undefined;
}

function DefinitionForm(props: DefinitionFormProps) {
  const { connectionId, kind, id, definition, definitions, graph, carried, onInput, gone } = props;
  const messages = useMessages();
  const { t } = messages;
  const connectionReadOnly = useReadOnlyReason(connectionId);
  const readOnly = gone ?? connectionReadOnly;
  const show = useToasts((state) => state.show);
  const draft = useDefinitionDraft(connectionId, kind, definition, () =>
    show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: id }) }),
  );
  const { description, contained } = draft.input;
  const base = fromDraftValue(draft.base);
  const after = useMemo(() => graphWith(definitions, id, contained), [definitions, id, contained]);
  useEffect(() => onInput(id, { description, contained }), [id, description, contained, onInput]);
  // What was entered before the permission got this ID isn't lost with the old one.
  const resume = useRef(carried === null ? null : () => draft.setInput(carried));
  useLayoutEffect(() => {
    resume.current?.();
    resume.current = null;
  }, []);
  const inherited = [...after.closureOf(id)].filter((inner) => !contained.includes(inner)).length;
  const isContentChanged = draft.changes.some(({ path }) => path[0] === 'contains');
  return (
    <>
      <div className={styles.content}>
        <Field label={t('permissions.description')}>
          {(control) => (
            <TextInput
              {...control}
              value={description}
              readOnly={readOnly !== undefined}
              onChange={(event) => draft.setInput({ ...draft.input, description: event.target.value })}
            />
          )}
        </Field>
        <section>
          <div className={styles.title}>
            <h3>{t('permissions.column.contains')}</h3>
            <span className={styles.quiet}>{containedText(messages, contained.length, inherited)}</span>
          </div>
          <ContainsList
            label={t('permissions.column.contains')}
            ids={graph.ids}
            graph={after}
            chosen={contained}
            stored={base.contained}
            owner={id}
            disabledReason={readOnly}
            onChange={(next) => draft.setInput({ ...draft.input, contained: next })}
          />
          {readOnly !== undefined && <p className={styles.quiet}>{readOnly}</p>}
        </section>
        {isContentChanged && gone === undefined && (
          <AffectedUsers connectionId={connectionId} kind={kind} change={{ id, before: graph, after }} />
        )}
        <ErrorCallout report={draft.saving.failure} />
      </div>
      <DraftBar draft={draft} label={id} connectionId={connectionId} disabledReason={readOnly} />
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} parameter="panel" />
    </>
  );
}

/** The graph of the definitions with other contents of one of them. */
function graphWith(definitions: readonly PermissionDefinition[], id: string, contained: readonly string[]): PermissionGraph {
  return createPermissionGraph(definitions.map((one) => (one.id === id ? { id, contained_permission_ids: contained } : one)));
}

const asInput = { show: fromDraftValue, parse: toDraftValue };

/** Returns a draft of a definition. `onSaved` follows a write. */
function useDefinitionDraft(
  connectionId: string,
  kind: PermissionKind,
  definition: PermissionDefinition,
  onSaved: () => void,
): Draft<DefinitionInput> {
  const source = {
    stored: storedDraftValue(definition),
    read: async () => {
      const current = (await readDefinitions(connectionId, kind)).items.find(({ id }) => id === definition.id);
      // If it was deleted, the service refuses the write with its own error.
      return storedDraftValue(current ?? definition);
    },
    write: (value: JsonValue) => {
      const { description, contained } = fromDraftValue(value);
      return definitionCalls(connectionId, kind).update(definition.id, { description, contained_permission_ids: [...contained] });
    },
  };
  return useDraft(source, asInput, onSaved);
}
