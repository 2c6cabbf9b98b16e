import { Suspense } from 'react';
import { useJobPreviews } from '#parts/jobs/preview/use-job-preview.ts';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';
import { useCreatedKeys } from '#window/created-keys.ts';
import { useFindBar } from '#window/find-bar.ts';
import { useConfirmations, useConnectionDialogs, useOverlays, useSignOutDialog } from '#window/open-dialogs.ts';
import { usePendingLeave } from '#window/unsaved-input.ts';
import {
  aboutDialog,
  connectionDialogs,
  findBar,
  importSettingsDialog,
  jobEndToasts,
  jobPreview,
  leaveDialog,
  licensesDialog,
  palette,
  reportDialog,
  revealDialog,
  safetyDialog,
  shortcutSheet,
  signOutDialog,
  storeSecretsDialog,
  undoHost,
  usePartsLoaded,
} from '../startup/parts';

const Palette = palette.component((module) => module.Palette);
const LicensesDialog = licensesDialog.component((module) => module.LicensesDialog);
const AboutDialog = aboutDialog.component((module) => module.AboutDialog);
const ReportDialog = reportDialog.component((module) => module.ReportDialog);
const ImportSettingsDialog = importSettingsDialog.component((module) => module.ImportSettingsDialog);
const StoreSecretsDialog = storeSecretsDialog.component((module) => module.StoreSecretsDialog);
const SafetyDialog = safetyDialog.component((module) => module.SafetyDialog);
const LeaveDialog = leaveDialog.component((module) => module.LeaveDialog);
const ConnectionDialogs = connectionDialogs.component((module) => module.ConnectionDialogs);
const SignOutDialog = signOutDialog.component((module) => module.SignOutDialog);
const RevealDialog = revealDialog.component((module) => module.RevealDialog);
const ShortcutSheet = shortcutSheet.component((module) => module.ShortcutSheet);
const UndoHost = undoHost.component((module) => module.UndoHost);
const JobEndToasts = jobEndToasts.component((module) => module.JobEndToasts);
const JobPreviewDialog = jobPreview.component((module) => module.JobPreviewDialog);
const FindBar = findBar.component((module) => module.FindBar);

/** The window's dialogs, loaded after its first screen. */
export function Overlays() {
  const { open, hide } = useOverlays();
  const isAsked = useConfirmations((state) => state.questions.length > 0);
  const hasConnectionDialog = useConnectionDialogs((state) => state.open !== null);
  const isAskedToSignOut = useSignOutDialog((state) => state.asked !== null);
  const hasUnsavedKey = useCreatedKeys((state) => state.unsaved.length > 0);
  const isPreviewing = useJobPreviews((state) => state.asked !== null);
  const isFinding = useFindBar((state) => state.isOpen);
  const areLoaded = usePartsLoaded();
  const pendingLeave = usePendingLeave((state) => state.waiting);
  return (
    <Suspense fallback={<OpeningDialog />}>
      {hasUnsavedKey && <RevealDialog />}
      {isPreviewing && <JobPreviewDialog />}
      {isAsked && <SafetyDialog />}
      {pendingLeave !== null && <LeaveDialog onLeave={pendingLeave.leave} onStay={pendingLeave.stay} />}
      {hasConnectionDialog && <ConnectionDialogs />}
      {isAskedToSignOut && <SignOutDialog />}
      {isFinding && <FindBar />}
      {areLoaded && <UndoHost />}
      {areLoaded && <JobEndToasts />}
      {open === 'palette' && <Palette />}
      {open === 'licenses' && <LicensesDialog />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'about' && <AboutDialog />}
      {open === 'store-secrets' && <StoreSecretsDialog />}
      {open === 'report' && <ReportDialog onClose={hide} />}
      {open === 'import-settings' && <ImportSettingsDialog onClose={hide} />}
    </Suspense>
  );
}
