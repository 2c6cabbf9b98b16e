import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { KeySet } from '../../../contract/service/models/api-key-models';
import { NeedsAdminAccess } from '../../blocks/admin/needs-admin-access';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import { type ProjectKeysPlace, projectKeysPlace } from '../../lib/places/place-queries';
import { useChangePlace } from '../../lib/places/use-change-place';
import { useServiceNow } from '../../lib/time/service-clock';
import { useMessages } from '../../lib/use-messages';
import { type NewKeySet, useKeySets } from '../../queries/project/key-sets';
import { paths } from '../../routes';
import { useReadOnlyReason } from '../../stores/read-only';
import { useCreatedKeys } from '../../stores/window/created-keys';
import { ErrorState } from '../../ui/feedback/error-state';
import { SkeletonTable } from '../../ui/feedback/skeleton';
import { ListFrame } from '../../ui/layout/list-frame';
import { CreateKeysDialog } from './create-keys-dialog';
import { KeySetDetails } from './list/key-set-details';
import { KeySetToolbar } from './list/key-set-toolbar';
import { isEmptyList, KeySetsList } from './list/key-sets-list';
import { nextKeySet } from './next-key-set';
import { RevokeKeysDialog } from './revoke-keys-dialog';
import { RotateKeysDialog } from './rotate-keys-dialog';

/** The keys with which programs, and Latchkey itself, access the project. */
export function ProjectKeysScreen() {
  const { connection: connectionId = '' } = useParams();
  const { t } = useMessages();
  return (
    <NeedsAdminAccess connectionId={connectionId} title={t('project-keys.locked')} text={t('project-keys.locked.text')}>
      <ProjectKeys key={connectionId} connectionId={connectionId} />
    </NeedsAdminAccess>
  );
}

/** What is over the list: the form of new keys, keys that replace others, details, or the question before keys are revoked. */
type Dialog = { create: true } | { rotate: KeySet; next: NewKeySet } | { revoke: KeySet } | { open: KeySet } | null;

function ProjectKeys({ connectionId }: { connectionId: string }) {
  const [place, change] = useProjectKeysPlace(connectionId);
  const [dialog, setDialog] = useState<Dialog>(null);
  const serviceNow = useServiceNow();
  const blocked = useReadOnlyReason(connectionId);
  const isRevealing = useCreatedKeys((state) => state.unsaved.length > 0);
  const focusPlace = useFocusWhenClosed(dialog !== null || isRevealing);
  const { data, error, isFetching, refetch } = useKeySets(connectionId, true);
  const list = useRef<HTMLDivElement>(null);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
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
    <ListFrame ref={list}>
      {failure && <OutdatedMessage {...failure} />}
      {!isEmptyList(data) && (
        <KeySetToolbar connectionId={connectionId} place={place} blocked={blocked} onChange={change} onCreate={create} />
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
          onRevoke={(revoke) => setDialog({ revoke })}
          onRotate={rotate}
          onOpen={(open) => setDialog({ open })}
          onCreate={create}
          onClear={clear}
        />
      )}
      {dialog && 'create' in dialog && <CreateKeysDialog connectionId={connectionId} onClose={close} />}
      {dialog && 'rotate' in dialog && (
        <RotateKeysDialog connectionId={connectionId} old={dialog.rotate} next={dialog.next} onClose={close} />
      )}
      {dialog && 'open' in dialog && <KeySetDetails connectionId={connectionId} listed={dialog.open} onClose={close} />}
      {dialog && 'revoke' in dialog && <RevokeKeysDialog connectionId={connectionId} value={dialog.revoke} onClose={close} />}
    </ListFrame>
  );
}

function useProjectKeysPlace(connectionId: string): [ProjectKeysPlace, (change: ProjectKeysPlace) => void] {
  const changePlace = useChangePlace(projectKeysPlace, (next) => paths.projectKeys(connectionId, next));
  const [search] = useSearchParams();
  return [projectKeysPlace(search), (next) => changePlace(next, { replace: true })];
}
