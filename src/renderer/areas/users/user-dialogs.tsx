import { lazy, Suspense, useEffect } from 'react';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';
import { useUserDialogs } from '#window/open-dialogs.ts';

/** Their own files, as most visits don’t need them. */
const CreateUserDialog = lazy(() => import('./create/create-user-dialog').then((module) => ({ default: module.CreateUserDialog })));
const ImpersonateDialog = lazy(() => import('./impersonate/impersonate-dialog').then((module) => ({ default: module.ImpersonateDialog })));

interface UserDialogsProps {
  connectionId: string;
  onCreated: (userId: string) => void;
}

/** The dialogs of the list that the palette opens as well. They end with the list. */
export function UserDialogs({ connectionId, onCreated }: UserDialogsProps) {
  const { open, hide } = useUserDialogs();
  useEffect(
    () => () => {
      if (useUserDialogs.getState().open?.connectionId === connectionId) hide();
    },
    [connectionId, hide],
  );
  if (open?.connectionId !== connectionId) return null;
  return (
    <Suspense fallback={<OpeningDialog />}>
      {open.kind === 'create-user' && <CreateUserDialog connectionId={connectionId} onClose={hide} onCreated={onCreated} />}
      {open.kind === 'impersonate' && <ImpersonateDialog connectionId={connectionId} user={open.user} onClose={hide} />}
    </Suspense>
  );
}
