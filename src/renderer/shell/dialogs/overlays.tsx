import { Suspense } from 'react';
import { useBlocker } from 'react-router';
import { useConfirmations } from '../../stores/window/confirmations';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { useOverlays } from '../../stores/window/overlays';
import { useSignOutDialog } from '../../stores/window/sign-out-dialog';
import { leavesUnsavedInput } from '../../stores/window/unsaved-input';
import { connectionDialogs, leaveDialog, palette, safetyDialog, settingsDialog, shortcutSheet, signOutDialog } from '../startup/parts';

const Palette = palette.component((module) => module.Palette);
const SettingsDialog = settingsDialog.component((module) => module.SettingsDialog);
const SafetyDialog = safetyDialog.component((module) => module.SafetyDialog);
const LeaveDialog = leaveDialog.component((module) => module.LeaveDialog);
const ConnectionDialogs = connectionDialogs.component((module) => module.ConnectionDialogs);
const SignOutDialog = signOutDialog.component((module) => module.SignOutDialog);
const ShortcutSheet = shortcutSheet.component((module) => module.ShortcutSheet);

/** The window's dialogs, loaded after its first screen. */
export function Overlays() {
  const open = useOverlays((state) => state.open);
  const isAsked = useConfirmations((state) => state.questions.length > 0);
  const hasConnectionDialog = useConnectionDialogs((state) => state.open !== null);
  const isAskedToSignOut = useSignOutDialog((state) => state.asked !== null);
  // The router supports one blocker, so it is here, for everything that a screen has.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => leavesUnsavedInput(currentLocation, nextLocation));
  return (
    <Suspense fallback={null}>
      {isAsked && <SafetyDialog />}
      {blocker.state === 'blocked' && <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />}
      {hasConnectionDialog && <ConnectionDialogs />}
      {isAskedToSignOut && <SignOutDialog />}
      {open === 'palette' && <Palette />}
      {open === 'settings' && <SettingsDialog />}
      {open === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
}
