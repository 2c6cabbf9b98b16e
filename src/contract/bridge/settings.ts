/** The user's settings for the app. */
import { z } from 'zod';
import { call, event } from '../kit';

export const settings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  language: z.enum(['system', 'en', 'de', 'ja', 'pseudo']),
  navigationCollapsed: z.boolean(),
  /** Width of the side panel beside a list, in CSS pixels. */
  panelWidth: z.int().min(280).max(960),
  /** Port of the callback server. If another program uses it, the next free port is used. Changes apply after a restart. */
  handlerPort: z.int().min(1024).max(65535),
  /** Whether Latchkey looks for updates and downloads them. */
  updates: z.boolean(),
  /** Which versions count: tested ones, or also those that are being tested. */
  updateChannel: z.enum(['stable', 'beta']),
});
export type Settings = z.output<typeof settings>;

export const settingsCalls = {
  read: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: settings })),
  update: call(settings.partial(), z.null()),
  changed: event(settings),
};
