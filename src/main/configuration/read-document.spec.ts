import { describe, expect, it, test } from 'vitest';
import { maxDocumentBytes, readDocument } from './read-document';

const read = (text: string) => readDocument(new TextEncoder().encode(text));

/** Each fault as its line and column, its reason, and its path. */
function faultsOf(text: string) {
  const result = read(text);
  return result.ok ? [] : result.faults.map(({ line, column, reason, path }) => `${line}:${column} ${reason} ${path.join('/')}`.trim());
}

const lines = (...all: readonly string[]) => `${['version: 1', ...all].join('\n')}\n`;
const provider = (...more: readonly string[]) => lines('providers:', '  github:', '    type: standard', '    client_id: x', ...more);
const secret = (value: string) => provider(`    client_secret: ${value}`);

describe('a file is refused', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['that is empty', '', ['1:1 not-a-document']],
    ['that is a list', '- version: 1\n', ['1:1 not-a-document']],
    ['that is a text', 'hello', ['1:1 not-a-document']],
    ['without a version', 'settings: {}\n', ['1:1 no-version']],
    ['of a later format, whatever else it has', 'version: 2\nnews: 1\n', ['1:10 later-version version']],
    ['of another version', 'version: one\n', ['1:10 wrong-value version']],
    ['with an unknown section', lines('setings:', '  display_name: x'), ['2:1 unknown-key setings']],
    ['with an unknown setting', lines('settings:', '  display_nam: x'), ['3:3 unknown-key settings/display_nam']],
    [
      'with an unknown field of a provider',
      provider(`    client_secret: \${A}`, '    sceret: x'),
      ['7:5 unknown-key providers/github/sceret'],
    ],
    ['with a key twice', lines('settings:', '  description: a', '  description: b'), ['4:3 duplicate']],
    ['with a section twice', lines('settings: {}', 'settings: {}'), ['3:1 duplicate']],
    [
      'with domains that differ in case only',
      lines('domains:', '  https://a.example: {handler_path: /h}', '  https://A.example: {handler_path: /h}'),
      ['4:3 differs-in-case domains/https://A.example'],
    ],
    [
      'with a permission in capitals',
      lines('permissions:', '  team:', '    Support: {contains: []}'),
      ['4:5 unusable-key permissions/team/Support'],
    ],
    ['with a provider in capitals', lines('providers:', '  GitHub: {type: shared}'), ['3:3 unusable-key providers/GitHub']],
    ['with an anchor', lines('settings: &a', '  description: x'), ['3:3 anchor']],
    ['with an alias', lines('settings: &a {description: x}', 'domains: *a'), ['2:14 anchor', '3:10 alias']],
    ['with a tag', lines('settings:', '  description: !!binary aGVsbG8='), ['3:25 tag']],
    ['with a tag of its own', lines('settings:', '  description: !secret x'), ['3:24 tag']],
    ['with a merge key', lines('settings:', '  <<: {description: x}'), ['3:3 unknown-key settings/<<']],
    ['indented by tabs', lines('settings:', '\tdescription: x'), ['3:1 syntax']],
    ['with two documents', `${lines()}---\n${lines()}`, ['2:1 several-documents']],
    ['with a key that is a list', lines('? [a]', ': b'), ['2:3 unusable-key']],
    ['with the name of a prototype', lines('permissions:', '  team:', '    __proto__: {contains: []}'), ['4:5 unusable-key']],
    ['with a secret in clear', secret('gho_abc'), ['6:20 secret-in-clear providers/github/client_secret']],
    ['with a number for a secret', secret('12345'), ['6:20 secret-in-clear providers/github/client_secret']],
    ['without a placeholder', provider(), ['4:5 placeholder-missing providers/github/client_secret']],
    ['with no value for a placeholder', secret(''), ['6:20 placeholder-missing providers/github/client_secret']],
    ['with an empty placeholder', secret(`\${}`), ['6:20 placeholder-malformed providers/github/client_secret']],
    ['with a nested placeholder', secret(`\${A\${B}}`), ['6:20 placeholder-malformed providers/github/client_secret']],
    ['with text beside a placeholder', secret(`x\${A}`), ['6:20 placeholder-malformed providers/github/client_secret']],
    ['with a placeholder in small letters', secret(`\${a}`), ['6:20 placeholder-malformed providers/github/client_secret']],
    ['with a default for a placeholder', secret(`\${A:-x}`), ['6:20 placeholder-malformed providers/github/client_secret']],
    [
      'with the password of a server',
      lines(
        'email_server:',
        '  type: standard',
        '  host: a',
        '  port: 1',
        '  username: a',
        '  sender_name: a',
        '  sender_email: a@b.c',
        '  password: hunter2',
      ),
      ['9:13 secret-in-clear email_server/password'],
    ],
    [
      'with a key of the service in a template',
      lines('email_templates:', '  A:', '    source: |', `      const key = "sak_${'a1'.repeat(20)}"`),
      ['4:13 secret-in-clear email_templates/A/source'],
    ],
    ['with a value of another type', lines('settings:', '  allow_localhost: yes'), ['3:20 wrong-value settings/allow_localhost']],
    ['with a number for a text', lines('settings:', '  description: 12'), ['3:16 wrong-value settings/description']],
    [
      'with another value than those allowed',
      lines('sign_in_methods:', '  oauth_account_merge_strategy: link'),
      ['3:33 wrong-value sign_in_methods/oauth_account_merge_strategy'],
    ],
    [
      'with a port out of range',
      lines(
        'email_server:',
        '  type: standard',
        '  host: a',
        '  port: 70000',
        '  username: a',
        '  sender_name: a',
        '  sender_email: a@b.c',
        `  password: \${P}`,
      ),
      ['5:9 wrong-value email_server/port'],
    ],
    ['without a field', lines('domains:', '  https://a.example: {}'), ['3:22 missing domains/https://a.example/handler_path']],
    ['with a domain that is no URL', lines('domains:', '  a.example: {handler_path: /h}'), ['3:3 unusable-key domains/a.example']],
    [
      'with permissions in a circle',
      lines('permissions:', '  team:', '    a: {contains: [b]}', '    b: {contains: [c]}', '    c: {contains: [b]}'),
      ['5:5 circle permissions/team/b'],
    ],
    [
      'with a permission that contains itself',
      lines('permissions:', '  project:', '    a: {contains: [a]}'),
      ['4:5 circle permissions/project/a'],
    ],
    [
      'with a template of both forms',
      lines('email_templates:', '  a: {source: x, subject: y}'),
      ['3:18 unknown-key email_templates/a/subject'],
    ],
    ['with brackets that don’t close', lines('settings: {'), ['3:1 syntax']],
  ])('%s', (_name, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('with the nearest known key', () => {
    const nearest = (text: string) => {
      const result = read(text);
      return result.ok ? undefined : result.faults[0]?.nearest;
    };
    expect(nearest(lines('setings: {}'))).toBe('settings');
    expect(nearest(lines('settings: {display_nam: x}'))).toBe('display_name');
    expect(nearest(lines('permissions: {teams: {}}'))).toBe('team');
    expect(nearest(provider(`    client_secret: \${A}`, '    facebook_config: x'))).toBe('facebook_config_id');
    expect(nearest(lines('domains:', '  https://a.example: {handler_path: /h, handlerpath: /h}'))).toBe('handler_path');
    expect(nearest(lines('zzzzzzzzzzzz: 1'))).toBeUndefined();
  });

  it('without quoting a secret', () => {
    expect(JSON.stringify(read(secret('correct-horse-battery')))).not.toContain('horse');
    expect(JSON.stringify(read(lines('providers:', '  github: {type: shared, correct-horse: x}')))).toContain('correct-horse');
  });

  it('above 5 MB, and not at it', () => {
    const filled = (size: number) => `version: 1\n${'#'.repeat(size - 12)}\n`;
    expect(faultsOf(filled(maxDocumentBytes + 1))).toEqual(['1:1 too-large']);
    expect(faultsOf(filled(maxDocumentBytes))).toEqual([]);
  });

  it('that isn’t UTF-8', () => {
    const result = readDocument(Uint8Array.of(0x76, 0xff, 0xfe));
    expect(result).toEqual({ ok: false, faults: [{ reason: 'not-text', path: [], line: 1, column: 1 }] });
  });

  test.each([
    ['[', 2_000_000],
    ['{a: ', 400_000],
    ['[', 65],
    ['- ', 500],
  ])('with too many levels of %j', (open, count) => {
    const [fault] = faultsOf(`version: 1\nmetadata_schemas:\n  server_metadata: ${open === '- ' ? '\n    ' : ''}${open.repeat(count)}`);
    expect(fault).toContain('too-deep');
  });

  it('with more keys than a project can need, without making anything of them', () => {
    expect(faultsOf(lines(...Array.from({ length: 400_000 }, (_, at) => `a${at}:`)))).toEqual(['1:1 too-large']);
  });
});

describe('a file is read', () => {
  const document = { version: 1, settings: { description: 'x' }, permissions: { team: { '12': { contains: ['a', '$read_members'] } } } };
  const text = lines('settings:', '  description: x', 'permissions:', '  team:', '    12:', '      contains: [a, $read_members]');

  test.each([
    ['as YAML', text],
    ['with a byte order mark', `\uFEFF${text}`],
    ['with CRLF', text.replaceAll('\n', '\r\n')],
    ['with comments', `# A\n${text.replace('x', 'x # b')}`],
    ['as JSON', JSON.stringify(document)],
    ['with a mark of its start', `---\n${text}`],
  ])('%s', (_name, given) => {
    expect(read(given)).toMatchObject({ ok: true, document });
  });

  it('with what only looks like a value of another type', () => {
    const result = read(lines('settings:', '  description: no', '  display_name: "1e3"'));
    expect(result).toMatchObject({ ok: true, document: { settings: { description: 'no', display_name: '1e3' } } });
  });
});
