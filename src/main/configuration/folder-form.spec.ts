import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { joinDocument, namedFiles, splitDocument } from './folder-form';
import { readDocument } from './read-document';
import { writeDocument } from './write-document';

const documentWith = (sources: Readonly<Record<string, string>>): ConfigurationDocument => ({
  version: 1,
  email_templates: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, { source }])),
});
const split = (sources: Readonly<Record<string, string>>) => splitDocument(writeDocument(documentWith(sources)));
const read = (text: string) => readDocument(new TextEncoder().encode(text));

describe('the files of a document', () => {
  it('name the sources and have them byte for byte', () => {
    const { text, templates } = split({ 'Sign in': 'one\r\ntwo\n', welcome: '\uFEFF  x ' });
    expect(text).toContain('  Sign in:\n    source_file: templates/sign-in.tsx\n  welcome:\n    source_file: templates/welcome.tsx\n');
    expect([...templates]).toEqual([
      ['templates/sign-in.tsx', 'one\r\ntwo\n'],
      ['templates/welcome.tsx', '\uFEFF  x '],
    ]);
  });

  it('are equal for equal documents, and say the same as one file', () => {
    const names = fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.constantFrom('a', 'A', 'a!', 'con', '../x', 'é', '__proto'));
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'binary' }), { maxKeys: 8 }), (sources) => {
        const document = documentWith(sources);
        const one = splitDocument(writeDocument(document));
        const backwards = Object.fromEntries(Object.entries(sources).reverse());
        expect(split(backwards)).toEqual(one);
        for (const path of one.templates.keys()) expect(path).toMatch(/^templates\/[a-z0-9][a-z0-9-]*\.tsx$/);
        const joined = read(joinDocument(one.text, (path) => one.templates.get(path) ?? ''));
        expect(joined).toMatchObject({ ok: true });
        if (joined.ok) expect(writeDocument(joined.document)).toBe(writeDocument(document));
      }),
    );
  });

  test('have different names where the templates’ names differ in case or signs only', () => {
    const paths = [...split({ a: '1', A: '2', 'a!': '3', con: '4', '!': '5' }).templates.keys()];
    expect(new Set(paths).size).toBe(5);
    expect(paths.filter((path) => /^templates\/(?:a|con|template)-[0-9a-f]{8}\.tsx$/.test(path)).length).toBe(5);
  });

  test('a source that isn’t Unicode stays in the document', () => {
    expect(splitDocument('version: 1\nemail_templates:\n  a:\n    source: "\\uD800"\n').templates.size).toBe(0);
  });
});

describe('joining', () => {
  it('keeps the lines, so that faults are where the file has them', () => {
    const text =
      '\uFEFFversion: 1\r\nemail_templates:\r\n  a:\r\n    source_file: "templates/a.tsx" # ours\r\n  b: { source_file: templates/b.tsx }\r\nsettigs: {}\r\n';
    const joined = read(joinDocument(text, () => 'many\nlines: "\\" \u2028'));
    expect(joined).toMatchObject({ ok: false, faults: [{ reason: 'unknown-key', line: 6, column: 1, nearest: 'settings' }] });
    const fine = read(joinDocument(text.replace('settigs', 'settings'), (path) => `${path}\n`));
    expect(fine).toMatchObject({
      ok: true,
      document: { email_templates: { a: { source: 'templates/a.tsx\n' }, b: { source: 'templates/b.tsx\n' } } },
    });
  });

  test.each([
    ['both keys', '    source: x\n    source_file: templates/a.tsx\n', 'duplicate'],
    ['a text of several lines', '    source_file: |\n      templates/a.tsx\n', 'missing'],
    ['an anchor', '    source_file: &a templates/a.tsx\n', 'anchor'],
    ['a list', '    source_file: [templates/a.tsx]\n', 'missing'],
  ])('%s is refused', (_name, lines, reason) => {
    const joined = read(joinDocument(`version: 1\nemail_templates:\n  a:\n${lines}`, () => 'source'));
    expect(joined.ok ? [] : joined.faults.map((fault) => fault.reason)).toContain(reason);
  });

  test.each(['a: [', '[[', '', '- x', 'email_templates: x', '['.repeat(9_000)])('%j names no files', (text) => {
    expect(namedFiles(text)).toEqual([]);
  });
});
