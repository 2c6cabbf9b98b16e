import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

/** Asks before a screen with unsaved input is left. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useMessages();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname);
  const leaving = useRef(false);
  useWarnBeforeUnload(when);
  if (blocker.state !== 'blocked') leaving.current = false;
  const leave = () => {
    leaving.current = true;
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => open || leaving.current || blocker.reset?.()}
      title={t('form.leave.title')}
      consequence={t('form.leave.text')}
      confirmLabel={t('form.leave')}
      cancelLabel={t('form.leave.stay')}
      onConfirm={leave}
    />
  );
}

/** A browser shows its own text, the Electron host ours. */
function useWarnBeforeUnload(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
}
