import { useParams } from 'react-router';
import { OutdatedCallout } from '../../blocks/account/account-state';
import { NeedsAdminAccess } from '../../blocks/admin/needs-admin-access';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { useAdminProject } from '../../queries/project/admin-project';
import { useConnection } from '../../stores/connections';
import { ErrorState } from '../../ui/feedback/error-state';
import { LoadingMethods } from './loading-methods';
import { MethodsForm } from './methods-form';

/** How the users of the project sign in. */
export function SignInMethodsScreen() {
  const { connection: connectionId = '' } = useParams();
  const { t } = useMessages();
  return (
    <NeedsAdminAccess connectionId={connectionId} title={t('sign-in-methods.locked')} text={t('sign-in-methods.locked.text')}>
      <Methods key={connectionId} connectionId={connectionId} />
    </NeedsAdminAccess>
  );
}

function Methods({ connectionId }: { connectionId: string }) {
  const connection = useConnection(connectionId);
  const { data: project, error, refetch, isFetching } = useAdminProject(connectionId, true);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (project === undefined || connection === undefined) return failure ? <ErrorState {...failure} /> : <LoadingMethods />;
  return <MethodsForm connection={connection} project={project} notice={failure && <OutdatedCallout {...failure} />} />;
}
