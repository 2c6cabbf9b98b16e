/** Settings as a text that users save and read: without keys, connections, and accounts, which aren't settings. Imported text is not trusted. */
import { z } from 'zod';
import { type ReadSettings, settings as schema } from '#contract/bridge/settings.ts';
import { AppError, fail } from '#contract/errors.ts';
import { type SettingName, type Settings, settingNames, settingRow } from '#contract/setting-rows.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import { visibleText } from '#contract/text/visible-text.ts';

const format = 'latchkey/settings-export';
const version = 1;

const heading = z.object({ format: z.literal(format), version: z.int().min(1) });
const envelope = z.strictObject({ ...heading.shape, settings: z.record(z.string(), z.unknown()) });

/** Limits of what is reported of a name that isn't one of a setting. */
const maxNames = 20;
const maxNameLength = 60;

/** The settings that are exported: those that the settings screen shows. Others are about the windows of one computer. */
const exportedNames = settingNames.filter((name) => settingRow(name).section !== undefined);

function isExported(name: string): name is SettingName {
  return (exportedNames as readonly string[]).includes(name);
}

/** Returns the text of an export. */
export function exportText(settings: Settings): string {
  const exported = Object.fromEntries(exportedNames.map((name) => [name, settings[name]]));
  return `${JSON.stringify({ format, version, settings: exported }, null, 2)}\n`;
}

/**
 * Reads an exported text: its settings, the names that are no settings of this version, and the settings whose values they can't have. Throws
 * `settings-file-unreadable` and `settings-file-newer`.
 */
export function readExport(text: string): ReadSettings {
  const entries = Object.entries(settingsOf(text));
  const known = entries.flatMap(([name, value]) => (isExported(name) ? [{ name, parsed: schema.shape[name].safeParse(value) }] : []));
  const unknown = entries.flatMap(([name]) => (isExported(name) ? [] : [visibleText(name).slice(0, maxNameLength)]));
  return {
    settings: Object.fromEntries(known.flatMap(({ name, parsed }) => (parsed.success ? [[name, parsed.data]] : []))),
    unknown: unknown.slice(0, maxNames),
    omitted: Math.max(0, unknown.length - maxNames),
    invalid: known.flatMap(({ name, parsed }) => (parsed.success ? [] : [name])),
  };
}

function settingsOf(text: string): Record<string, unknown> {
  try {
    const value = parseJson(text);
    if (heading.parse(value).version > version) throw fail('settings-file-newer');
    return envelope.parse(value).settings;
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : fail('settings-file-unreadable');
  }
}
