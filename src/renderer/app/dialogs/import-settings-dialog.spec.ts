import { describe, expect, test } from 'vitest';
import { defaultSettings, type SettingName, type Settings, settingNames, settingRow } from '#contract/setting-rows.ts';
import { createTranslator } from '#messages/translator.ts';
import { changesOf, valueText } from './import-settings-dialog';

test('a file changes what differs from what applies, unless a policy decides it', () => {
  const file: Partial<Settings> = { clipboardSeconds: 60, theme: 'dark', contrast: 'system', readOnly: true, quietHours: null };
  expect(changesOf(file, defaultSettings, ['readOnly', 'watch'])).toEqual({
    changed: ['theme', 'clipboardSeconds'],
    locked: ['readOnly'],
    isRisky: true,
  });
});

test('hours are compared by their values', () => {
  const hours = { from: '22:00', to: '07:00' };
  const now = { ...defaultSettings, quietHours: { ...hours } };
  expect(changesOf({ quietHours: hours }, now, []).changed).toEqual([]);
  expect(changesOf({ quietHours: { ...hours, to: '08:00' } }, now, []).changed).toEqual(['quietHours']);
});

test.each<[Partial<Settings>, boolean]>([
  [{ theme: 'dark', watch: true }, false],
  [{ proxyMode: 'none' }, true],
  [{ caFile: '/tmp/ca.pem' }, true],
  [{ lockOnSuspend: false }, true],
  [{ privacyMode: true }, true],
])('of %j, the risk is told: %s', (file, isRisky) => {
  expect(changesOf(file, defaultSettings, []).isRisky).toBe(isRisky);
});

describe('the text of a value', () => {
  const texts = createTranslator('en');

  test.each<[Partial<Settings>, string]>([
    [{ readOnly: true }, 'On'],
    [{ readOnly: false }, 'Off'],
    [{ theme: 'dark' }, 'Dark'],
    [{ lockAfterMinutes: null }, 'Never'],
    [{ lockAfterMinutes: 7 }, 'After 7 minutes'],
    [{ clipboardSeconds: 30 }, '30 seconds'],
    [{ handlerPort: 4000 }, '4000'],
    [{ proxyUrl: '' }, 'None'],
    [{ proxyUrl: 'http://proxy.example:3128' }, 'http://proxy.example:3128'],
    [{ caFile: null }, 'None'],
    [{ quietHours: { from: '22:00', to: '07:00' } }, '22:00 to 07:00'],
  ])('%j', (settings, text) => {
    expect(valueText(texts, Object.keys(settings)[0] as SettingName, settings)).toBe(text);
  });

  test('exists for every value of every choice', () => {
    for (const name of settingNames) {
      const row = settingRow(name);
      // What windows change themselves is in no file to import.
      if (row.kind !== 'choice' || !('section' in row)) continue;
      for (const value of row.values) expect(valueText(texts, name, { [name]: value })).not.toMatch(/^settings\.|^$/);
    }
  });
});
