/** Services that all domains use: the log, topics, notices, pending writes, and the translator. */
import { join } from 'node:path';
import type { Command, Notice } from '#contract/bridge/app.ts';
import type { ApplyProgress } from '#contract/bridge/configuration.ts';
import type { Write, Written } from '#contract/bridge/data.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { UndoOffer } from '#contract/bridge/undo.ts';
import type { ViewValue } from '#contract/bridge/view-state.ts';
import type { PageNotification } from '#contract/bridge/watch.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { invalidatedReads } from '#contract/service/invalidated-reads.ts';
import { type Translator, translatorFor } from '#messages/translator.ts';
import type { Caller } from '../ports/caller';
import type { Ports, SecretStore } from '../ports/ports';
import { createLog, type Log, readLogCodes } from './log';
import { createNotices, type Notices } from './notices';
import { createPendingWrites, type PendingWrites } from './pending';
import { readLicenses, systemFacts, withoutHome } from './system-facts';
import { type BridgePush, createEvent, createTopics, type Topics } from './topics';

export interface Runtime {
  readonly log: Log;
  readonly topics: Topics;
  readonly notices: Notices;
  readonly pendingWrites: PendingWrites;
  /** Returns the translator for the language of the settings, and the user's preferred ones, as they are now. */
  readonly translator: () => Translator;
  /** Returns 128 random bits as text, which can't be guessed. */
  readonly newId: () => string;
  /** Logs that a file of the profile couldn't be used, and shows a notice. */
  readonly onUnreadableFile: (file: Pick<Notice, 'kind'> & { readonly file: string; readonly copy: string }) => void;
  /** Pushes a command to one window. */
  readonly sendCommand: (command: Command, windowId: string) => void;
  /** Commands for windows that may not have loaded yet. */
  readonly windowCommands: WindowCommands;
  /** Asks the pages of the browser host to show a notification. */
  readonly pushNotification: (notification: PageNotification) => void;
  /** Tells every window which data of the service may have changed. */
  readonly pushWrite: (write: Write) => void;
  /** Tells a window that it can undo a write that it has made. */
  readonly offerUndo: (offer: UndoOffer, windowId: string) => void;
  /** Tells a window how far the configuration is that it applies. */
  readonly pushApplied: (progress: ApplyProgress, windowId: string) => void;
  /** Tells every window a value of the view state that all of them show. */
  readonly pushViewValue: (value: ViewValue) => void;
  /** Tells a window that a file that is edited in another program has changed. */
  readonly pushEdited: (edit: { readonly id: string }, windowId: string) => void;
  /** Calls the listener for every push. Returns a function that unsubscribes. */
  onPush(listener: (push: BridgePush) => void): () => void;
}

type RuntimePorts = Pick<Ports, 'profileFolder' | 'clock' | 'random' | 'preferredLanguages'>;

/** Creates the runtime and the log folder. No file is read or written yet. */
export function createRuntime({ profileFolder, clock, random, preferredLanguages }: RuntimePorts): Runtime {
  const log = createLog(join(profileFolder, 'logs'), clock);
  const listeners = new Set<(push: BridgePush) => void>();
  const push = (value: BridgePush) => {
    for (const listener of listeners) listener(value);
  };
  const topics = createTopics(push);
  const newId = () => Buffer.from(random(16)).toString('hex');
  const notices = createNotices(topics['app.notices'], newId);
  const sendCommand = createEvent<Command>('app.command', push);
  const pushWritten = createEvent<Written>('data.written', push);
  return {
    log,
    topics,
    notices,
    pendingWrites: createPendingWrites(),
    translator: () => translatorFor(topics['settings.state'].get().value.language, preferredLanguages()),
    newId,
    onUnreadableFile(file) {
      log.write('warn', file.kind, { file: file.file, copy: file.copy });
      notices.add(file);
    },
    sendCommand,
    windowCommands: createWindowCommands(sendCommand),
    pushNotification: createEvent<PageNotification>('watch.notified', push),
    pushWrite: (write) => pushWritten({ ...write, invalidated: invalidatedReads(write.endpoint) }),
    offerUndo: createEvent<UndoOffer>('undo.offered', push),
    pushApplied: createEvent<ApplyProgress>('configuration.progressed', push),
    pushViewValue: createEvent<ViewValue>('viewState.sharedWritten', push),
    pushEdited: createEvent<{ readonly id: string }>('externalEdits.changed', push),
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface AppHandlersDeps {
  readonly ports: Pick<
    Ports,
    | 'version'
    | 'host'
    | 'profileFolder'
    | 'licensesFile'
    | 'automation'
    | 'canStartAtLogin'
    | 'openWindow'
    | 'openFile'
    | 'chooseFollowed'
    | 'runCommand'
  >;
  readonly runtime: Pick<Runtime, 'notices' | 'windowCommands'>;
  /** Where secrets are stored. */
  readonly secrets: Pick<SecretStore, 'kind'>;
  readonly updates: { check(): Promise<void>; install(): void };
}

/** Creates the handlers of the bridge's `app` calls. */
export function createAppHandlers({
  ports,
  runtime: { notices, windowCommands },
  secrets,
  updates,
}: AppHandlersDeps): Handlers<Bridge, Caller>['app'] {
  return {
    info: async () => ({
      version: ports.version,
      host: ports.host,
      ...systemFacts(),
      profileFolder: ports.profileFolder,
      profileShown: withoutHome(ports.profileFolder),
      keychain: secrets.kind,
      automation: ports.automation ?? false,
      canStartAtLogin: ports.canStartAtLogin ?? false,
      canOpenFiles: ports.openFile !== null,
      canFollowFiles: ports.chooseFollowed !== null,
    }),
    licenses: () => readLicenses(ports.licensesFile),
    logCodes: () => readLogCodes(join(ports.profileFolder, 'logs')),
    async dismiss({ id }) {
      notices.dismiss(id);
      return null;
    },
    takeCommands: async (_input, { windowId }) => [...windowCommands.take(windowId)],
    openWindow: async ({ path }) => ({ url: await ports.openWindow(path) }),
    async checkForUpdates() {
      await updates.check();
      return null;
    },
    async installUpdate() {
      updates.install();
      return null;
    },
    async run({ id }, caller) {
      if (ports.runCommand === null) throw fail('not-allowed');
      await ports.runCommand(id, caller);
      return null;
    },
  };
}

/** Maximum number of commands that wait for one window. */
const maxWaiting = 10;

interface WindowCommands {
  /** Sends a command to a window, or keeps it until the window has loaded. */
  deliver(command: Command, windowId: string): void;
  /** Returns the commands that were kept for a window. From then on, it receives them at once. */
  take(windowId: string): readonly Command[];
  forgetWindow(windowId: string): void;
}

/** Creates the queue. `send` pushes a command to a window that has loaded. */
function createWindowCommands(send: (command: Command, windowId: string) => void): WindowCommands {
  const loaded = new Set<string>();
  const waiting = new Map<string, readonly Command[]>();
  return {
    deliver(command, windowId) {
      if (loaded.has(windowId)) return send(command, windowId);
      waiting.set(windowId, [...(waiting.get(windowId) ?? []), command].slice(-maxWaiting));
    },
    take(windowId) {
      const commands = waiting.get(windowId) ?? [];
      waiting.delete(windowId);
      loaded.add(windowId);
      return commands;
    },
    forgetWindow(windowId) {
      waiting.delete(windowId);
      loaded.delete(windowId);
    },
  };
}
