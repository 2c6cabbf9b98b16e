import { AdminProjectScreen } from '../../blocks/admin/admin-project-screen';
import type { LoadedProject } from '../../blocks/admin/read-admin-project';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { LoadingMethods } from './loading-methods';
import { MethodsForm } from './methods-form';

/** How the users of the project sign in. */
export function SignInMethodsScreen() {
  const { t } = useMessages();
  return (
    <AdminProjectScreen
      lockedTitle={t('sign-in-methods.locked')}
      lockedText={t('sign-in-methods.locked.text')}
      skeleton={<LoadingMethods />}
    >
      {(loaded) => <Methods {...loaded} />}
    </AdminProjectScreen>
  );
}

function Methods({ connectionId, project }: LoadedProject) {
  const connection = useConnection(connectionId);
  return connection && <MethodsForm connection={connection} project={project} />;
}
