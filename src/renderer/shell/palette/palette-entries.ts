/** What the palette offers. */
import {
  AppWindow,
  ChevronLeft,
  ChevronRight,
  FlaskConical,
  FolderOpen,
  Keyboard,
  Link2,
  LogIn,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  PanelLeft,
  Pencil,
  Plus,
  RefreshCw,
  Search,
  Settings,
  Sun,
  User,
  UsersRound,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import type { CommandId } from '../../../contract/commands';
import { inRailOrder } from '../../../contract/rail-order';
import { useAccountName } from '../../lib/rules/account-name';
import { useMessages } from '../../lib/use-messages';
import { openLink } from '../../queries/open-link';
import { paths } from '../../routes';
import { accountsStore, currentAccount, useAccountsOf } from '../../stores/accounts';
import { hasProjectAccess, useConnections } from '../../stores/connections';
import { ownCommands, useCommands } from '../commands/commands';
import { useAccountActions, useAttempt } from '../navigation/account-actions';
import { isUsable, usePlace, useReturnPath } from '../use-place';
import { linkEntryId, looksLikeLink, looksLikeUser, type PaletteEntry } from './palette-entry';

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

/** A pasted link or code leads to its card, where the person decides. */
export function useLinkEntries(query: string): readonly PaletteEntry[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const { connection } = usePlace();
  if (!looksLikeLink(query, connection !== undefined)) return [];
  // A link may be for any connection; a code alone says nothing, so it counts as the current one's.
  const owner = query.includes('://') ? undefined : connection;
  const run = () => attempt(async () => navigate(paths.link(await openLink(query, owner?.id))));
  const aside = owner === undefined ? {} : { aside: owner.name };
  return [{ id: linkEntryId, icon: Link2, label: t('shell.palette.open-link'), run, ...aside }];
}

/** Every screen of every connection that its credentials allow. */
export function useGoEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = useHereFirst();
  const accounts = accountsStore((state) => state.value) ?? [];
  const here = usePlace().connection?.id ?? '';
  const back = useReturnPath(here);
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
    const edit = go(`edit ${id}`, Pencil, t('connect.edit'), paths.edit(id), name);
    const signedIn = isUsable(currentAccount(accounts, id));
    return [
      ...(hasProjectAccess(connection) ? [go(`users ${id}`, UsersRound, t('shell.screen.users'), paths.users(id), name)] : []),
      ...(signedIn ? [go(`profile ${id}`, User, t('shell.screen.profile'), paths.profile(id), name)] : []),
      ...(signedIn ? [go(`sessions ${id}`, MonitorSmartphone, t('shell.screen.sessions'), paths.sessions(id), name)] : []),
      go(
        `sign-in ${id}`,
        LogIn,
        t(signedIn ? 'shell.account.add' : 'shell.screen.sign-in'),
        paths.signIn(id, id === here ? back : undefined),
        name,
      ),
      edit,
    ];
  };
  return connections.flatMap(screensOf);
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

type PaletteCommand = Exclude<CommandId, 'palette' | 'connection'>;

const icons: Readonly<Record<PaletteCommand, PaletteEntry['icon']>> = {
  'new-window': AppWindow,
  'add-connection': Plus,
  sandbox: FlaskConical,
  settings: Settings,
  navigation: PanelLeft,
  refresh: RefreshCw,
  'theme-light': Sun,
  'theme-dark': Moon,
  'theme-system': Monitor,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  'zoom-reset': Search,
  back: ChevronLeft,
  forward: ChevronRight,
  shortcuts: Keyboard,
  logs: FolderOpen,
};

/** Not the palette itself, and not the way to a connection: its screens are entries of their own. */
function isInPalette(id: CommandId): id is PaletteCommand {
  return id in icons;
}

/** The commands of the window and the app. */
export function useCommandEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const commands = useCommands();
  return ownCommands.flatMap(({ id, label, keys }) =>
    isInPalette(id) ? [{ id, icon: icons[id], label: t(label), run: commands[id], ...(keys ? { keys } : {}) }] : [],
  );
}
