import { useScreenAccount } from '#data/scope.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { Skeleton, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ListBody, ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { PermissionsList } from './permissions-list';
import { useOwnPermissions } from './use-own-permissions';

interface OwnPermissionsProps {
  connectionId: string;
  accountId: string;
}

/** What the current account may do in the project and in its teams, and how it got each permission. */
export function OwnPermissionsScreen() {
  const account = useScreenAccount();
  return <OwnPermissions key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function OwnPermissions({ connectionId, accountId }: OwnPermissionsProps) {
  const { permissions, failure } = useOwnPermissions(connectionId, accountId);
  if (permissions === undefined) return failure ? <AccountError connectionId={connectionId} {...failure} /> : <Loading />;
  return <PermissionsList permissions={permissions} failure={failure} />;
}

function Loading() {
  return (
    <ListFrame>
      <ListToolbar>
        <Skeleton width={300} height={32} />
      </ListToolbar>
      <ListBody>
        <SkeletonTable avatar={false} count={8} rowHeight={52} />
      </ListBody>
    </ListFrame>
  );
}
