import { expect, test } from 'vitest';
import { marksOf } from './secret-formats';

test.each<[NodeJS.Platform, string[]]>([
  ['win32', ['ExcludeClipboardContentFromMonitorProcessing', 'CanIncludeInClipboardHistory', 'CanUploadToCloudClipboard']],
  ['darwin', ['org.nspasteboard.ConcealedType', 'org.nspasteboard.TransientType']],
  ['linux', ['x-kde-passwordManagerHint']],
  ['freebsd', []],
])('a secret is marked on %s', (platform, names) => {
  expect(Object.keys(marksOf(platform))).toEqual(names.map((name) => `electron application/osclipboard;format="${name}"`));
});

test('Windows reads the numbers as no', () => {
  expect(Object.values(marksOf('win32')).every((bytes) => bytes.length === 4 && bytes.every((byte) => byte === 0))).toBe(true);
});
