import { describe, expect, test } from 'vitest';
import type { AppInfo } from '../bridge/app';
import { issueQuery, reportBody, systemReport, withoutPrivateParts } from './problem-report';
import { productLinks } from './product-links';

test.each([
  ['Couldn’t read ada.lovelace+1@mail.example.com', 'Couldn’t read [email]'],
  ['fetch https://auth.example.com/api/v1?code=x failed', 'fetch [url] failed'],
  ['at f (app://bundle/assets/index.js:1:2)', 'at f (app://bundle/assets/index.js:1:2)'],
  ['ENOENT: /home/ada/.config/Latchkey/x.json', 'ENOENT: ~/.config/Latchkey/x.json'],
  ['ENOENT: /Users/ada/Library', 'ENOENT: ~/Library'],
  ['ENOENT: C:\\Users\\Ada\\AppData', 'ENOENT: ~\\AppData'],
  ['connect ECONNREFUSED 10.0.0.7:443', 'connect ECONNREFUSED [ip]:443'],
  ['connect ECONNREFUSED 2001:db8:0:0:1::7', 'connect ECONNREFUSED [ip]'],
  ['token ssk_9f8e7d6c5b4a39281706f5e4d3c2b1a0', 'token [id]'],
  ['file:///tmp/a.js', '[url]'],
  ['mail to ödön@privé.example', 'mail to [email]'],
  ["mail to o’neil@mail.example, o'neil@mail.example", 'mail to [email], [email]'],
  ['mail to ada@localhost', 'mail to [email]'],
  ['for 愛@例え.テスト', 'for [email]'],
  ['ENOENT: C:\\Users\\Ada Lovelace\\AppData', 'ENOENT: ~\\AppData'],
  ["open 'c:\\users\\Ödön Privé\\x y.json'", "open '~\\x y.json'"],
  ['ENOENT: C:/Users/Ada/x', 'ENOENT: ~/x'],
  ['ENOENT: /home/ödön/x and /home/ada', 'ENOENT: ~/x and ~'],
  ['getaddrinfo ENOTFOUND auth.corp-internal.example', 'getaddrinfo ENOTFOUND [host]'],
  ['getaddrinfo EAI_AGAIN buildserver', 'getaddrinfo EAI_AGAIN [host]'],
  ['connect ECONNREFUSED intranet:443', 'connect ECONNREFUSED [host]:443'],
  [
    "Host: vault. is not in the cert's altnames: DNS:a.example, DNS:*.corp",
    "Host: [host] is not in the cert's altnames: DNS:[host], DNS:[host]",
  ],
  ['auth.company.com refused, and Auth.Company.DE:8443, too', '[host] refused, and [host]:8443, too'],
  ['no route to keys.company.solutions', 'no route to [host]'],
  ['no route to privé.example', 'no route to [host]'],
  ['no route to xn--priv-epa.example', 'no route to [host]'],
  ['connect ECONNREFUSED fd00::5', 'connect ECONNREFUSED [ip]'],
  ['connect ECONNREFUSED ::1:443', 'connect ECONNREFUSED [ip]'],
  ['connect EHOSTUNREACH fe80::1%eth0', 'connect EHOSTUNREACH [ip]'],
  ['from ::ffff:10.0.0.7: refused', 'from [ip]: refused'],
  ['to [2001:db8::7]:443', 'to [[ip]]:443'],
  ['key ssk_abcdefghijklmnopqrstuvwx', 'key [id]'],
  ['keys "pck_a" and sak_B-c', 'keys "[id]" and [id]'],
  ['token eyJhbGciOiJub25l.eyJzdWIiOiJhIn.c2ln', 'token [id]'],
])('%s is reported as %s', (text, expected) => {
  expect(withoutPrivateParts(text)).toBe(expected);
});

test.each([
  'TypeError: x is undefined',
  'TypeError: i.default.create is not a function',
  "TypeError: Cannot read properties of undefined (reading 'id')",
  'TypeError: this.props.id is undefined',
  '    at Session.is (app://bundle/assets/index-Bx.js:1:2)',
  '    at async e.to (app://bundle/assets/index.js:10:200)',
  'at store.ts:12:34',
  'ENOENT: /tmp/connections.json, settings.json.broken-17, notes.md',
  'libsecret-1.so.0: cannot open shared object file',
  'net::ERR_FAILED at 12:34:56',
  'std::bad_alloc',
  'Latchkey 1.2.3 on Linux 6.1.0',
])('%s is reported as it is', (text) => {
  expect(withoutPrivateParts(text)).toBe(text);
});

test('a long text is cut before a name that couldn’t be found whole', () => {
  const text = `${'x '.repeat(4_996)}ada.lovelace@example.com failed`;
  expect(withoutPrivateParts(text)).toBe('x '.repeat(4_996));
  expect(withoutPrivateParts('-a'.repeat(1_000_000))).toBe('');
});

test('a report has a prompt, the error, the system, and the log', () => {
  const body = reportBody({ system: 'Latchkey 1', lines: ['warn a', 'error b'], error: 'Error: x at a@b.example' }, 'What happened?');
  expect(body).toBe(
    'What happened?\n\n### Error\n```\nError: x at [email]\n```\n\n### System\n```\nLatchkey 1\n```\n\n### Log\n```\nwarn a\nerror b\n```',
  );
  expect(reportBody({ system: 'Latchkey 1', lines: [] }, '')).toBe('\n\n### System\n```\nLatchkey 1\n```');
});

describe('the query of the link to a new issue', () => {
  test('has the title and the body', () => {
    expect(issueQuery('A & b', 'x\n#1', 'linux')).toEqual({ query: { title: 'A & b', body: 'x\n#1' }, isComplete: true });
  });

  test.each([
    ['win32', 2000],
    ['linux', 7000],
  ])('leaves out a body that makes the link too long on %s', (platform, limit) => {
    const fits = limit - `${productLinks.newIssue}?title=t&body=`.length;
    expect(issueQuery('t', 'x'.repeat(fits), platform).isComplete).toBe(true);
    const title = 'ü'.repeat(5000);
    expect(issueQuery('t', 'x'.repeat(fits + 1), platform)).toEqual({ query: { title: 't' }, isComplete: false });
    expect(issueQuery(title, '', platform)).toEqual({ query: { title: title.slice(0, 100) }, isComplete: false });
  });
});

test('the system report names versions, and no folder of the user', () => {
  const info: AppInfo = {
    version: '1.2.3',
    host: 'electron',
    platform: 'linux',
    arch: 'x64',
    system: 'Linux 6.1.0',
    runtimes: [
      { name: 'Electron', version: '45.4.1' },
      { name: 'Node.js', version: '24.1.0' },
    ],
    profileFolder: '/home/ada/.config/Latchkey',
    profileShown: '~/.config/Latchkey',
    keychain: 'system',
    automation: false,
    canStartAtLogin: true,
    canOpenFiles: true,
    canFollowFiles: true,
  };
  expect(systemReport(info, { state: 'ready', version: '1.3.0' })).toBe(
    [
      'Latchkey 1.2.3, electron host',
      'System: Linux 6.1.0 (linux x64)',
      'Electron 45.4.1, Node.js 24.1.0',
      'Keychain: system',
      'Data folder: ~/.config/Latchkey',
      'Updates: ready 1.3.0',
    ].join('\n'),
  );
  expect(systemReport({ ...info, automation: true }, { state: 'off', reason: 'policy' })).toMatch(
    /^Latchkey 1\.2\.3 \(automation build\).*Updates: off \(policy\)$/s,
  );
});
