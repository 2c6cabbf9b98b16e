/** The user's settings for the app. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { isAbsolutePath, isHostList, isProxyUrl } from '../setting-rules';

/** A time of day, as `HH:MM` of the machine's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const settings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  language: z.enum(['system', 'en', 'de', 'ja', 'pseudo']),
  /** Masks names, email addresses, and IP addresses, for sharing the screen. */
  privacyMode: z.boolean(),
  /** Applies after a restart. */
  hardwareAcceleration: z.boolean(),
  navigationCollapsed: z.boolean(),
  /** Width of the side panel beside a list, in CSS pixels. */
  panelWidth: z.int().min(280).max(960),
  /** Refuses every change at every service, whatever the safety level of a connection. */
  readOnly: z.boolean(),
  /** Seconds after which a copied secret is removed from the clipboard. */
  clipboardSeconds: z.int().min(10).max(300),
  /** Hides the windows from screenshots and screen sharing. */
  captureProtection: z.boolean(),
  /** Minutes without input after which the app locks; null for never. Has no effect without a passphrase. */
  lockAfterMinutes: z.int().min(1).max(240).nullable(),
  /** Whether the app locks when the machine sleeps or its screen is locked. Has no effect without a passphrase. */
  lockOnSuspend: z.boolean(),
  /** Port of the callback server. If another program uses it, the next free port is used. Changes apply after a restart. */
  handlerPort: z.int().min(1024).max(65535),
  proxyMode: z.enum(['system', 'none', 'manual']),
  /** URL of the proxy server (`http:` or `https:`) for `manual`, without a user name or password; empty if there is none. */
  proxyUrl: z.string().max(2048).refine(isProxyUrl),
  /** Hosts that are reached without the proxy, separated by commas. `.example.com` includes subdomains. */
  proxyBypass: z.string().max(4096).refine(isHostList),
  /** Path of a PEM file with certificates that are trusted in addition to the system's; null if there is none. */
  caFile: z.string().max(4096).refine(isAbsolutePath).nullable(),
  /** Whether the app looks for what needs attention while it runs. */
  watch: z.boolean(),
  watchEmails: z.boolean(),
  watchKeys: z.boolean(),
  watchSessions: z.boolean(),
  watchInvitations: z.boolean(),
  /** Start and end of the time without notifications; null without one. The end may be on the next day. */
  quietHours: z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to)
    .nullable(),
  startAtLogin: z.boolean(),
  trayIcon: z.boolean(),
  /** Whether closing the last window keeps the app in the tray. */
  closeToTray: z.boolean(),
  /** Whether Latchkey looks for updates and downloads them. */
  updates: z.boolean(),
  /** Which versions count: tested ones, or also those that are being tested. */
  updateChannel: z.enum(['stable', 'beta']),
});
export type Settings = z.output<typeof settings>;

export const settingsCalls = {
  state: topic(settings),
  update: call(settings.partial(), z.null()),
};
