import { lazy, Suspense } from 'react';
import { useConfirmations } from '../stores/confirmations';
import { useOverlays } from '../stores/overlays';

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })));
const SettingsDialog = lazy(() => import('./settings-dialog').then((module) => ({ default: module.SettingsDialog })));
const SafetyDialog = lazy(() => import('./confirm-dialog').then((module) => ({ default: module.SafetyDialog })));
const ShortcutSheet = lazy(() => import('./shortcut-sheet').then((module) => ({ default: module.ShortcutSheet })));

/** The window's own dialogs, loaded when first opened. */
export function Overlays() {
  const open = useOverlays((state) => state.open);
  const isAsked = useConfirmations((state) => state.questions.length > 0);
  return (
    <Suspense fallback={null}>
      {isAsked && <SafetyDialog />}
      {open === 'palette' && <Palette />}
      {open === 'settings' && <SettingsDialog />}
      {open === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
}
