import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonical } from '#contract/configuration/canonical.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { text as anyText, fixedSeed } from '#tests/support/arbitraries.ts';
import { joinDocument, splitDocument } from './folder-form';
import { readDocument } from './read-document';
import { updateText } from './update-text';
import { exportDocument, writeDocument } from './write-document';

const read = (text: string) => readDocument(new TextEncoder().encode(text));
const documentIn = (text: string) => {
  const result = read(text);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.document;
};

const short = anyText.filter((each) => each.length < 1_000);
const anyDocument = (description: string, source: string): ConfigurationDocument => ({
  version: 1,
  settings: { description, allow_localhost: false },
  email_templates: {
    ...(source.trim() === '' || source === '__proto__' ? {} : { [source]: { source } }),
    a: { source: description, theme: false },
  },
  metadata_schemas: { server_metadata: { title: source, enum: [description, source, null, 1.5, true, '1', 'null', '~'] } },
});

describe('a document', () => {
  it('is written and read again as it was, with any text', () => {
    const lines = fc.array(
      fc.constantFrom(' ', '\t', '\n', '\r', 'a', '#', ':', '- ', `\${A}`, '"', "'", '|', '\\', '\u0085', '\uFEFF', '&', '*'),
      { maxLength: 12 },
    );
    const value = fc.oneof(
      short,
      lines.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(value, value, (description, source) => {
        const document = anyDocument(description, source);
        const text = writeDocument(document);
        expect(documentIn(text)).toEqual(document);
        expect(writeDocument(documentIn(text))).toBe(text);
        expect(updateText(text, document)).toBe(text);
        expect(text).not.toContain('\r');
      }),
      { ...fixedSeed(), numRuns: 600 },
    );
  });

  it('is updated in a file to any other one', () => {
    fc.assert(
      fc.property(short, short, short, short, (one, other, next, last) => {
        const text = writeDocument(anyDocument(one, other));
        const document = anyDocument(next, last);
        expect(documentIn(updateText(text, document))).toEqual(document);
      }),
      { ...fixedSeed(), numRuns: 200 },
    );
  });

  it('is written without anchors, where values are the same object', () => {
    const same = { contains: ['b'] };
    const text = writeDocument({ version: 1, permissions: { team: { a: same, c: same }, project: {} } });
    expect(text.split('\n').slice(2)).toEqual([
      'version: 1',
      'permissions:',
      '  team:',
      '    a:',
      '      contains:',
      '        - b',
      '    c:',
      '      contains:',
      '        - b',
      '  project: {}',
      '',
    ]);
  });

  it('names its schema for editors', () => {
    expect(writeDocument({ version: 1 }).split('\n')[0]).toBe(
      '# yaml-language-server: $schema=https://latchkey.example/configuration.schema.json',
    );
  });

  it('keeps a template of 1 MB, as lines', () => {
    const source = 'export const x = "ü";\n'.repeat(47_000);
    const document: ConfigurationDocument = { version: 1, email_templates: { big: { source } } };
    const text = writeDocument(document);
    expect(text.split('\n').length).toBeGreaterThan(47_000);
    expect(documentIn(text)).toEqual(document);
  });
});

test.each<readonly [string, Omit<ConfigurationDocument, 'version'>, string]>([
  ['permissions in a circle', { permissions: { team: { a: { contains: ['b'] }, b: { contains: ['a'] } } } }, 'circle permissions/team/a'],
  [
    'a key of the service in a template',
    { email_templates: { a: { source: `x = 'ssk_${'a1'.repeat(20)}'` } } },
    'secret-in-clear email_templates/a/source',
  ],
  ['a domain that the service didn’t check', { domains: { 'a.example': { handler_path: '/' } } }, 'unusable-key domains/a.example'],
  [
    'a handler path that it didn’t check',
    { domains: { 'https://a.example': { handler_path: 'x' } } },
    'wrong-value domains/https://a.example/handler_path',
  ],
])('a project with %s isn’t exported', (_name, sections, fault) => {
  const result = exportDocument({ version: 1, ...sections });
  expect(result.ok ? [] : result.faults.map(({ reason, path }) => `${reason} ${path.join('/')}`)).toEqual([fault]);
});

const own = `# Our project
version: 1
sign_in_methods: # how people get in
  passkey_enabled: false # soon
  magic_link_enabled: true

settings:
  display_name: 'Engines'   # as printed
providers:
  # Signs in developers
  github:
    client_secret: \${OUR_OWN_NAME}
    type: standard
    client_id: abc
permissions:
  team:
    b: {contains: [a]} # flow
    # the last one
    d: {contains: []}
`;

const wanted: ConfigurationDocument = {
  version: 1,
  settings: { display_name: 'Engines' },
  sign_in_methods: { passkey_enabled: true, magic_link_enabled: true },
  providers: { github: { type: 'standard', client_id: 'abc', client_secret: `\${GITHUB_CLIENT_SECRET}` } },
  permissions: { team: { b: { contains: ['a'] }, c: { contains: ['b'] }, d: { contains: [] } } },
};

describe('a file that is updated', () => {
  it('changes only where its values do', () => {
    expect(updateText(own, wanted)).toBe(
      own
        .replace('passkey_enabled: false', 'passkey_enabled: true')
        .replace('methods: # how', 'methods:\n  # how')
        .replace("'Engines'   #", "'Engines' #")
        .replace('{contains: [a]}', '{ contains: [ a ] }')
        .replace('    # the last one', '    c:\n      contains:\n        - b\n    # the last one')
        .replace('{contains: []}', '{ contains: [] }'),
    );
  });

  it('is the same, byte for byte, if it says the same already', () => {
    const { permissions: _unmanaged, ...rest } = { ...wanted, sign_in_methods: { passkey_enabled: false, magic_link_enabled: true } };
    expect(updateText(own, rest)).toBe(own);
  });

  test.each([
    ['line ends', own.replaceAll('\n', '\r\n'), (text: string) => !/[^\r]\n/.test(text)],
    ['byte order mark', `\uFEFF${own}`, (text: string) => text.startsWith('\uFEFF# Our')],
  ])('keeps its %s', (_name, text, isKept) => {
    expect(isKept(updateText(text, wanted))).toBe(true);
    expect(documentIn(updateText(text, wanted))).toMatchObject({ sign_in_methods: { passkey_enabled: true } });
  });

  it('stays JSON, in its order', () => {
    const text = JSON.stringify({ version: 1, settings: { description: 'a', display_name: 'b' }, domains: {} });
    const updated = updateText(text, { version: 1, settings: { display_name: 'c', description: 'a' } });
    expect(updated).toBe(`${JSON.stringify({ version: 1, settings: { description: 'a', display_name: 'c' }, domains: {} }, null, 2)}\n`);
    expect(updateText(text, { version: 1, domains: {} })).toBe(text);
  });

  it('is refused or read, whatever was done to it, and never throws', () => {
    const pieces = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\t',
      ':',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '|',
      '>',
      '&a',
      '*a',
      '!!',
      '<<',
      '#',
      '?',
      '%',
      '@',
      '---',
      '...',
      '\uFEFF',
      '\u0000',
      '\ud800',
      `\${`,
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ at: fc.nat(own.length), length: fc.nat(6), by: pieces }), { minLength: 1, maxLength: 4 }),
        (damages) => {
          const text = damages.reduce((all, { at, length, by }) => all.slice(0, at) + by + all.slice(at + length), own);
          const result = read(text);
          if (!result.ok) {
            expect(result.faults.every(({ line, column }) => line >= 1 && column >= 1 && line <= text.split('\n').length)).toBe(true);
            return;
          }
          expect(updateText(result.text, result.document)).toBe(result.text);
          expect(documentIn(writeDocument(result.document))).toEqual(canonical(result.document));
          expect(documentIn(updateText(result.text, { ...result.document, ...wanted }))).toMatchObject({
            version: 1,
            settings: wanted.settings,
          });
        },
      ),
      { ...fixedSeed(), numRuns: 1_000 },
    );
  });

  it('loses what the document no longer has, and keeps sections that it doesn’t have', () => {
    const text = updateText(own, { version: 1, permissions: { team: {} } });
    expect(text).toContain('team: {}');
    expect(text).toContain('# Signs in developers');
  });
});

describe('what turns the order of characters around, or ends lines unseen', () => {
  const trick = 'a\u202e\u2066b\u200f\u061c\u2028c';
  const escaped = String.raw`a\u202e\u2066b\u200f\u061c\u2028c`;
  const document: ConfigurationDocument = {
    version: 1,
    settings: { description: trick },
    email_templates: { [trick]: { source: `one\n${trick}` }, b: { source: trick } },
  };

  it('is escaped, in keys too, and read again as it was', () => {
    const text = writeDocument(document);
    expect(text).toContain(`  "${escaped}":\n`);
    expect(text).not.toMatch(/[\p{Bidi_Control}\u2028]/u);
    expect(documentIn(text)).toEqual(document);
  });

  it('is escaped in project.yaml of a folder', () => {
    const { text, templates } = splitDocument(writeDocument(document));
    expect(text).not.toMatch(/[\p{Bidi_Control}\u2028]/u);
    expect(documentIn(joinDocument(text, (path) => templates.get(path) ?? ''))).toEqual(document);
  });

  it('is escaped in a file that is updated, unless the file has such characters itself', () => {
    const own = '# Ours\nversion: 1\nemail_templates: {}\n';
    const updated = updateText(own, document);
    expect(updated).not.toMatch(/[\p{Bidi_Control}\u2028]/u);
    expect(documentIn(updated)).toEqual(canonical(document));
    const theirs = updateText(`# \u202eOurs\n${own}`, document);
    expect(theirs).toContain('# \u202eOurs');
    expect(documentIn(theirs)).toEqual(canonical(document));
  });
});
