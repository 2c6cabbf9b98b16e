import { useNavigate } from 'react-router';
import { type CommandId, commandsIn, type HostCommandId } from '#contract/commands.ts';
import type { SettingsSectionId } from '#contract/setting-rows.ts';
import { api } from '#data/api.ts';
import { topicNow, topicStores, updateSettings, useTopic } from '#data/topics.ts';
import { isElectron } from '#lib/is-electron.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { openProductPage } from '#parts/open-product-page.ts';
import { toggleNavigation } from '#window/navigation.ts';
import { useOverlays } from '#window/open-dialogs.ts';
import { currentPath } from '#window/open-path.ts';
import { paths, placeOf } from '#window/routes.ts';
import { requestUndo } from '#window/undo.ts';
import { homePath } from '../connection-paths';
import { useCopyScreenLink } from '../copy-screen-link';
import { startFind } from '../find/start-find';
import { useOpenFinding } from '../notices/use-open-finding';
import { useOpenSandbox } from '../rail/use-open-sandbox';
import { surroundings } from '../startup/later-code';
import { openWindow } from '../window/open-window';

/** Returns a function that opens the settings, at a section of them. They are once in the history, so that going back leaves them. */
export function useOpenSettings(): (section?: SettingsSectionId) => void {
  const navigate = useNavigate();
  return (section) => {
    const isAtSettings = placeOf(currentPath().split('?')[0] ?? '').screen === 'settings';
    void navigate(paths.settings(section), { replace: isAtSettings });
  };
}

/** The commands that this window has, in the order of the table. */
export const ownCommands = commandsIn(isElectron ? 'own-window' : 'tab');

/** What each command does; the IDs go to the commands that are about a connection, a finding, or a link. */
export function useCommands(): Readonly<Record<CommandId, (connectionId?: string, findingId?: string, linkId?: string) => void>> {
  const runTask = useBackgroundTask();
  const navigate = useNavigate();
  const sandbox = useOpenSandbox();
  const { open, show, hide } = useOverlays();
  const openFinding = useOpenFinding();
  const openSettings = useOpenSettings();
  const copyLink = useCopyScreenLink();
  const openNotices = (findingId?: string) => {
    const finding = topicNow('watch.state').findings.find(({ id }) => id === findingId);
    if (finding === undefined) show('notices');
    else openFinding(finding);
  };
  const { privacyMode } = useTopic('settings.state');
  const theme = (value: 'light' | 'dark' | 'system') => () => runTask(() => updateSettings({ theme: value }));
  const inHost = (id: HostCommandId) => () => runTask(() => api.app.run({ id }));
  return {
    'new-window': () => runTask(() => openWindow()),
    'add-connection': () => void navigate(paths.connect()),
    sandbox: sandbox.open,
    settings: () => openSettings(),
    'export-settings': () => runTask(async () => (await import('#parts/export-settings.ts')).exportSettings()),
    'import-settings': () => show('import-settings'),
    lock: () => (topicStores['lock.state'].getState().value?.hasPassphrase ? runTask(() => api.lock.now({})) : openSettings('safety')),
    undo: requestUndo,
    find: startFind,
    'copy-link': copyLink,
    palette: () => (open === 'palette' ? hide() : show('palette')),
    navigation: () => runTask(toggleNavigation),
    notices: (_connectionId, findingId, linkId) => (linkId === undefined ? openNotices(findingId) : void navigate(paths.link(linkId))),
    refresh: () => runTask(async () => (await surroundings.load()).refreshScreen()),
    reload: inHost('reload'),
    'theme-light': theme('light'),
    'theme-dark': theme('dark'),
    'theme-system': theme('system'),
    'privacy-mode': () => runTask(() => updateSettings({ privacyMode: !privacyMode })),
    'zoom-in': inHost('zoom-in'),
    'zoom-out': inHost('zoom-out'),
    'zoom-reset': inHost('zoom-reset'),
    back: () => void navigate(-1),
    forward: () => void navigate(1),
    connection: (id) => id !== undefined && void navigate(homePath(id)),
    jobs: () => {
      const { connectionId } = placeOf(currentPath().split('?')[0] ?? '');
      void navigate(connectionId === undefined ? paths.allJobs() : paths.jobs(connectionId));
    },
    journal: () => {
      const { connectionId } = placeOf(currentPath().split('?')[0] ?? '');
      void navigate(connectionId === undefined ? paths.allJournals() : paths.journal(connectionId));
    },
    documentation: () => openProductPage('documentation'),
    shortcuts: () => show('shortcuts'),
    'release-notes': () => openProductPage('releaseNotes'),
    report: () => show('report'),
    logs: inHost('logs'),
    about: () => show('about'),
  };
}
