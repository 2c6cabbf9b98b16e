import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { matches, useShortcut } from '../lib/use-shortcut';
import { connectionsStore } from '../stores/connections';
import { useOverlays } from '../stores/overlays';
import { settingsStore, updateSettings } from '../stores/settings';
import { useAttempt } from './account-actions';
import { inRailOrder } from './rail-order';
import { homePath } from './use-place';

/** The keys that work on every screen. */
export function useWindowShortcuts(): void {
  const { open, show, hide } = useOverlays();
  const attempt = useAttempt();
  useShortcut({ key: 'k', mod: true, shift: false }, () => (open === 'palette' ? hide() : show('palette')));
  useShortcut({ key: ',', mod: true }, () => show('settings'));
  useShortcut({ key: '?' }, () => show('shortcuts'));
  useShortcut({ key: 'b', mod: true, shift: false }, () => attempt(toggleNavigation));
  useConnectionKeys();
}

/** Shows or hides the navigation. */
export function toggleNavigation(): Promise<void> {
  return updateSettings({ navigationCollapsed: !settingsStore.getState().value?.navigationCollapsed });
}

function useConnectionKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!/^[1-9]$/.test(event.key) || !matches(event, { key: event.key, mod: true })) return;
      const wanted = inRailOrder(connectionsStore.getState().value ?? [])[Number(event.key) - 1];
      if (wanted === undefined) return;
      event.preventDefault();
      void navigate(homePath(wanted.id));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [navigate]);
}
