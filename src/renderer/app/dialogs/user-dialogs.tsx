import { CreateUserDialog } from '#areas/users/create/create-user-dialog.tsx';
import { ImpersonateDialog } from '#areas/users/impersonate/impersonate-dialog.tsx';
import { useConnection } from '#data/topics.ts';
import { useUserDialogs } from '#window/open-dialogs.ts';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';

/** The dialogs about users that the palette opens over any screen. */
export function UserDialogs() {
  const { open, hide } = useUserDialogs();
  const connection = useConnection(open?.connectionId);
  if (open === null || connection === undefined) return null;
  const { id } = connection;
  if (open.kind === 'impersonate') return <ImpersonateDialog connectionId={id} user={open.user} onClose={hide} />;
  return <CreateUserDialog connectionId={id} onClose={hide} onCreated={(panel) => openPath(paths.users(id, { panel }))} />;
}
