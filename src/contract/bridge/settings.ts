/** The user's settings for the app, as the file and the bridge have them. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { maxSettingsFileLength } from '../limits';
import { type AnySetting, type SettingName, type Settings, settingNames, settingRow, type TextSetting } from '../setting-rows';
import { isAbsolutePath, isHostList, isProxyUrl } from '../setting-rules';

/** A time of day, as `HH:MM` of the machine's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const hours = z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to);

const formats: Readonly<Record<TextSetting['format'], (text: string) => boolean>> = {
  'proxy-url': isProxyUrl,
  hosts: isHostList,
  path: isAbsolutePath,
};

function schemaOf(row: AnySetting): z.ZodType {
  switch (row.kind) {
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(row.values);
    case 'number':
      return orNull(row, z.int().min(row.min).max(row.max));
    case 'text':
      return orNull(row, z.string().max(row.maxLength).refine(formats[row.format]));
    case 'hours':
      return hours.nullable();
  }
}

function orNull({ nullable }: { readonly nullable?: true }, schema: z.ZodType): z.ZodType {
  return nullable ? schema.nullable() : schema;
}

type Shape = { [K in SettingName]: z.ZodType<Settings[K], Settings[K]> };

export const settings = z.strictObject(Object.fromEntries(settingNames.map((name) => [name, schemaOf(settingRow(name))])) as Shape);

const readSettings = z.strictObject({
  settings: settings.partial(),
  /** Names that are no settings of this version, as far as they are listed. */
  unknown: z.array(z.string()),
  /** Number of further such names. */
  omitted: z.int(),
  /** Settings that can't have the values of the file. */
  invalid: z.array(z.enum(settingNames)),
});
export type ReadSettings = z.output<typeof readSettings>;

const exported = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('saved'), path: z.string() }),
  z.strictObject({ outcome: z.literal('canceled') }),
  /** Where the host has no dialogs, the page offers the text as a download. */
  z.strictObject({ outcome: z.literal('text'), text: z.string() }),
]);
export type SettingsExport = z.output<typeof exported>;

export const settingsCalls = {
  state: topic(settings),
  update: call(settings.partial(), z.null()),
  /** Exports the user's settings, also those that a policy replaces. The user chooses the file in a dialog of the host. Throws `file-not-writable`. */
  exportAll: call(z.strictObject({}), exported),
  /** Reads an exported text, and changes nothing. Throws `settings-file-unreadable` or `settings-file-newer`. */
  readExport: call(z.strictObject({ text: z.string().max(maxSettingsFileLength) }), readSettings),
};
