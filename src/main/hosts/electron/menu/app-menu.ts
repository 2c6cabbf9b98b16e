/** The application menu, the About panel and the context menu of texts. */
import { app, Menu, type WebContents } from 'electron';
import type { Connection } from '../../../contract/bridge/connections';
import type { Translator } from '../../../messages/translator';
import { isAutomation } from './automation';
import { type MenuDeps, menuTemplate } from './menu-template';
import type { Windows } from './windows/windows';

export interface AppMenuDeps {
  readonly windows: Pick<Windows, 'all'>;
  readonly translator: () => Translator;
  readonly connections: () => readonly Connection[];
  readonly run: MenuDeps['run'];
}

/** Creates the function that sets the menu, to be called after each change of windows, connections or language. */
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

/** Sets the texts of the standard About panel, which identifies the automation build. */
export function describeApp({ t }: Translator): void {
  const version = isAutomation() ? t('shell.about.version.automation', { version: app.getVersion() }) : app.getVersion();
  app.setAboutPanelOptions({ applicationName: app.getName(), applicationVersion: version, version: '' });
}

/** Adds a context menu with cut, copy and paste for input fields and selected text. */
export function attachTextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    if (!isEditable && selectionText === '') return;
    const editing = isEditable
      ? ([{ role: 'cut', enabled: editFlags.canCut }, { role: 'paste', enabled: editFlags.canPaste }, { role: 'selectAll' }] as const)
      : [];
    Menu.buildFromTemplate([{ role: 'copy', enabled: editFlags.canCopy }, ...editing]).popup();
  });
}
