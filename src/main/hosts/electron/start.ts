/** The Electron host. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog } from 'electron';
import { languageOf, localeOf, type Translator, translatorFor } from '#messages/translator.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { onParentEnd } from '#system/parent-process.ts';
import { NotClearedError } from '../../clearing/finish-clearing';
import { type EarlySettings, readEarlySettings } from '../../settings/early-settings';
import { defaultProfile } from '../default-locations';
import { type LaunchOptions, readLaunchOptions } from '../launch-options';
import { quitUnasked } from './ask-before-quit';
import { setWindowsId } from './build';
import { createDeepLinks, handOver } from './deep-links';
import { handleFaults } from './faults';
import { createOutwardLinks } from './guard/outward-links';
import { dropSwitches } from './guard/switches';
import { registerScheme } from './protocol';
import { runProgram } from './run';
import { secureContents } from './security';
import { startTerminal, terminalArguments } from './terminal';

const buildFolder = dirname(fileURLToPath(import.meta.url));

/** Starts the app. A second instance for the same profile passes its link to the first one and quits. */
export function startElectron(): void {
  const faults = handleFaults(giveUp);
  onParentEnd(quitUnasked);
  setWindowsId();
  enableSandbox();
  dropSwitches(process.argv.slice(1));
  const command = terminalArguments(process.argv.slice(1));
  if (command !== null) {
    startTerminal(command, buildFolder);
    return;
  }
  registerScheme();
  const outward = createOutwardLinks();
  secureContents(outward.open);
  let options: LaunchOptions;
  try {
    options = readLaunchOptions(process.argv.slice(1));
    const profile = options.profile ?? defaultProfile(process.env, process.platform, app.getName());
    takeProfile(profile);
    setUpChromium(readEarlySettings(profile));
  } catch (thrown) {
    // On Linux, dialogs are not available before the app is ready.
    void app.whenReady().then(() => giveUp(thrown));
    return;
  }
  const links = createDeepLinks(process.argv);
  if (!app.requestSingleInstanceLock(handOver(process.argv))) {
    app.quit();
    return;
  }
  app
    .whenReady()
    .then(() =>
      runProgram({
        options,
        links,
        faults,
        outward,
        buildFolder,
        rendererFolder: join(buildFolder, '..', 'renderer'),
        preload: preloadFile(),
      }),
    )
    .catch(giveUp);
}

/**
 * Sandboxes all pages, also those whose window doesn't ask for it. Not with `--no-sandbox`, which this would remove: root, as in a container,
 * can't start any process of Chromium without it.
 */
function enableSandbox(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
}

/**
 * Sets the data folder: Electron's own choice differs from that of the browser host on Linux. Creates it first, because Electron rejects a
 * folder that does not exist.
 */
function takeProfile(path: string): void {
  makePrivateFolder(path);
  app.setPath('userData', path);
}

/** Passes on what Chromium reads before it is ready, long before the app reads its settings. */
function setUpChromium({ hardwareAcceleration, language }: EarlySettings): void {
  if (!hardwareAcceleration) app.disableHardwareAcceleration();
  // Its own controls, such as that of a date, take this locale, not the language of the page.
  const preferred = app.getPreferredSystemLanguages();
  app.commandLine.appendSwitch('lang', localeOf(languageOf(language, preferred), preferred));
}

function preloadFile(): string {
  return join(buildFolder, '..', 'preload', 'index.cjs');
}

function giveUp(thrown: unknown): void {
  const { t } = translatorFor('system', app.getPreferredSystemLanguages());
  console.error(thrown);
  dialog.showErrorBox(t('host.failed.title'), reasonOf(thrown, t));
  app.exit(1);
}

function reasonOf(thrown: unknown, t: Translator['t']): string {
  if (thrown instanceof NotClearedError) return t('host.not-cleared', { folder: thrown.folder, files: thrown.files.join('\n') });
  return thrown instanceof Error ? thrown.message : String(thrown);
}
