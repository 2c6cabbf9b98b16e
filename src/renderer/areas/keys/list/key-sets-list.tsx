import { History, KeyRound, Pencil, Plus, RefreshCw, ScanSearch } from 'lucide-react';
import { type Ref, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Omitted } from '#contract/definitions.ts';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { readKeySet } from '#data/key-sets.ts';
import { useConnection } from '#data/topics.ts';
import { keysOfSet, kindsInUse } from '#lib/rules/project-keys.ts';
import { narrowedBy } from '#lib/search.ts';
import { useIsNarrow } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { KeyCounts, KeyRowList } from '#parts/api-keys/key-row-list.tsx';
import { hasValid, isValid, type KeyRow, keyRows } from '#parts/api-keys/key-rows.ts';
import { useKeySetName } from '#parts/project-keys/use-key-set-name.ts';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { OneActionBar } from '#parts/selection/one-action-bar.tsx';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting, type Selection } from '#parts/selection/use-selection.ts';
import { selectedTargets } from '#parts/selection/use-selection-jobs.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListBody } from '#ui/layout/list-frame.tsx';
import { paths } from '#window/routes.ts';
import type { ProjectKeysPlace } from '#window/url-state.ts';
import styles from '../project-keys.module.css';
import { useKeySetColumns } from './key-set-columns';

interface KeySetsListProps {
  /** Receives the focus where a dialog can't give it back. */
  ref: Ref<HTMLDivElement>;
  connectionId: string;
  list: { readonly items: readonly KeySet[]; readonly omitted?: Omitted | undefined };
  place: ProjectKeysPlace;
  /** Why no keys can be revoked or described. */
  blocked: string | undefined;
  /** Why no keys can be created or rotated. */
  uncreatable: string | undefined;
  selection: Selection<KeyRow<KeySet>>;
  /** Selects nothing, and keeps the focus in the list. */
  onUnselect: () => void;
  onRevoke: (set: KeySet) => void;
  onDescribe: (set: KeySet) => void;
  onRotate: (set: KeySet) => void;
  onOpen: (set: KeySet) => void;
  onHistory: (set: KeySet) => void;
  onCreate: () => void;
  onClear: () => void;
}

/** Whether it is known that there are no keys. */
export function isEmptyList(list: KeySetsListProps['list'] | undefined): boolean {
  return list !== undefined && list.items.length === 0 && list.omitted === undefined;
}

/** Key sets as rows. The service returns all of them at once, so they are filtered here. */
export function KeySetsList({ ref, ...props }: KeySetsListProps) {
  const { omitted } = props.list;
  return (
    <>
      <div ref={ref} tabIndex={-1} className={styles.list}>
        {isEmptyList(props.list) ? <NoKeys {...props} /> : <Rows {...props} />}
      </div>
      <OmittedNote omitted={omitted} />
    </>
  );
}

/** Below this width in CSS pixels, the names would have too little room. */
const narrowList = 1000;

function Rows({
  connectionId,
  list: { items },
  place: { q = '', status, type },
  blocked,
  uncreatable,
  selection,
  onUnselect,
  onDescribe,
  onRevoke,
  onRotate,
  onOpen,
  onHistory,
  onClear,
}: Omit<KeySetsListProps, 'ref'>) {
  const { t } = useMessages();
  const now = useNow();
  const [isNarrow, measured] = useIsNarrow(narrowList);
  const rows = useMemo(() => {
    const ofType = items.filter((set) => type === undefined || keysOfSet(set).some(({ kind }) => kind === type));
    return keyRows(ofType, { text: q, validity: status ?? 'any' }, now, endingsOf);
  }, [items, q, status, type, now]);
  const columns = useKeySetColumns({ connectionId, isNarrow, canRevoke: hasValid(items, now), blocked, uncreatable, onRotate, onRevoke });
  const { menu, element } = useKeySetMenu({ connectionId, blocked, uncreatable, onDescribe, onRotate, onRevoke, onHistory });
  const nameOf = useKeySetName();
  const rowName = useCallback(({ key }: KeyRow<KeySet>) => nameOf(key), [nameOf]);
  const selects = useListSelection({ selection, items: rows, nameOf: rowName });
  const lack = useLack(connectionId, selection);
  const by = narrowedBy(q, status !== undefined || type !== undefined);
  return (
    <>
      {isSelecting(selection) && (
        <OneActionBar
          connectionId={connectionId}
          selection={selection}
          matching={rows.length}
          icon={KeyRound}
          label={t('bulk.revoke-keys')}
          action={{ kind: 'apiKeys.revokeSets' }}
          scope={() => selectedTargets(selection)}
          lack={lack}
          onAll={selects.onAll}
          onClear={onUnselect}
        />
      )}
      <ListBody ref={measured}>
        {rows.length === 0 ? (
          <NoMatchState
            title={t('project-keys.no-match', { by })}
            text={t('project-keys.no-match.text')}
            by={by}
            clearLabel={t('users.no-match.clear', { by })}
            onClear={onClear}
          />
        ) : (
          <KeyRowList label={t('project-keys.list')} columns={columns} rows={rows} selection={selects} menu={menu} onOpen={onOpen} />
        )}
        {element}
      </ListBody>
      <KeyCounts keys={items} now={now} />
    </>
  );
}

/** Returns why none of the selected keys can be revoked. */
function useLack(connectionId: string, { items }: Selection<KeyRow<KeySet>>): string | undefined {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const valid = [...items.values()].filter(isValid);
  if (valid.length === 0) return t('bulk.lack.keys');
  const isInUse = ({ key }: KeyRow<KeySet>) => connection !== undefined && kindsInUse(key, connection).length > 0;
  return valid.every(isInUse) ? t('bulk.lack.keys-in-use') : undefined;
}

const endingsOf = (set: KeySet) => keysOfSet(set).map(({ lastFour }) => lastFour);

type MenuOptions = Pick<
  KeySetsListProps,
  'connectionId' | 'blocked' | 'uncreatable' | 'onDescribe' | 'onRotate' | 'onRevoke' | 'onHistory'
>;

/** Returns the menu of the rows, which renames, rotates and revokes keys. The service returns no more of a key than its last characters. */
function useKeySetMenu({ connectionId, blocked, uncreatable, onDescribe, onRotate, onRevoke, onHistory }: MenuOptions) {
  const { t } = useMessages();
  const nameOf = useKeySetName();
  const curl = useCurl(connectionId);
  return useRowMenu((row: KeyRow<KeySet>) => {
    const { key } = row;
    const unknown = keysOfSet(key).length === 0 ? t('project-keys.rotate.unknown') : undefined;
    const describe = { icon: Pencil, label: t('project-keys.describe.menu'), disabledReason: blocked, onSelect: () => onDescribe(key) };
    const rotate = {
      icon: RefreshCw,
      label: t('project-keys.rotate'),
      disabledReason: uncreatable ?? unknown,
      onSelect: () => onRotate(key),
    };
    const history = { icon: History, label: t('history.open'), onSelect: () => onHistory(key) };
    return {
      name: nameOf(key),
      id: key.id,
      path: paths.projectKeys(connectionId, { key: key.id }),
      readJson: () => readKeySet(connectionId, key.id, true),
      curl: curl({ access: 'admin', path: `/internal/api-keys/${encodeURIComponent(key.id)}` }),
      actions: isValid(row) ? [describe, rotate, history] : [describe, history],
      remove: isValid(row) ? { label: t('api-keys.revoke.menu'), disabledReason: blocked, onSelect: () => onRevoke(key) } : undefined,
    };
  });
}

function NoKeys({ connectionId, uncreatable, onCreate }: Pick<KeySetsListProps, 'connectionId' | 'uncreatable' | 'onCreate'>) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const action = (
    <>
      <Button variant="primary" icon={Plus} disabledReason={uncreatable} onClick={onCreate}>
        {t('project-keys.create')}
      </Button>
      <Button icon={ScanSearch} onClick={() => void navigate(paths.keyCheck(connectionId))}>
        {t('key-check.open')}
      </Button>
    </>
  );
  return <EmptyState icon={KeyRound} title={t('project-keys.none')} text={t('project-keys.none.text')} action={action} />;
}
