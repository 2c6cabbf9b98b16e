/** What the palette offers. */
import {
  AppWindow,
  FlaskConical,
  Keyboard,
  LogIn,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  PanelLeft,
  Plus,
  RefreshCw,
  Search,
  Settings,
  Sun,
  User,
  UsersRound,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Connection } from '../../contract/bridge/connections';
import { api } from '../api';
import { useMessages } from '../lib/use-messages';
import { paths } from '../routes';
import { accountsStore, currentAccount, useAccountsOf } from '../stores/accounts';
import { hasProjectAccess, useConnections } from '../stores/connections';
import { useOverlays } from '../stores/overlays';
import { updateSettings } from '../stores/settings';
import { useAccountActions, useAccountName, useAttempt } from './account-actions';
import { looksLikeUser, type PaletteEntry } from './palette-entry';
import { queryClient } from './query-client';
import { inRailOrder } from './rail-order';
import { useOpenSandbox } from './use-open-sandbox';
import { isUsable, usePlace } from './use-place';
import { toggleNavigation } from './window-shortcuts';

function useHereFirst(): readonly Connection[] {
  const { connectionId } = usePlace();
  const connections = inRailOrder(useConnections());
  return [...connections].sort((a, b) => Number(b.id === connectionId) - Number(a.id === connectionId));
}

/** A user's id or e-mail leads to the users of each connection that can be searched. */
export function useFindEntries(query: string): readonly PaletteEntry[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = useHereFirst();
  if (!looksLikeUser(query)) return [];
  return connections.filter(hasProjectAccess).map(({ id, name }) => ({
    id: `find ${id}`,
    icon: Search,
    label: t('shell.palette.find-user', { query, connection: name }),
    run: () => void navigate(paths.users(id, { q: query })),
  }));
}

/** Every screen of every connection that its credentials allow. */
export function useGoEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = useHereFirst();
  const accounts = accountsStore((state) => state.value) ?? [];
  const go = (id: string, icon: PaletteEntry['icon'], label: string, path: string, aside?: string): PaletteEntry => ({
    id,
    icon,
    label,
    run: () => void navigate(path),
    ...(aside === undefined ? {} : { aside }),
  });
  const screensOf = (connection: Connection) => {
    const { id, environment } = connection;
    const name = t('shell.title.environment', { connection: connection.name, environment: t(`environment.${environment}`) });
    const signedIn = isUsable(currentAccount(accounts, id));
    return [
      ...(hasProjectAccess(connection) ? [go(`users ${id}`, UsersRound, t('shell.screen.users'), paths.users(id), name)] : []),
      ...(signedIn ? [go(`profile ${id}`, User, t('shell.screen.profile'), paths.profile(id), name)] : []),
      ...(signedIn ? [go(`sessions ${id}`, MonitorSmartphone, t('shell.screen.sessions'), paths.sessions(id), name)] : []),
      go(`sign-in ${id}`, LogIn, t(signedIn ? 'shell.account.add' : 'shell.screen.sign-in'), paths.signIn(id), name),
    ];
  };
  return [...connections.flatMap(screensOf), go('start', Plus, t('shell.rail.add'), paths.start())];
}

/** Switching and signing out in the connection one is in. */
export function useAccountEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const { connectionId } = usePlace();
  const accounts = useAccountsOf(connectionId);
  const actions = useAccountActions();
  const nameOf = useAccountName();
  return accounts.flatMap((account) => {
    const name = nameOf(account);
    const signOut = {
      id: `sign-out ${account.id}`,
      icon: LogOut,
      label: t('shell.account.sign-out-of', { name }),
      run: () => actions.signOut(account),
    };
    const use = { id: `use ${account.id}`, icon: User, label: t('shell.palette.use', { name }), run: () => actions.use(account) };
    return account.current ? [signOut] : [use, signOut];
  });
}

/** Commands of the window and the app. */
export function useCommandEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const attempt = useAttempt();
  const show = useOverlays((state) => state.show);
  const sandbox = useOpenSandbox();
  const theme = (value: 'system' | 'light' | 'dark', icon: PaletteEntry['icon']): PaletteEntry => ({
    id: `theme ${value}`,
    icon,
    label: t(`shell.palette.theme.${value}`),
    run: () => attempt(() => updateSettings({ theme: value })),
  });
  return [
    {
      id: 'refresh',
      icon: RefreshCw,
      label: t('shell.palette.refresh'),
      run: () => attempt(() => queryClient.invalidateQueries({ type: 'active' })),
    },
    { id: 'new-window', icon: AppWindow, label: t('shell.palette.new-window'), run: () => attempt(openWindow) },
    { id: 'sandbox', icon: FlaskConical, label: t('shell.rail.start-sandbox'), run: sandbox.open },
    theme('light', Sun),
    theme('dark', Moon),
    theme('system', Monitor),
    { id: 'navigation', icon: PanelLeft, label: t('shell.shortcuts.navigation'), run: () => attempt(toggleNavigation) },
    { id: 'settings', icon: Settings, label: t('shell.settings'), run: () => show('settings') },
    { id: 'shortcuts', icon: Keyboard, label: t('shell.shortcuts'), run: () => show('shortcuts') },
  ];
}

async function openWindow(): Promise<void> {
  const { url } = await api.app.newWindow({});
  if (url !== null) window.open(url, '_blank', 'noopener');
}
