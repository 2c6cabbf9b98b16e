import { lazy, Suspense } from 'react';
import { useOverlays } from '../stores/overlays';

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })));
const SettingsDialog = lazy(() => import('./settings-dialog').then((module) => ({ default: module.SettingsDialog })));
const ShortcutSheet = lazy(() => import('./shortcut-sheet').then((module) => ({ default: module.ShortcutSheet })));

/** The window's own dialogs, loaded when first opened. */
export function Overlays() {
  const open = useOverlays((state) => state.open);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <Palette />}
      {open === 'settings' && <SettingsDialog />}
      {open === 'shortcuts' && <ShortcutSheet />}
    </Suspense>
  );
}
