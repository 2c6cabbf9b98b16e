import { Suspense } from 'react';
import { useConfirmations } from '../../stores/window/confirmations';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { useCreatedKeys } from '../../stores/window/created-keys';
import { useDeparture } from '../../stores/window/departure';
import { useOverlays } from '../../stores/window/overlays';
import { useSignOutDialog } from '../../stores/window/sign-out-dialog';
import {
  connectionDialogs,
  leaveDialog,
  licensesDialog,
  palette,
  revealDialog,
  safetyDialog,
  shortcutSheet,
  signOutDialog,
} from '../startup/parts';

const Palette = palette.component((module) => module.Palette);
const LicensesDialog = licensesDialog.component((module) => module.LicensesDialog);
const SafetyDialog = safetyDialog.component((module) => module.SafetyDialog);
const LeaveDialog = leaveDialog.component((module) => module.LeaveDialog);
const ConnectionDialogs = connectionDialogs.component((module) => module.ConnectionDialogs);
const SignOutDialog = signOutDialog.component((module) => module.SignOutDialog);
const RevealDialog = revealDialog.component((module) => module.RevealDialog);
const ShortcutSheet = shortcutSheet.component((module) => module.ShortcutSheet);

/** The window's dialogs, loaded after its first screen. */
export function Overlays() {
  const open = useOverlays((state) => state.open);
  const isAsked = useConfirmations((state) => state.questions.length > 0);
  const hasConnectionDialog = useConnectionDialogs((state) => state.open !== null);
  const isAskedToSignOut = useSignOutDialog((state) => state.asked !== null);
  const hasUnsavedKey = useCreatedKeys((state) => state.unsaved.length > 0);
  const departure = useDeparture((state) => state.waiting);
  return (
    <Suspense fallback={null}>
      {hasUnsavedKey && <RevealDialog />}
      {isAsked && <SafetyDialog />}
      {departure !== null && <LeaveDialog onLeave={departure.leave} onStay={departure.stay} />}
      {hasConnectionDialog && <ConnectionDialogs />}
      {isAskedToSignOut && <SignOutDialog />}
      {open === 'palette' && <Palette />}
      {open === 'licenses' && <LicensesDialog />}
      {open === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
}
