import { useRef, useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { isBehindDialog } from '#lib/keyboard/open-dialog.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useShortcut } from '#lib/use-shortcut.ts';
import { ChangeList } from '#parts/conflict/change-list.tsx';
import { ConflictChoice } from '#parts/conflict/field-conflicts.tsx';
import { type JsonChange, pathText } from '#parts/conflict/json-changes.ts';
import { BarLayout, BarNote, UnsavedNames } from '#parts/form/bar-layout.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { problemsOfChanges } from '../metadata-form/form-state';
import { userUrlParameters } from '../page/user-url-parameters';
import { type MetadataKind, metadataKinds } from './metadata-kinds';
import { MetadataPane, useMetadataView } from './metadata-pane';
import { SchemaCard } from './schema-card';
import { UnnamedKeys } from './unnamed-keys';
import { hasInvalidText, isUnready, type KindDraft, useKindDraft } from './use-kind-draft';
import styles from './user-metadata.module.css';

interface UserMetadataProps {
  connectionId: string;
  user: ServerUser;
  /** Whether the user was deleted elsewhere, which the screen says above. */
  isGone: boolean;
  /** Why nothing can be changed. */
  disabledReason: string | undefined;
}

const [client, readOnly, server] = metadataKinds;

/** The three kinds of metadata of a user: one editor at a time, and what saving would change beside it. */
export function UserMetadata({ connectionId, user, isGone, disabledReason }: UserMetadataProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [name, setName] = useState<MetadataKind['kind']>('client');
  const [isAsking, setAsking] = useState(false);
  const first = useKindDraft(connectionId, user, client);
  const drafts = [first, useKindDraft(connectionId, user, readOnly), useKindDraft(connectionId, user, server)];
  const dirty = drafts.filter(({ isDirty }) => isDirty);
  const shown = drafts.find(({ kind }) => kind.kind === name) ?? first;
  const view = useMetadataView(shown);
  const wrong = dirty.reduce((sum, { ownProblems }) => sum + ownProblems.length, 0);
  // A form doesn't save what its fields call wrong. In JSON, it is saved after a question.
  const toCorrect = view.view === 'form' ? wrong : 0;
  const isBlocked = disabledReason !== undefined || dirty.some(isUnready) || toCorrect > 0;
  const saveAll = async () => {
    for (const { save } of dirty) await save();
  };
  const { isChecking, check } = useCheckBeforeSave(dirty);
  const save = async () => {
    if (isBlocked || isChecking || dirty.length === 0) return;
    const found = await check();
    if (found === 'changed') return;
    if (found === 'valid') await saveAll();
    else if (view.view === 'json') setAsking(true);
  };
  useShortcut({ key: 's', mod: true }, () => isBehindDialog() || void save());
  return (
    <div className={styles.tab}>
      <div className={styles.scroll}>
        <div className={styles.columns}>
          <div className={styles.main}>
            {disabledReason !== undefined && !isGone && <p className={styles.quiet}>{disabledReason}</p>}
            {shown.draft.conflict !== null && (
              <Callout tone="warn" title={t('users.conflict.title')}>
                {t(shown.openConflicts > 0 ? 'users.metadata.conflict.choose' : 'users.metadata.conflict.combined')}
              </Callout>
            )}
            <MetadataPane
              key={shown.kind.kind}
              of={shown}
              drafts={drafts}
              view={view}
              onShow={setName}
              disabledReason={disabledReason}
              onSubmit={() => void save()}
            />
          </div>
          <aside className={styles.side}>
            <ChangesCard of={shown} disabledReason={disabledReason} />
            {view.fields !== null && (
              <UnnamedKeys of={shown} fields={view.fields} view={view.view} onEditJson={() => view.setView('json')} />
            )}
            <SchemaCard key={shown.kind.kind} kind={shown.kind} schema={shown.schema} />
            <p className={styles.quiet}>{t('users.metadata.text')}</p>
          </aside>
        </div>
      </div>
      <MetadataBar dirty={dirty} toCorrect={toCorrect} isChecking={isChecking} disabledReason={disabledReason} onSave={() => void save()} />
      <LeaveGuard
        when={dirty.length > 0}
        isSaving={!drafts.some(({ draft, broken }) => draft.isUnsaved || broken.size > 0)}
        parameters={userUrlParameters}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('users.schema.ask.title')}
        consequence={t('users.schema.ask.text')}
        confirmLabel={t('users.schema.ask.save')}
        environment={environment}
        onConfirm={saveAll}
      />
    </div>
  );
}

/** Checks what is saved with its schemas, at once: what was found last is about an earlier text. */
function useCheckBeforeSave(dirty: readonly KindDraft[]) {
  const [isChecking, setChecking] = useState(false);
  const textsOf = (drafts: readonly KindDraft[]) => JSON.stringify(drafts.map(({ draft }) => draft.input));
  const latest = useRef('');
  latest.current = textsOf(dirty);
  const check = async (): Promise<'valid' | 'invalid' | 'changed'> => {
    const checked = textsOf(dirty);
    setChecking(true);
    const found = await Promise.all(
      dirty.map(({ draft, schema }) => schema.checkNow().then((all) => problemsOfChanges(all, draft.changes))),
    );
    setChecking(false);
    if (latest.current !== checked) return 'changed';
    return found.some((problems) => problems.length > 0) ? 'invalid' : 'valid';
  };
  return { isChecking, check };
}

interface MetadataBarProps {
  /** The drafts with changes. */
  dirty: readonly KindDraft[];
  /** Number of values in them that must be corrected. */
  toCorrect: number;
  isChecking: boolean;
  disabledReason: string | undefined;
  onSave: () => void;
}

/** Which metadata has unsaved changes, what has to be done before they can be saved, and the buttons. */
function MetadataBar({ dirty, toCorrect, isChecking, disabledReason, onSave }: MetadataBarProps) {
  const { t } = useMessages();
  if (dirty.length === 0) return null;
  const isPending = isChecking || dirty.some(({ draft }) => draft.saving.isPending);
  const failure = dirty.find(({ draft }) => draft.saving.failure !== null)?.draft.saving.failure ?? null;
  const reason = disabledReason ?? firstReason(dirty, toCorrect, t);
  return (
    <BarLayout
      failure={failure}
      buttons={
        <>
          <Button
            variant="plain"
            disabledReason={isPending ? t('form.saving') : undefined}
            onClick={() => {
              for (const { discard } of dirty) discard();
            }}
          >
            {t('form.discard')}
          </Button>
          <Button variant="primary" busy={isPending} disabledReason={reason} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <UnsavedNames names={dirty.map(({ kind }) => t(kind.label))} />
      {reason !== undefined && <BarNote>{reason}</BarNote>}
    </BarLayout>
  );
}

function firstReason(dirty: readonly KindDraft[], toCorrect: number, t: ReturnType<typeof useMessages>['t']): string | undefined {
  if (dirty.some(hasInvalidText)) return t('metadata.fix-first');
  if (dirty.some(({ openConflicts }) => openConflicts > 0)) return t('draft.conflict.first');
  return toCorrect > 0 ? t('users.form.correct', { count: toCorrect }) : undefined;
}

/** What saving would change, and the values to choose from where a key was changed elsewhere too. */
function ChangesCard({ of, disabledReason }: { of: KindDraft; disabledReason: string | undefined }) {
  const { t } = useMessages();
  const { draft, choiceOf, choose, openConflicts, ownProblems } = of;
  const { changes, conflict } = draft;
  const contested = conflict?.contested ?? [];
  const own = changes.filter((change) => !contested.includes(change));
  const theirs = (conflict?.theirs ?? []).filter((their) => !contested.some((change) => overlaps(change, their)));
  return (
    <Card className={styles.changes}>
      <div className={styles.changesHead}>
        <h2>{t('users.metadata.changes')}</h2>
        <span className={styles.counts} role="status">
          {changes.length > 0 && <Badge tone="accent">{t('draft.count', { count: changes.length })}</Badge>}
          {ownProblems.length > 0 && <Badge tone="bad">{t('users.form.wrong', { count: ownProblems.length })}</Badge>}
          {openConflicts > 0 && <Badge tone="warn">{t('users.metadata.conflicts', { count: openConflicts })}</Badge>}
        </span>
      </div>
      {contested.map((change) => (
        <ConflictChoice
          key={JSON.stringify(change.path)}
          label={change.path.length === 0 ? t('draft.whole') : pathText(change.path)}
          original={textOf(change.before)}
          theirs={textOf(currentOf(conflict?.theirs ?? [], change))}
          mine={textOf(change.after)}
          isJson
          chosen={choiceOf(change)}
          disabledReason={disabledReason}
          onChoose={(side) => choose(change, side)}
        />
      ))}
      <div className={styles.lists}>
        {own.length > 0 && <ChangeList label={t('draft.changes')} changes={own} />}
        {theirs.length > 0 && <ChangeList label={t('users.metadata.kept')} changes={theirs} />}
        {changes.length === 0 && <p className={styles.quiet}>{t('form.nothing')}</p>}
      </div>
    </Card>
  );
}

const maxLength = 2_000;

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function overlaps(one: JsonChange, other: JsonChange): boolean {
  const length = Math.min(one.path.length, other.path.length);
  return one.path.slice(0, length).every((key, at) => key === other.path[at]);
}

/** The current value of a key, or of the part of it that was changed elsewhere. */
function currentOf(theirs: readonly JsonChange[], change: JsonChange): JsonValue | undefined {
  return theirs.find((their) => overlaps(change, their))?.after;
}
