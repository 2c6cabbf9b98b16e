import { lazy, Suspense } from 'react';
import { useConfirmations } from '../../stores/window/confirmations';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { useOverlays } from '../../stores/window/overlays';
import { useSignOutDialog } from '../../stores/window/sign-out-dialog';

const Palette = lazy(() => import('../palette/palette').then((module) => ({ default: module.Palette })));
const SettingsDialog = lazy(() => import('./settings-dialog').then((module) => ({ default: module.SettingsDialog })));
const SafetyDialog = lazy(() => import('./safety-dialog').then((module) => ({ default: module.SafetyDialog })));
const ConnectionDialogs = lazy(() => import('./connection-dialogs').then((module) => ({ default: module.ConnectionDialogs })));
const SignOutDialog = lazy(() => import('./sign-out-dialog').then((module) => ({ default: module.SignOutDialog })));
const ShortcutSheet = lazy(() => import('../commands/shortcut-sheet').then((module) => ({ default: module.ShortcutSheet })));

/** The window's dialogs, loaded when first opened. */
export function Overlays() {
  const open = useOverlays((state) => state.open);
  const isAsked = useConfirmations((state) => state.questions.length > 0);
  const hasConnectionDialog = useConnectionDialogs((state) => state.open !== null);
  const isAskedToSignOut = useSignOutDialog((state) => state.asked !== null);
  return (
    <Suspense fallback={null}>
      {isAsked && <SafetyDialog />}
      {hasConnectionDialog && <ConnectionDialogs />}
      {isAskedToSignOut && <SignOutDialog />}
      {open === 'palette' && <Palette />}
      {open === 'settings' && <SettingsDialog />}
      {open === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
}
