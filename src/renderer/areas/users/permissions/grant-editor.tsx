import { ShieldOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { losesLastAdmin } from '#contract/service/models/team-admins.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import { type GrantPlace, readGrantedIds, useTeamGrants } from '#data/permissions.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { formatNames } from '#lib/intl/format.ts';
import { type Translatable, translated } from '#lib/intl/translatable.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import type { PermissionGraph } from '#lib/rules/permission-graph.ts';
import { withContents } from '#lib/rules/removal.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { ContainsList, fromIdSet, toIdSet } from '#parts/contains-list.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { OwnUserCallout, RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { TypedConfirmation } from '#ui/overlays/typed-confirmation.tsx';
import { useSaveGrants } from '../data';
import styles from './user-permissions.module.css';

interface GrantEditorProps {
  place: GrantPlace;
  /** The project, or the name of the team. */
  label: Translatable;
  graph: PermissionGraph;
  /** Permissions that the user has in all, where it isn’t known what contains what. */
  inherited?: ReadonlySet<string>;
  granted: readonly string[];
  /** Where the bar of the changes is shown. */
  bar: HTMLElement | null;
  onDirty: (isDirty: boolean) => void;
}

const asIds = { show: idsOf, parse: toIdSet };

/** Grants and revokes permissions in one place, as a draft that shows what follows from it. */
export function GrantEditor({ place, label: kept, graph, inherited, granted, bar, onDirty }: GrantEditorProps) {
  const messages = useMessages();
  const { t } = messages;
  const label = translated(messages, kept);
  const readOnly = useReadOnlyReason(place.connectionId);
  const show = useToasts((state) => state.show);
  const draft = useDraft(useGrantSource(place, granted), asIds, () =>
    show({ tone: 'good', title: (messages) => messages.t('users.grants.saved', { label: translated(messages, kept) }) }),
  );
  const { isDirty } = draft;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const last = useLastAdmin({ place, label, graph: inherited === undefined ? graph : null, ids: draft.input, isDirty });
  const base = idsOf(draft.base);
  // Grants of permissions that were deleted have no definition.
  const ids = [...new Set([...graph.ids, ...base, ...(inherited ?? [])])];
  if (ids.length === 0) return <EmptyState icon={ShieldOff} title={t('users.grants.none')} text={t('users.grants.none.text')} />;
  return (
    <>
      <ContainsList
        label={t('users.grants.list', { label })}
        ids={ids}
        graph={graph}
        chosen={draft.input}
        stored={base}
        inherited={inherited}
        disabledReason={readOnly}
        onChange={draft.setInput}
      />
      {inherited === undefined && <InheritanceNote graph={graph} before={base} after={draft.input} />}
      {base.some((id) => !draft.input.includes(id)) && (
        <OwnUserCallout of={{ actor: 'project', connectionId: place.connectionId, userId: place.userId }} />
      )}
      {last.question}
      <ErrorCallout report={draft.saving.failure} />
      {bar !== null &&
        createPortal(
          <DraftBar
            draft={draft}
            label={t('users.grants.list', { label })}
            connectionId={place.connectionId}
            disabledReason={readOnly ?? last.reason}
          />,
          bar,
        )}
      <LeaveGuard when={isDirty} isSaving={!draft.isUnsaved} parameter="tab" />
    </>
  );
}

/** Reads what was granted again before each save, and sends only the differences to it. */
function useGrantSource(place: GrantPlace, granted: readonly string[]) {
  const latest = useRef(granted);
  const save = useSaveGrants(place);
  return {
    stored: toIdSet(granted),
    read: async () => {
      latest.current = await readGrantedIds(place);
      return toIdSet(latest.current);
    },
    write: (value: JsonValue) => save(latest.current, idsOf(value)),
  };
}

interface InheritanceNoteProps {
  graph: PermissionGraph;
  before: readonly string[];
  after: readonly string[];
}

/** What the user gains and loses besides what is granted and revoked. */
function InheritanceNote({ graph, before, after }: InheritanceNoteProps) {
  const { t, locale } = useMessages();
  const { gained, lost } = inheritanceChanges(graph, before, after);
  if (gained.length + lost.length === 0) return null;
  return (
    <p className={styles.inheritance} role="status">
      {gained.length > 0 && <span>{t('users.grants.gains', { ids: formatNames(gained, locale) })}</span>}
      {lost.length > 0 && <span>{t('users.grants.loses', { ids: formatNames(lost, locale) })}</span>}
    </p>
  );
}

function idsOf(value: JsonValue): readonly string[] {
  // Not by a schema: `__proto__` is a valid ID, which a schema of records leaves out.
  return fromIdSet(value as object);
}

interface LastAdminOptions {
  readonly place: GrantPlace;
  /** The team's name. */
  readonly label: string;
  /** Null where it isn't known what contains what. */
  readonly graph: PermissionGraph | null;
  /** What the user is granted after saving. */
  readonly ids: readonly string[];
  readonly isDirty: boolean;
}

/** Returns the question before a draft that leaves a team without a member who can manage it, and why it can't be saved until then. */
function useLastAdmin({ place, label, graph, ids, isDirty }: LastAdminOptions): { question: ReactNode; reason: string | undefined } {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const { connectionId, teamId, userId } = place;
  const all = useTeamGrants({ connectionId, teamId: teamId ?? '' }, 'all', teamId !== null && graph !== null && isDirty);
  if (teamId === null || graph === null || !isDirty || all.data === undefined) return { question: null, reason: undefined };
  const after = new Map([...all.data, ...withContents(new Map([[userId, new Set(ids)]]), graph)]);
  if (!losesLastAdmin(all.data, after)) return { question: null, reason: undefined };
  const text = shownNameToType(label, teamId);
  const question = (
    <>
      <RiskCallout texts={[t('removal.risk.last-admin')]} />
      <TypedConfirmation expected={text} value={typed} onValueChange={setTyped} />
    </>
  );
  return { question, reason: isTyped(typed, text) ? undefined : t('ui.type-to-confirm', { text }) };
}

interface InheritanceChanges {
  /** Permissions that come with what is granted then, and weren’t there before. */
  readonly gained: readonly string[];
  /** Permissions that came only with what is no longer granted. */
  readonly lost: readonly string[];
}

/** Returns what a user gains and loses besides the permissions whose direct grant changes, in the order of their IDs. */
export function inheritanceChanges(graph: PermissionGraph, before: readonly string[], after: readonly string[]): InheritanceChanges {
  const had = permissionsIn(graph, before);
  const has = permissionsIn(graph, after);
  const isDirect = (id: string) => before.includes(id) || after.includes(id);
  const difference = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...some].filter((id) => !others.has(id) && !isDirect(id)).sort();
  return { gained: difference(has, had), lost: difference(had, has) };
}

function permissionsIn(graph: PermissionGraph, ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.flatMap((id) => [id, ...graph.closureOf(id)]));
}
