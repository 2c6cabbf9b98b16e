import { KeyRound, Plus, ScanSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { partName } from '#contract/journal/entry-parts.ts';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { type NewKeySet, readKeySet, useDescribeKeySet, useKeySet, useKeySets, useRevokeKeySet } from '#data/key-sets.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNames, mediumDate } from '#lib/intl/format.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { type KeyKind, keyKinds } from '#lib/rules/project-keys.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EditDescriptionDialog } from '#parts/api-keys/edit-description-dialog.tsx';
import { KeyDetailsDialog } from '#parts/api-keys/key-details-dialog.tsx';
import { isNever } from '#parts/api-keys/key-expiry.ts';
import { idOfRow } from '#parts/api-keys/key-row-list.tsx';
import type { KeyRow } from '#parts/api-keys/key-rows.ts';
import { ValidityFilter } from '#parts/api-keys/keys-toolbar.tsx';
import { NotCreated } from '#parts/api-keys/not-created.tsx';
import { RevokeDialog } from '#parts/api-keys/revoke-dialog.tsx';
import { ExportButton } from '#parts/export/export-button.tsx';
import { HistoryDialog } from '#parts/journal/history/history-dialog.tsx';
import { LockOutWarning, textOfSetToType } from '#parts/project-keys/lock-out-warning.tsx';
import { keySetName, useKeySetName } from '#parts/project-keys/use-key-set-name.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { isSelecting, useSelection } from '#parts/selection/use-selection.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/overlays/menu.tsx';
import { useCreatedKeys } from '#window/created-keys.ts';
import { paths } from '#window/routes.ts';
import { type ProjectKeysPlace, projectKeysPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import { CreateKeysDialog } from './create-keys-dialog';
import { KeysOfSet } from './list/key-set-columns';
import { isEmptyList, KeySetsList } from './list/key-sets-list';
import { nextKeySet } from './next-key-set';
import styles from './project-keys.module.css';
import { useCreateAndReveal } from './use-create-and-reveal';

/** What is over the list: the form of new keys, keys that replace others, or the question before keys are revoked. */
type Dialog =
  | { create: true }
  | { rotate: KeySet; next: NewKeySet }
  | { revoke: KeySet }
  | { describe: KeySet }
  | { history: KeySet }
  | null;

/** The keys with which programs, and Latchkey itself, access the project. */
export function ProjectKeysScreen() {
  const { connectionId } = useScope();
  const [place, change] = useProjectKeysPlace(connectionId);
  const [dialog, setDialog] = useState<Dialog>(null);
  const serviceNow = useServiceNow();
  const blocked = useReadOnlyReason(connectionId);
  // New keys are of no use where they can’t be revealed.
  const unrevealed = useForbiddenReason('reveal');
  const uncreatable = blocked ?? unrevealed;
  const isRevealing = useCreatedKeys((state) => state.unsaved.length > 0);
  const focusPlace = useFocusWhenClosed(dialog !== null || place.key !== undefined || isRevealing);
  const { data, error, isFetching, refetch } = useKeySets(connectionId, true);
  const list = useRef<HTMLDivElement>(null);
  const selection = useSelection<KeyRow<KeySet>>(JSON.stringify([place.q, place.status, place.type]), idOfRow);
  const { press, clear: unselect } = useSelectionKeys(list, selection);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  const opened = data?.items.find(({ id }) => id === place.key);
  const create = () => setDialog({ create: true });
  const rotate = (old: KeySet) => {
    const next = nextKeySet(old, serviceNow());
    if (next !== null) setDialog({ rotate: old, next });
  };
  const close = () => setDialog(null);
  const clear = () => {
    change({ q: undefined, status: undefined, type: undefined });
    // The button that was pressed goes away with what it stood in.
    list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  if (data === undefined && failure) return <ErrorState {...failure} />;
  return (
    <ListFrame ref={list} onKeyDown={press}>
      {failure && <OutdatedMessage {...failure} />}
      {!isEmptyList(data) && !isSelecting(selection) && (
        <KeySetToolbar connectionId={connectionId} place={place} blocked={uncreatable} onChange={change} onCreate={create} />
      )}
      {data === undefined ? (
        <SkeletonTable avatar={false} rowHeight={52} />
      ) : (
        <KeySetsList
          ref={focusPlace}
          connectionId={connectionId}
          list={data}
          place={place}
          blocked={blocked}
          uncreatable={uncreatable}
          selection={selection}
          onUnselect={unselect}
          onRevoke={(revoke) => setDialog({ revoke })}
          onDescribe={(describe) => setDialog({ describe })}
          onHistory={(history) => setDialog({ history })}
          onRotate={rotate}
          onOpen={({ id }) => change({ key: id })}
          onCreate={create}
          onClear={clear}
        />
      )}
      {dialog && 'create' in dialog && <CreateKeysDialog connectionId={connectionId} onClose={close} />}
      {dialog && 'rotate' in dialog && (
        <RotateKeysDialog connectionId={connectionId} old={dialog.rotate} next={dialog.next} onClose={close} />
      )}
      {opened && dialog === null && (
        <KeySetDetails key={opened.id} connectionId={connectionId} listed={opened} onClose={() => change({ key: undefined })} />
      )}
      {dialog && 'history' in dialog && <KeySetHistory connectionId={connectionId} set={dialog.history} onClose={close} />}
      {dialog && 'describe' in dialog && <DescribeKeysDialog connectionId={connectionId} value={dialog.describe} onClose={close} />}
      {dialog && 'revoke' in dialog && <RevokeKeysDialog connectionId={connectionId} value={dialog.revoke} onClose={close} />}
    </ListFrame>
  );
}

function useProjectKeysPlace(connectionId: string): [ProjectKeysPlace, (change: ProjectKeysPlace) => void] {
  const changePlace = useChangeUrlState(projectKeysPlace, (next) => paths.projectKeys(connectionId, next));
  const [search] = useSearchParams();
  return [projectKeysPlace(search), (next) => changePlace(next, { replace: true })];
}

function KeySetHistory({ connectionId, set, onClose }: { connectionId: string; set: KeySet; onClose: () => void }) {
  const name = useKeySetName()(set);
  const about = partName({ kind: 'project-key', id: set.id });
  return <HistoryDialog connectionId={connectionId} about={about} names={[set.description]} title={name} onClose={onClose} />;
}

/** All that the service says about a set of project keys. */
function KeySetDetails({ connectionId, listed, onClose }: { connectionId: string; listed: KeySet; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <KeyDetailsDialog
      connectionId={connectionId}
      listed={listed}
      read={useKeySet(connectionId, listed.id)}
      readJson={() => readKeySet(connectionId, listed.id, true)}
      nameOf={useKeySetName()}
      keys={(set) => (
        <Definition label={t('project-keys.column.keys')}>
          <KeysOfSet set={set} />
        </Definition>
      )}
      onClose={onClose}
    />
  );
}

const describeTexts = {
  title: 'project-keys.describe',
  description: 'project-keys.description',
  missing: 'project-keys.description.missing',
  done: 'project-keys.describe.done',
} as const;

function DescribeKeysDialog({ connectionId, value: { id, description }, onClose }: RevokeKeysDialogProps) {
  const { mutateAsync: describe } = useDescribeKeySet(connectionId);
  const save = (next: string) => describe({ id, description: next });
  return <EditDescriptionDialog {...{ connectionId, description, save, onClose }} texts={describeTexts} />;
}

interface RevokeKeysDialogProps {
  connectionId: string;
  value: KeySet;
  onClose: () => void;
}

/** Asks before project keys are revoked: their name has to be typed. Warns if Latchkey would lock itself out. */
function RevokeKeysDialog({ connectionId, value, onClose }: RevokeKeysDialogProps) {
  const { t } = useMessages();
  const { mutateAsync: revoke } = useRevokeKeySet(connectionId);
  const connection = useConnection(connectionId);
  // This safety level has the connection's name typed.
  const typed = connection?.safety === 'type-to-destroy' ? undefined : textOfSetToType(value);
  return (
    <RevokeDialog
      connectionId={connectionId}
      name={(messages) => keySetName(messages, value)}
      consequence={t('project-keys.revoke.consequence')}
      confirmLabel={t('project-keys.revoke.confirm')}
      typed={typed}
      onRevoke={() => revoke(value.id)}
      onClose={onClose}
    >
      <LockOutWarning connectionId={connectionId} value={value} />
    </RevokeDialog>
  );
}

interface RotateKeysDialogProps {
  connectionId: string;
  old: KeySet;
  /** The keys that will replace them. */
  next: NewKeySet;
  onClose: () => void;
}

/** Creates the keys that replace others. The window then offers them to be saved, and the old ones to be revoked. */
function RotateKeysDialog({ connectionId, old, next, onClose }: RotateKeysDialogProps) {
  const { t, locale } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const createAndReveal = useCreateAndReveal(connectionId);
  const creation = useAction(() => createAndReveal(next, old), { onDone: onClose, toastsLate: true });
  const name = useKeySetName()(old);
  const types = next.kinds.map((kind) => t(`project-keys.kind.${kind}`));
  return (
    <FormDialog
      title={t('project-keys.rotate.title', { name })}
      description={t('project-keys.rotate.text')}
      environment={environment}
      actionLabel={t('project-keys.rotate')}
      busy={creation.isPending}
      // The keys may exist by now, and only the response contains them.
      busyReason={t('project-keys.create.busy')}
      onClose={onClose}
      onSubmit={() => void creation.run()}
    >
      <DefinitionList>
        <Definition label={t('project-keys.column.keys')}>{formatNames(types, locale)}</Definition>
        <Definition label={t('api-keys.column.expires')}>
          {isNever(next.expiresAtMillis) ? t('api-keys.expires.never') : mediumDate(next.expiresAtMillis, locale)}
        </Definition>
      </DefinitionList>
      {creation.failure !== null && <NotCreated report={creation.failure} next={t('project-keys.create.unknown')} />}
    </FormDialog>
  );
}

interface KeySetToolbarProps {
  connectionId: string;
  place: ProjectKeysPlace;
  /** Why no keys can be created. */
  blocked: string | undefined;
  onChange: (change: ProjectKeysPlace) => void;
  onCreate: () => void;
}

/** Search, filters by status and type, and the button that creates keys. */
function KeySetToolbar({ connectionId, place, blocked, onChange, onCreate }: KeySetToolbarProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const create = (
    <div className={styles.actions}>
      <ExportButton connectionId={connectionId} kind="project-keys" scopes={[{ scope: { kind: 'all' }, count: null }]} />
      <IconButton icon={ScanSearch} label={t('key-check.open')} onClick={() => void navigate(paths.keyCheck(connectionId))} />
      <Button variant="primary" icon={Plus} disabledReason={blocked} onClick={onCreate}>
        {t('project-keys.create')}
      </Button>
    </div>
  );
  return (
    <ListToolbar label={t('project-keys.toolbar')} end={create}>
      <DelayedSearchInput
        className={styles.search}
        label={t('project-keys.search')}
        placeholder={t('project-keys.search.hint')}
        value={place.q ?? ''}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <ValidityFilter value={place.status ?? 'any'} onChange={(status) => onChange({ status: status === 'any' ? undefined : status })} />
      <TypeFilter value={place.type} onChange={(type) => onChange({ type })} />
    </ListToolbar>
  );
}

function TypeFilter({ value, onChange }: { value: KeyKind | undefined; onChange: (value: KeyKind | undefined) => void }) {
  const { t } = useMessages();
  const text = t(value === undefined ? 'project-keys.type.any' : `project-keys.kind.${value}`);
  const trigger = (
    <FilterButton icon={KeyRound} isOn={value !== undefined} aria-label={t('project-keys.type.filter', { type: text })}>
      {text}
    </FilterButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoices value={value ?? 'any'} onValueChange={(next) => onChange(keyKinds.find((kind) => kind === next))}>
        <MenuChoice value="any">{t('project-keys.type.any')}</MenuChoice>
        {keyKinds.map((kind) => (
          <MenuChoice key={kind} value={kind}>
            {t(`project-keys.kind.${kind}`)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
