import { expect, test } from 'vitest';
import { autostartPath, desktopEntry, isStarting } from './desktop-entry';

test.each([
  [{}, '/home/ada/.config/autostart/latchkey.desktop'],
  [{ XDG_CONFIG_HOME: '/configured' }, '/configured/autostart/latchkey.desktop'],
  [{ XDG_CONFIG_HOME: '' }, '/home/ada/.config/autostart/latchkey.desktop'],
  [{ XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/autostart/latchkey.desktop'],
])('with %j, the entry is %s', (env, path) => {
  expect(autostartPath(env, '/home/ada', 'latchkey')).toBe(path);
});

test.each([
  ['/opt/Latchkey/latchkey', '"/opt/Latchkey/latchkey"'],
  ['/home/ada/my apps/latchkey', '"/home/ada/my apps/latchkey"'],
  ['/a"b', '"/a\\\\"b"'],
  ['/a$b', '"/a\\\\$b"'],
  ['/a`b', '"/a\\\\`b"'],
  ['/a\\b', '"/a\\\\\\\\b"'],
  ['/100%u', '"/100%%u"'],
])('quotes %s as %s', (program, exec) => {
  expect(desktopEntry(program, 'Latchkey')).toContain(`\nExec=${exec}\n`);
});

test('passes the options to the program', () => {
  expect(desktopEntry('/opt/my app', 'Latchkey', ['--at-login'])).toContain('\nExec="/opt/my app" --at-login\n');
});

test.each(['/a\nExec=evil', '/a\0b', '/a\rb', '/a\x7fb'])('refuses the path %j', (program) => {
  expect(() => desktopEntry(program, 'Latchkey')).toThrow('control characters');
});

test.each([
  ['', true],
  ['\nHidden=true\n', false],
  ['\nX-GNOME-Autostart-enabled=false', false],
])('an entry with %j starts the program: %s', (more, starts) => {
  expect(isStarting(desktopEntry('/x', 'Latchkey').replace('X-GNOME-Autostart-enabled=true', '') + more)).toBe(starts);
});
