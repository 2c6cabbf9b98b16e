import { describe, expect, test } from 'vitest';
import { maxSettingsFileLength } from '#contract/limits.ts';
import { defaultSettings, settingNames } from '#contract/setting-rows.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { exportText, readExport } from './exported-settings';

const file = (settings: unknown, more: object = {}) =>
  JSON.stringify({ format: 'latchkey/settings-export', version: 1, settings, ...more });
const reading = async (text: string) => readExport(text);
const none = { unknown: [], omitted: 0, invalid: [] };

test('an export is read as it was written, without what windows change themselves', () => {
  const { proxySignInUrl, navigationCollapsed, accountEntries, panelWidth, ...shown } = {
    ...defaultSettings,
    theme: 'dark' as const,
    quietHours: { from: '22:00', to: '07:00' },
  };
  const text = exportText({ ...shown, proxySignInUrl, navigationCollapsed, accountEntries, panelWidth });
  expect(readExport(text)).toEqual({ settings: shown, ...none });
  expect(readExport(`\uFEFF${text}`)).toEqual({ settings: shown, ...none });
  expect(text).toMatch(/^\{\n {2}"format": "latchkey\/settings-export",\n {2}"version": 1,\n/);
  expect(text.length).toBeLessThan(maxSettingsFileLength);
});

test('names that are no settings, and values that a setting can’t have, are reported, and the others are read', () => {
  const text = file({ theme: 'dark', font: 'Comic Sans', clipboardSeconds: 5, proxyUrl: 'socks://proxy.example', panelWidth: 500 });
  expect(readExport(text)).toEqual({
    settings: { theme: 'dark' },
    unknown: ['font', 'panelWidth'],
    omitted: 0,
    invalid: ['clipboardSeconds', 'proxyUrl'],
  });
});

test('names that can’t be shown as they are, and more than a window shows, are shortened', () => {
  const names = ['\u202Eeman\u0000', 'x'.repeat(1_000), ...Array.from({ length: 20 }, (_, index) => `name${index}`)];
  const { unknown, omitted } = readExport(file(Object.fromEntries(names.map((name) => [name, 1]))));
  expect(unknown.slice(0, 2)).toEqual(['eman', 'x'.repeat(60)]);
  expect([unknown.length, omitted]).toEqual([20, 2]);
});

test('a name that changes other objects is a name', () => {
  const { settings, unknown } = readExport(`{"format":"latchkey/settings-export","version":1,"settings":{"constructor":1,"toString":2}}`);
  expect([settings, unknown]).toEqual([{}, ['constructor', 'toString']]);
  readExport(`{"format":"latchkey/settings-export","version":1,"settings":{"__proto__":{"theme":"dark"}}}`);
  expect('theme' in {}).toBe(false);
});

describe('throws for what isn’t a file of settings', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'theme = dark'],
    ['a file that was cut off', exportText(defaultSettings).slice(0, -20)],
    ['a list', '[]'],
    ['null', 'null'],
    ['settings.json of the profile', JSON.stringify({ format: 'latchkey/settings', version: 1, data: {} })],
    ['an export of connections', JSON.stringify({ format: 'latchkey/connections-export', version: 1, connections: [] })],
    ['settings that are a list', file([])],
    ['settings that are a text', file('dark')],
    ['something beside the settings', file({}, { accounts: [] })],
    ['version 0', file({}, { version: 0 })],
    ['a version that is a text', file({}, { version: '1' })],
    ['deep nesting', '['.repeat(60_000)],
  ])('%s', async (_what, text) => {
    expect(await reportOf(reading(text))).toEqual({ code: 'settings-file-unreadable' });
  });

  test('a newer one, whatever it contains', async () => {
    expect(await reportOf(reading(file(null, { version: 2, more: 1 })))).toEqual({ code: 'settings-file-newer' });
  });
});

test('every setting is either exported or about windows', () => {
  const exported = Object.keys(readExport(exportText(defaultSettings)).settings);
  expect(settingNames.filter((name) => !exported.includes(name))).toEqual([
    'proxySignInUrl',
    'navigationCollapsed',
    'accountEntries',
    'panelWidth',
  ]);
});
