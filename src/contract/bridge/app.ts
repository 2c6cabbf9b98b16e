/** The app itself: information, notices, windows and commands. */
import { z } from 'zod';
import { commands, hostCommandIds } from '../commands';
import { call, event, topic } from '../definitions';

const appInfo = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'terminal']),
  platform: z.string(),
  arch: z.string(),
  /** Name and version of the operating system. */
  system: z.string(),
  /** The programs that run the app, such as Electron and Node.js. */
  runtimes: z.array(z.strictObject({ name: z.string(), version: z.string() })),
  profileFolder: z.string(),
  /** The same, with `~` for the home folder. */
  profileShown: z.string(),
  /** Where secrets are stored: in the system keychain, in a sealed file, or in memory until the app quits. */
  keychain: z.enum(['system', 'memory', 'sealed']),
  /** Whether this is the automation build. */
  automation: z.boolean(),
  /** Whether the system can start it when the user signs in. */
  canStartAtLogin: z.boolean(),
  /** Whether the host opens files in the system's programs. */
  canOpenFiles: z.boolean(),
  /** Whether the host has files that connections can follow. */
  canFollowFiles: z.boolean(),
});
export type AppInfo = z.output<typeof appInfo>;

/** A package that Latchkey contains, with the text of its license. */
const packageLicense = z.strictObject({ name: z.string(), version: z.string(), license: z.string(), text: z.string() });
export type PackageLicense = z.output<typeof packageLicense>;

/** A notice for the user, shown until it is dismissed. */
const notice = z.strictObject({
  id: z.string(),
  kind: z.enum([
    'file-unreadable',
    'file-from-newer-version',
    'profile-not-writable',
    'memory-keychain',
    'callback-ignored',
    'ca-file-unreadable',
    'ca-file-empty',
    'ca-file-expired',
    'proxy-unusable',
    'graphics-crashed',
    'shortcut-taken',
    'link-refused',
    'secrets-left',
    'secrets-unknown',
    'impersonation-forbidden',
    'clock-ahead',
    'clock-behind',
    'journal-created',
    'journal-disk-full',
    'journal-newer',
    'journal-unavailable',
    'journal-incomplete',
    'journal-broken',
    'journal-forbidden',
  ]),
  /** Name of the file, for notices about a file. */
  file: z.string().optional(),
  /** Name of the copy of an unreadable file. */
  copy: z.string().optional(),
  /** Name of the connection, for notices about its service. */
  connection: z.string().optional(),
  /** Number of the journal's entry where its chain is broken. */
  entry: z.int().optional(),
  /** By how much this computer's clock differs from the service's. */
  differenceMillis: z.int().optional(),
});
export type Notice = z.output<typeof notice>;

/** Why Latchkey doesn't look for updates. The first three can't be changed in the app. */
const updatesOff = z.enum(['not-offered', 'store', 'policy', 'setting']);
export type UpdatesOff = z.output<typeof updatesOff>;

/** What is known about a newer version of Latchkey. `version` is that version. */
const updateState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off'), reason: updatesOff }),
  z.strictObject({ state: z.literal('current'), checkedAtMillis: z.number().nullable() }),
  z.strictObject({ state: z.literal('checking') }),
  z.strictObject({ state: z.literal('downloading'), version: z.string() }),
  z.strictObject({ state: z.literal('ready'), version: z.string() }),
  z.strictObject({ state: z.literal('failed'), atMillis: z.number() }),
]);
export type UpdateState = z.output<typeof updateState>;

/** A command for a window to run; `connectionId` for a command about a connection, `findingId` or `linkId` for a notice. */
const command = z.strictObject({
  id: z.literal(commands.map(({ id }) => id)),
  connectionId: z.string().max(64).optional(),
  findingId: z.string().max(400).optional(),
  linkId: z.string().max(64).optional(),
});
export type Command = z.output<typeof command>;

/** Initial path of a window in the app: the part of its URL after `#`. */
const path = z
  .string()
  .max(2048)
  .regex(/^\/[!-~]*$/);

/** Maximum number of characters of a link that is opened from outside or pasted. */
export const maxLinkLength = 4096;

export const app = {
  info: call(z.strictObject({}), appInfo),
  /** Returns the packages that Latchkey contains, by name. */
  licenses: call(z.strictObject({}), z.array(packageLicense)),
  /** Returns the last warnings and errors of the log for a problem report: codes only. */
  logCodes: call(z.strictObject({}), z.array(z.string())),
  notices: topic(z.array(notice)),
  dismiss: call(z.strictObject({ id: z.string().max(64) }), z.null()),
  /** Opens another window at the path. In the browser host, returns the one-time URL of a new tab instead. */
  openWindow: call(z.strictObject({ path }), z.strictObject({ url: z.string().nullable() })),
  /** Returns the commands that were sent before the window received any, such as what a notification is about that opened it. */
  takeCommands: call(z.strictObject({}), z.array(command)),
  /** Runs a command that a page can't run. Throws `not-allowed` in the browser host. */
  run: call(z.strictObject({ id: z.enum(hostCommandIds) }), z.null()),
  updates: topic(updateState),
  /** Looks for an update now. Does nothing while updates are off or one is ready. */
  checkForUpdates: call(z.strictObject({}), z.null()),
  /** Quits and installs the update that is ready. Windows with unsaved changes ask first. Throws `not-allowed` if none is ready. */
  installUpdate: call(z.strictObject({}), z.null()),
  /** Sent by the menu to the window that has the focus. */
  command: event(command),
};
