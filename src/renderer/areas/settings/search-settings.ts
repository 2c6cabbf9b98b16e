import { foldText } from '#lib/search/fold-text.ts';
import type { Translator } from '#messages/translator.ts';
import type { SettingRow, SettingsSection } from './setting-row';

/**
 * Returns the sections with the rows that contain every word of the search, in the title of their section, their label, their description,
 * or their keywords. Sections without such a row are left out.
 */
export function searchSettings(
  sections: readonly SettingsSection[],
  search: string,
  texts: Pick<Translator, 't'>,
): readonly SettingsSection[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter((row) => {
        const text = foldText(textOf(section, row, texts));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function textOf({ id: section }: SettingsSection, { id }: SettingRow, { t }: Pick<Translator, 't'>): string {
  const keys = [`settings.section.${section}`, `settings.row.${id}`, `settings.row.${id}.text`, `settings.row.${id}.keywords`] as const;
  return keys.map((key) => t(key)).join('\n');
}
