import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { visibleText } from '#contract/text/visible-text.ts';
import { type ApiKey, type ApiKeyList, type KeyOwner, readApiKey, useApiKey, useDescribeApiKey, useRevokeApiKey } from '#data/api-keys.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection, useIsImpersonating } from '#data/topics.ts';
import { mediumDate } from '#lib/intl/format.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { narrowedBy } from '#lib/search.ts';
import { useNarrowness } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Definition } from '#ui/data/definition-list.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListBody } from '#ui/layout/list-frame.tsx';
import { useCreatedKeys } from '#window/created-keys.ts';
import { useRowMenu } from '../row-menu/row-menu';
import { useCurl } from '../row-menu/use-curl';
import { OneActionBar } from '../selection/one-action-bar';
import { useSelectionKeys } from '../selection/use-clear-selection';
import { useListSelection } from '../selection/use-list-selection';
import { isSelecting, type Selection, useSelection } from '../selection/use-selection';
import { selectedTargets } from '../selection/use-selection-jobs';
import styles from './api-keys.module.css';
import { CreateKeyDialog } from './create-key-dialog';
import { EditDescriptionDialog } from './edit-description-dialog';
import { type KeyColumnOptions, keyColumns, slimList } from './key-columns';
import { KeyDetailsDialog } from './key-details-dialog';
import { idOfRow, KeyCounts, KeyRowList } from './key-row-list';
import { endingsOfApiKey, hasValid, isValid, type KeyFilter, type KeyRow, keyRows } from './key-rows';
import { KeysToolbar } from './keys-toolbar';
import { RevokeDialog, textToType } from './revoke-dialog';

const everything: KeyFilter = { text: '', validity: 'any' };

/** What is over the list: the form of a new key, the details of one, or the question before one is revoked. */
type Dialog = { create: true } | { revoke: ApiKey } | { open: ApiKey } | { describe: ApiKey } | null;

interface KeysListProps {
  owner: KeyOwner;
  /** Absent while it loads. */
  list: ApiKeyList | undefined;
  /** Whether it is known that the owner may have keys. */
  isOpen: boolean;
}

/** API keys as rows, with their filter and their dialogs. */
export function KeysList({ owner, list, isOpen }: KeysListProps) {
  const { t } = useMessages();
  const [filter, setFilter] = useState(everything);
  const [dialog, setDialog] = useState<Dialog>(null);
  const readOnly = useReadOnlyReason(owner.connectionId);
  const blocked = readOnly ?? (isOpen ? undefined : t('ui.loading'));
  // A new key is of no use where it can’t be revealed.
  const unrevealed = useForbiddenReason('reveal');
  const uncreatable = blocked ?? unrevealed;
  const isRevealing = useCreatedKeys((state) => state.unsaved.length > 0);
  const place = useFocusWhenClosed(dialog !== null || isRevealing);
  const selection = useSelection<KeyRow<ApiKey>>(JSON.stringify(filter), idOfRow);
  const selects = isSelecting(selection);
  const frame = useRef<HTMLDivElement>(null);
  const { press, clear } = useSelectionKeys(frame, selection);
  const create = () => setDialog({ create: true });
  const close = () => setDialog(null);
  const isEmpty = list?.items.length === 0 && list.omitted === undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for the controls in it
    <div ref={frame} className={styles.keys} onKeyDown={press}>
      {!isEmpty && !selects && <KeysToolbar filter={filter} blocked={uncreatable} onFilter={setFilter} onCreate={create} />}
      <div ref={place} tabIndex={-1} className={styles.list}>
        {list === undefined ? (
          <SkeletonTable avatar={false} count={6} rowHeight={52} />
        ) : isEmpty ? (
          <NoKeys owner={owner} blocked={uncreatable} onCreate={create} />
        ) : (
          <Rows
            owner={owner}
            keys={list.items}
            filter={filter}
            blocked={blocked}
            onDescribe={(describe) => setDialog({ describe })}
            onRevoke={(revoke) => setDialog({ revoke })}
            onOpen={(open) => setDialog({ open })}
            selection={selection}
            onUnselect={clear}
            onClear={() => setFilter(everything)}
          />
        )}
      </div>
      <OmittedNote omitted={list?.omitted} />
      {dialog && 'create' in dialog && <CreateKeyDialog owner={owner} onClose={close} />}
      {dialog && 'open' in dialog && <ApiKeyDetails owner={owner} listed={dialog.open} onClose={close} />}
      {dialog && 'describe' in dialog && <DescribeKeyDialog owner={owner} value={dialog.describe} onClose={close} />}
      {dialog && 'revoke' in dialog && <RevokeKeyDialog owner={owner} value={dialog.revoke} onClose={close} />}
    </div>
  );
}

interface RowsProps {
  owner: KeyOwner;
  keys: readonly ApiKey[];
  filter: KeyFilter;
  blocked: string | undefined;
  selection: Selection<KeyRow<ApiKey>>;
  onUnselect: () => void;
  onDescribe: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
  onOpen: (key: ApiKey) => void;
  onClear: () => void;
}

/** Below this width in CSS pixels, the names would have too little room. */
const narrowList = 800;

function Rows({ owner, keys, filter, blocked, selection, onUnselect, onDescribe, onRevoke, onOpen, onClear }: RowsProps) {
  const messages = useMessages();
  const { t } = messages;
  const now = useNow();
  const nameOf = useKeyName();
  const [narrowness, measured] = useNarrowness(narrowList, slimList);
  const rows = useMemo(() => keyRows(keys, filter, now, endingsOfApiKey), [keys, filter, now]);
  const columns = apiKeyColumns({
    messages,
    nameOf,
    isNarrow: narrowness > 0,
    isList: narrowness === 2,
    canRevoke: hasValid(keys, now),
    blocked,
    onRevoke,
  });
  const { menu, element } = useKeyMenu({ owner, blocked, onDescribe, onRevoke });
  const rowName = useCallback(({ key }: KeyRow<ApiKey>) => keyName(messages, key), [messages]);
  const list = useListSelection({ selection, items: rows, nameOf: rowName });
  const selected = [...selection.items.values()];
  return (
    <>
      {isSelecting(selection) && (
        <OneActionBar
          connectionId={owner.connectionId}
          selection={selection}
          matching={rows.length}
          icon={KeyRound}
          label={t('bulk.revoke-keys')}
          action={{ kind: owner.kind === 'user' ? 'apiKeys.revokeOfUsers' : 'apiKeys.revokeOfTeams' }}
          scope={() => selectedTargets(selection, owner.kind === 'user' ? owner.userId : owner.teamId)}
          lack={selected.some(isValid) ? undefined : t('bulk.lack.keys')}
          onAll={list.onAll}
          onClear={onUnselect}
        />
      )}
      <ListBody ref={measured}>
        {rows.length === 0 ? (
          <NoMatch filter={filter} onClear={onClear} />
        ) : (
          <KeyRowList
            label={t('api-keys.list')}
            columns={columns}
            rows={rows}
            selection={owner.actor === 'project' ? list : undefined}
            menu={menu}
            onOpen={onOpen}
          />
        )}
        {element}
      </ListBody>
      <KeyCounts keys={keys} now={now} />
    </>
  );
}

function NoKeys({ owner, blocked, onCreate }: { owner: KeyOwner; blocked: string | undefined; onCreate: () => void }) {
  const { t } = useMessages();
  const isImpersonating = useIsImpersonating(owner.connectionId);
  const action = (
    <Button variant="primary" icon={Plus} disabledReason={blocked} onClick={onCreate}>
      {t('api-keys.create')}
    </Button>
  );
  const ofUser = owner.actor === 'account' && !isImpersonating ? 'api-keys.none.user' : 'users.keys.none';
  const text = t(owner.kind === 'user' ? ofUser : 'api-keys.none.team');
  return <EmptyState icon={KeyRound} title={t('api-keys.none')} text={text} action={action} />;
}

function NoMatch({ filter: { text, validity }, onClear }: Pick<RowsProps, 'filter' | 'onClear'>) {
  const { t } = useMessages();
  const by = narrowedBy(text, validity !== 'any');
  return (
    <NoMatchState
      title={t('api-keys.no-match', { by })}
      text={t('api-keys.no-match.text')}
      by={by}
      clearLabel={t('users.no-match.clear', { by })}
      onClear={onClear}
    />
  );
}

/** Returns the menu of the rows of API keys. The service returns no more of a key than its last characters. */
function useKeyMenu({ owner, blocked, onDescribe, onRevoke }: Pick<RowsProps, 'owner' | 'blocked' | 'onDescribe' | 'onRevoke'>) {
  const { t } = useMessages();
  const nameOf = useKeyName();
  const curl = useCurl(owner.connectionId);
  const query = owner.kind === 'team' ? `?team_id=${encodeURIComponent(owner.teamId)}` : '';
  const access = owner.actor === 'project' ? 'server' : 'client';
  return useRowMenu(({ key, status }: KeyRow<ApiKey>) => ({
    name: nameOf(key),
    id: key.id,
    readJson: () => readApiKey(owner, key.id, true),
    curl: curl({ access, path: `/${owner.kind}-api-keys/${encodeURIComponent(key.id)}${query}` }),
    actions: [{ icon: Pencil, label: t('api-keys.describe.menu'), disabledReason: blocked, onSelect: () => onDescribe(key) }],
    remove: isValid({ status }) ? { label: t('api-keys.revoke.menu'), disabledReason: blocked, onSelect: () => onRevoke(key) } : undefined,
  }));
}

/** All that the service says about an API key. */
function ApiKeyDetails({ owner, listed, onClose }: { owner: KeyOwner; listed: ApiKey; onClose: () => void }) {
  const { t } = useMessages();
  const read = useApiKey(owner, listed.id);
  return (
    <KeyDetailsDialog
      connectionId={owner.connectionId}
      listed={listed}
      read={read}
      readJson={() => readApiKey(owner, listed.id, true)}
      nameOf={useKeyName()}
      keys={(key) => (
        <Definition label={t('api-keys.column.key')}>
          <MaskedKey value={key} />
        </Definition>
      )}
      onClose={onClose}
    />
  );
}

/** Returns the columns of a list of API keys. */
function apiKeyColumns(options: Omit<KeyColumnOptions<ApiKey>, 'nameHeader' | 'noteOf' | 'keys'>): Column<KeyRow<ApiKey>>[] {
  const { messages } = options;
  return keyColumns({
    ...options,
    nameHeader: messages.t('api-keys.description'),
    noteOf: (row) => noteOf(row, messages),
    keys: { id: 'key', header: messages.t('api-keys.column.key'), width: '96px', cell: ({ key }) => <MaskedKey value={key} /> },
  });
}

function noteOf({ key, status }: KeyRow<ApiKey>, { t, locale }: Translator): string | undefined {
  const revokedAt = status === 'revoked' ? key.manually_revoked_at_millis : undefined;
  if (revokedAt !== undefined) return t('api-keys.revoked-on', { date: mediumDate(revokedAt, locale) });
  return key.is_public ? t('api-keys.public') : undefined;
}

/** The end of a key, and whether it may be in public code. */
function MaskedKey({ value: { is_public, value } }: { value: ApiKey }) {
  return (
    <span className={styles.masked}>
      {is_public ? 'pk' : 'sk'}_…{value.last_four}
    </span>
  );
}

const describeTexts = {
  title: 'api-keys.describe',
  description: 'api-keys.description',
  missing: 'api-keys.description.missing',
  done: 'api-keys.describe.done',
} as const;

function DescribeKeyDialog({ owner, value, onClose }: RevokeKeyDialogProps) {
  const { mutateAsync: describe } = useDescribeApiKey(owner);
  const { id, description } = value;
  return (
    <EditDescriptionDialog
      connectionId={owner.connectionId}
      texts={describeTexts}
      description={description}
      save={(next) => describe({ id, description: next })}
      onClose={onClose}
    />
  );
}

interface RevokeKeyDialogProps {
  owner: KeyOwner;
  value: ApiKey;
  onClose: () => void;
}

/** Asks before an API key is revoked. In production, and where the safety level requires it, its description has to be typed. */
function RevokeKeyDialog({ owner, value, onClose }: RevokeKeyDialogProps) {
  const { t } = useMessages();
  const { mutateAsync: revoke } = useRevokeApiKey(owner);
  const connection = useConnection(owner.connectionId);
  const isGuarded = connection?.environment === 'production' || connection?.safety === 'type-to-destroy';
  // Calls of the project are confirmed by the connection's safety level itself.
  const typed = isGuarded && owner.actor === 'account' ? textToType(value.description, value.value.last_four) : undefined;
  return (
    <RevokeDialog
      connectionId={owner.connectionId}
      name={(messages) => keyName(messages, value)}
      consequence={t('api-keys.revoke.consequence')}
      confirmLabel={t('api-keys.revoke.confirm')}
      typed={typed}
      onRevoke={() => revoke(value.id)}
      onClose={onClose}
    />
  );
}

type NamedKey = Pick<ApiKey, 'description' | 'value'>;

/** Returns the name of a key: its description, which may be empty, or its last characters. */
function keyName({ t }: Translator, { description, value }: NamedKey): string {
  return visibleText(description) === '' ? t('api-keys.unnamed', { lastFour: value.last_four }) : description;
}

/** Returns a function that names a key. */
function useKeyName(): (key: NamedKey) => string {
  const messages = useMessages();
  return (key) => keyName(messages, key);
}
