/** The application menu, kept as the windows, the connections and the language are; and the menu of texts. */
import { app, Menu, type WebContents } from 'electron';
import type { Connection } from '../../../contract/bridge/connections';
import type { Translator } from '../../../messages/translator';
import { isAutomation } from './automation';
import { type MenuDeps, menuTemplate } from './menu-template';
import type { Windows } from './windows';

export interface AppMenuDeps {
  readonly windows: Pick<Windows, 'all'>;
  readonly translator: () => Translator;
  readonly connections: () => readonly Connection[];
  readonly run: MenuDeps['run'];
}

/** Sets the menu; the answer sets it again. */
export function createAppMenu({ windows, translator, connections, run }: AppMenuDeps): () => void {
  return () => {
    const template = menuTemplate({
      platform: process.platform,
      isPackaged: app.isPackaged,
      translator: translator(),
      connections: connections(),
      hasWindow: windows.all.size > 0,
      run,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
}

/** What the standard About panel says, so that nobody takes the build for tests for the one that people get. */
export function describeApp({ t }: Translator): void {
  const version = isAutomation() ? t('shell.about.version.automation', { version: app.getVersion() }) : app.getVersion();
  app.setAboutPanelOptions({ applicationName: app.getName(), applicationVersion: version, version: '' });
}

/** Cut, copy and paste by the right button, where there is text to do it with. */
export function attachTextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (!isEditable && selectionText === '') return;
    const editing = isEditable
      ? ([{ role: 'cut', enabled: editFlags.canCut }, { role: 'paste', enabled: editFlags.canPaste }, { role: 'selectAll' }] as const)
      : [];
    Menu.buildFromTemplate([{ role: 'copy', enabled: editFlags.canCopy }, ...editing]).popup();
  });
}
