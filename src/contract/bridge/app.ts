/** The program itself: what it is, where it runs, and what it has to report. */
import { z } from 'zod';
import { call, event } from '../kit';

export const appInfo = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.string(),
  profileFolder: z.string(),
  /** Where secrets are kept: the system's keychain, or only in memory until the app ends. */
  keychain: z.enum(['system', 'memory']),
});
export type AppInfo = z.output<typeof appInfo>;

/** Something a person should know about; it stays until dismissed. */
export const notice = z.strictObject({
  id: z.string(),
  kind: z.enum(['file-set-aside', 'file-from-newer-version', 'profile-not-writable', 'memory-keychain']),
  /** The file's name, where the notice is about one. */
  file: z.string().optional(),
  /** The name a broken file was given. */
  keptAs: z.string().optional(),
});
export type Notice = z.output<typeof notice>;

export const app = {
  info: call(z.strictObject({}), appInfo),
  notices: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(notice) })),
  dismiss: call(z.strictObject({ id: z.string().max(64) }), z.null()),
  /** Opens another window, or answers the address of a new tab where the host is a browser. */
  newWindow: call(z.strictObject({}), z.strictObject({ url: z.string().nullable() })),
  noticesChanged: event(z.array(notice)),
};
