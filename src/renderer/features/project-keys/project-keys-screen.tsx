import { useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { KeySet } from '../../../contract/service/models/api-key-models';
import { NeedsAdminAccess } from '../../blocks/admin/needs-admin-access';
import { KeyDetailsDialog } from '../../blocks/api-keys/details/key-details-dialog';
import { isNever } from '../../blocks/api-keys/key-expiry';
import { NotCreated } from '../../blocks/api-keys/not-created';
import { RevokeDialog } from '../../blocks/api-keys/revoke-dialog';
import { LockOutWarning } from '../../blocks/project-keys/lock-out-warning';
import { textOfSetToType } from '../../blocks/project-keys/text-of-set';
import { keySetName, useKeySetName } from '../../blocks/project-keys/use-key-set-name';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import { formatNames, mediumDate } from '../../lib/intl/format';
import { type ProjectKeysPlace, projectKeysPlace } from '../../lib/places/place-queries';
import { useChangePlace } from '../../lib/places/use-change-place';
import { useServiceNow } from '../../lib/time/service-clock';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { type NewKeySet, readKeySet, useKeySet, useKeySets, useRevokeKeySet } from '../../queries/project/key-sets';
import { paths } from '../../routes';
import { useConnection } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';
import { useCreatedKeys } from '../../stores/window/created-keys';
import { Definition, DefinitionList } from '../../ui/data/definition-list';
import { ErrorState } from '../../ui/feedback/error-state';
import { SkeletonTable } from '../../ui/feedback/skeleton';
import { ListFrame } from '../../ui/layout/list-frame';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { CreateKeysDialog } from './create-keys-dialog';
import { KeysOfSet } from './list/key-set-columns';
import { KeySetToolbar } from './list/key-set-toolbar';
import { isEmptyList, KeySetsList } from './list/key-sets-list';
import { nextKeySet } from './next-key-set';
import { useCreateAndReveal } from './use-create-and-reveal';

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
  const creation = useAction(() => createAndReveal(next, old), { onDone: onClose });
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
