/** The entries of the palette, by group. */
import {
  AppWindow,
  Bell,
  BookOpen,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  EyeOff,
  FileDown,
  FileUp,
  FlaskConical,
  FolderOpen,
  History,
  Info,
  Keyboard,
  Link2,
  ListChecks,
  Lock,
  LogOut,
  Monitor,
  Moon,
  PanelLeft,
  Plug,
  Plus,
  RefreshCw,
  RotateCw,
  ScrollText,
  Search,
  Settings,
  Sun,
  TextSearch,
  Undo2,
  User,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { type CommandId, labelOf } from '#contract/commands.ts';
import { settingsSectionIds } from '#contract/setting-rows.ts';
import { openLink } from '#data/callbacks.ts';
import { currentAccount, useAccountsOf, useHasSandbox, useTopic } from '#data/topics.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { fromHere } from '#window/open-path.ts';
import { type ConnectionScreen, paths } from '#window/routes.ts';
import { ownCommands, useCommands, useOpenSettings } from '../commands/commands';
import { useAccountActions } from '../navigation/account-actions';
import { hasScreen, isUsable, screenLock } from '../screen-access';
import { listedIn } from '../screens';
import { targetPaths } from '../target-paths';
import { returnPath, usePlace } from '../use-place';
import type { PaletteEntry } from './palette-entry';
import { looksLikeLink } from './recognize';
import { useNamedConnections } from './use-named-connections';

/** Returns an entry that opens a pasted link or code as a card, where the user decides. */
export function useLinkEntries(query: string): readonly PaletteEntry[] {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const { connection } = usePlace();
  const named = useNamedConnections();
  if (!looksLikeLink(query, connection !== undefined)) return [];
  // A link names its project; a code alone doesn't, so it is taken as one of the current connection.
  const owner = query.includes('://') ? undefined : connection;
  const run = () =>
    runTask(async () => {
      const open = fromHere();
      open(paths.link(await openLink(query, owner?.id)));
    });
  const aside = named.find((one) => one.connection === owner)?.aside;
  return [{ id: 'open-link', icon: Link2, label: t('shell.palette.open-link'), score: 1, run, ...(aside === undefined ? {} : { aside }) }];
}

const listed = listedIn('palette');

/** Returns every listed screen of every connection that has access to it. */
export function useGoEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connections = useNamedConnections();
  const accounts = useTopic('accounts.list');
  const here = usePlace().connection?.id ?? '';
  const pathTo = (screen: ConnectionScreen, id: string) =>
    screen === 'signIn' && id === here ? paths.signIn(id, returnPath(id)) : paths[screen](id);
  return connections.flatMap(({ connection, aside }) => {
    const { id } = connection;
    const account = currentAccount(accounts, id);
    return listed
      .filter(({ row }) => hasScreen(row, connection) && screenLock(row.access, connection, account) === null)
      .map(({ screen, row, listing: { icon, paletteTitle, titleSignedIn } }) => ({
        id: `${screen} ${id}`,
        icon,
        label: t(titleSignedIn !== undefined && isUsable(account) ? titleSignedIn : (paletteTitle ?? row.title)),
        aside,
        path: pathTo(screen, id),
        run: () => void navigate(pathTo(screen, id)),
      }));
  });
}

/** Returns an entry for each connection, once something is searched. */
export function useConnectionEntries(query: string): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const connections = useTopic('connections.list');
  if (query === '') return [];
  return connections.map((connection): PaletteEntry => {
    const path = targetPaths.first(connection.id);
    return {
      id: `connection ${connection.id}`,
      icon: Plug,
      label: connection.name,
      item: { connection },
      path,
      run: () => void navigate(path),
    };
  });
}

/** Returns entries that switch and sign out accounts of the current connection. */
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
  lock: Lock,
  undo: Undo2,
  find: TextSearch,
  'copy-link': Link2,
  navigation: PanelLeft,
  notices: Bell,
  refresh: RefreshCw,
  reload: RotateCw,
  'theme-light': Sun,
  'theme-dark': Moon,
  'theme-system': Monitor,
  'privacy-mode': EyeOff,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  'zoom-reset': Search,
  back: ChevronLeft,
  forward: ChevronRight,
  jobs: ListChecks,
  journal: History,
  documentation: BookOpen,
  shortcuts: Keyboard,
  'release-notes': ScrollText,
  'export-settings': FileDown,
  'import-settings': FileUp,
  report: CircleAlert,
  logs: FolderOpen,
  about: Info,
};

/** Excludes the palette itself, and opening a connection, whose screens are separate entries. */
function isInPalette(id: CommandId): id is PaletteCommand {
  return id in icons;
}

/** The commands of the window and the app. */
export function useCommandEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const commands = useCommands();
  const hasSandbox = useHasSandbox();
  return ownCommands.flatMap((row) => {
    const { id, keys } = row;
    return isInPalette(id)
      ? [
          {
            id,
            icon: icons[id],
            label: t(labelOf(row, hasSandbox)),
            words: t(`shell.command.${id}.keywords`),
            run: commands[id],
            ...(keys ? { keys } : {}),
          },
        ]
      : [];
  });
}

/** Returns the sections of the settings once something is searched; without a search they would only make the list longer. */
export function useSettingsEntries(query: string): readonly PaletteEntry[] {
  const { t } = useMessages();
  const openSettings = useOpenSettings();
  if (query === '') return [];
  const aside = t('shell.settings');
  return settingsSectionIds.map((id) => ({
    id: `settings ${id}`,
    icon: Settings,
    label: t(`settings.section.${id}`),
    words: t(`settings.section.${id}.keywords`),
    aside,
    run: () => openSettings(id),
  }));
}
