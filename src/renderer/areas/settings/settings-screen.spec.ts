import { describe, expect, test } from 'vitest';
import { settingNames, settingRows } from '#contract/setting-rows.ts';
import '#messages/all-texts.ts';
import { createTranslator, type Language } from '#messages/translator.ts';
import { sections } from './sections';
import { searchSettings } from './settings-screen';

const found = (search: string, language: Language = 'en') =>
  searchSettings(sections, search, createTranslator(language)).flatMap(({ rows }) => rows.map(({ id }) => id));

const all = sections.flatMap(({ rows }) => rows.map(({ id }) => id));

describe('the search', () => {
  test.each<[string, string, string[]]>([
    ['a label', 'callback port', ['handlerPort']],
    ['a description', 'next free port', ['handlerPort']],
    ['a keyword', 'GPU', ['hardwareAcceleration']],
    ['words in any order, of different texts', 'sessions location new', ['watchSessions']],
    ['the title of a section', 'appearance', ['theme', 'contrast', 'underlineLinks']],
    ['the title of a section and a word of a row', 'network proxy server', ['proxyUrl']],
    ['spaces around and between words', '  callback   PORT ', ['handlerPort']],
    ['a word that none has', 'zebra', []],
    ['a word of each of two settings', 'callback gpu', []],
  ])('by %s', (_what, search, ids) => {
    expect(found(search)).toEqual(ids);
  });

  test.each([
    ['de', 'zwischenablage', 'clipboardSeconds'],
    ['ja', 'クリップボード', 'clipboardSeconds'],
    ['de', 'DUNKLER', 'theme'],
  ] as const)('works in %s: %s', (language, search, id) => {
    expect(found(search, language)).toContain(id);
  });

  const english = createTranslator('en');
  const words = all.flatMap((id) =>
    [english.t(`settings.row.${id}`), ...english.t(`settings.row.${id}.keywords`).split(', ')].map((word) => [word, id] as const),
  );
  test.each(['de', 'ja'] as const)('in %s finds each setting by its English words too', (language) => {
    expect(words.filter(([word, id]) => !found(word, language).includes(id))).toEqual([]);
  });

  test.each(['', '   '])('%j finds everything', (search) => {
    expect(found(search)).toEqual(all);
  });
});

test('a setting has one row', () => {
  const settings = settingNames.filter((name) => 'section' in settingRows[name]);
  expect(all.filter((id) => id in settingRows).sort()).toEqual(settings.toSorted());
  expect(new Set(all).size).toBe(all.length);
});
