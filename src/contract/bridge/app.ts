/** The program itself: what it is, where it runs, and what it has to report. */
import { z } from 'zod';
import { commands, hostCommandIds } from '../commands';
import { call, event } from '../kit';

export const appInfo = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.string(),
  profileFolder: z.string(),
  /** Where secrets are kept: the system's keychain, or only in memory until the app ends. */
  keychain: z.enum(['system', 'memory']),
  /** Whether this is the build that tests may drive. */
  automation: z.boolean(),
});
export type AppInfo = z.output<typeof appInfo>;

/** Something a person should know about; it stays until dismissed. */
export const notice = z.strictObject({
  id: z.string(),
  kind: z.enum(['file-set-aside', 'file-from-newer-version', 'profile-not-writable', 'memory-keychain', 'callback-ignored']),
  /** The file's name, where the notice is about one. */
  file: z.string().optional(),
  /** The name a broken file was given. */
  keptAs: z.string().optional(),
});
export type Notice = z.output<typeof notice>;

/** A command of the app that one window is to carry out; `connectionId` where the command is about one. */
export const command = z.strictObject({
  id: z.literal(commands.map(({ id }) => id)),
  connectionId: z.string().max(64).optional(),
});
export type Command = z.output<typeof command>;

/** Where in the app a window begins: what stands behind the `#` of its address. */
const path = z
  .string()
  .max(2048)
  .regex(/^\/[!-~]*$/);

/** Characters of a link that is opened from outside, or pasted. */
export const maxLinkLength = 4096;

export const app = {
  info: call(z.strictObject({}), appInfo),
  notices: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(notice) })),
  dismiss: call(z.strictObject({ id: z.string().max(64) }), z.null()),
  /** Opens another window there, or answers the address of a new tab where the host is a browser; the address works once. */
  openWindow: call(z.strictObject({ path }), z.strictObject({ url: z.string().nullable() })),
  /** Has the host do what a page cannot; fails with `not-allowed` where the host is a browser, which has its own ways. */
  run: call(z.strictObject({ id: z.enum(hostCommandIds) }), z.null()),
  /** Comes from the menu, to the window that has the focus. */
  command: event(command),
  noticesChanged: event(z.array(notice)),
};
