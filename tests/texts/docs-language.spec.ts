/** The pages use one term per concept, US spelling and contractions, as the texts of the user interface do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import de from '#messages/de.json';
import en from '#messages/en.json';

const root = join(import.meta.dirname, '..', '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Terms that the glossary replaces, by the term to use instead. */
const replacedTerms: Readonly<Record<string, RegExp>> = {
  email: /\be-mail(s|ed)?\b|\bmail(s|ed|ing)?\b/i,
  user: /\b(nobody|somebody|everybody|whoever|people|persons?)\b/i,
  response: /\banswer(s|ed|ing)?\b/i,
  'sign-in method': /\bways? in\b|\bways? to sign in\b/i,
  'create a passkey': /\b(makes?|made|making) (a|the|your|one) passkey\b/i,
  'no longer': /\bany ?more\b/i,
  again: /\banew\b/i,
  'deleted, removed or closed': /\bgone\b/i,
  'like the real service': /\bin earnest\b/i,
  dismiss: /\bput(s|ting)? (\w+ )?aside\b/i,
  automatically: /\bby itself\b/i,
  start: /\b(begin|begins|began|begun|beginning)\b/i,
  continue: /\b(go|goes|going|went) on\b/i,
  cancel: /\b(give|gives|gave|given|giving) up\b/i,
  ID: /\bids?\b/,
  'data folder': /\bprofile folder\b|\bLatchkey[’']s folder\b/i,
  'system keychain': /\bsystem[’']s keychain\b/i,
  'redirect or point to': /\b(leads?|led|leading) (\w+ )?(to|back|nowhere)\b/i,
};

const britishSpelling =
  /\b(colour|behaviour|honour|neighbour|cancell(ed|ing)|(recogni|organi|authori|initiali|seriali|normali|summari|synchroni)s(e[ds]?|ing|ation)|catalogue|dialogue|licence|centre|grey|whilst|towards|learnt)s?\b/i;

const uncontracted = /\b(can ?not|(could|do|does|did|is|are|was|were|has|have|had|will|would|should) not)\b(?! (only|just)\b)/i;

/** A word twice in a row within a paragraph. Case counts: in German, “wenn Sie sie …” is right, and so are two articles. */
const doubledWord = /(?<![\p{L}’-])(?!(?:der|die|das|X)\s)(\p{L}+)(?:[ \t]+|[ \t]*\n[ \t]*)\1(?![\p{L}’-])/u;

/** Texts of the user interface that pages quote. */
const quotedTexts: readonly string[] = [
  'Approve sign-in',
  'Cancel',
  'Confirm changes',
  'Continue',
  'Copy URL',
  'Copy details',
  'Normal',
  'Read-only',
  'Retry',
  'Start sandbox',
  'Stop retrying',
  'Type name to delete',
];

/** A page without code, quoted texts, links' targets and comments. */
function prose(markdown: string): string {
  return markdown
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, 'X')
    .replace(/\]\([^)]*\)/g, ']');
}

function termsIn(markdown: string): string[] {
  const text = prose(markdown);
  return Object.entries(replacedTerms).flatMap(([term, pattern]) => {
    const found = pattern.exec(text);
    return found ? [`“${found[0]}”: use “${term}”`] : [];
  });
}

/** The reference of the service keeps the service's words for its fields and rules. */
const ownPages = pages.filter((name) => !name.startsWith(join('docs', 'wire')));

describe('the pages', () => {
  it.each(pages)('%s has US spelling', (name) => {
    expect(britishSpelling.exec(prose(readFileSync(join(root, name), 'utf8')))?.[0]).toBeUndefined();
  });

  it.each(pages)('%s has no word twice', (name) => {
    expect(doubledWord.exec(prose(readFileSync(join(root, name), 'utf8')))?.[0]).toBeUndefined();
  });

  it.each(ownPages)('%s uses the terms of the glossary and contractions', (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    expect(termsIn(text)).toEqual([]);
    expect(uncontracted.exec(prose(text))?.[0]).toBeUndefined();
  });
});

it.each(quotedTexts)('“%s” is a text of the user interface that a page quotes', (text) => {
  expect(Object.values(en)).toContain(text);
  expect(pages.some((name) => readFileSync(join(root, name), 'utf8').includes(text))).toBe(true);
});

it('texts have no word twice', () => {
  expect([...Object.values(en), ...Object.values(de)].filter((text) => doubledWord.test(text))).toEqual([]);
});

describe('the check', () => {
  test.each<[string, string[]]>([
    ['Log in with your e-mail', ['email']],
    ['The server answers nobody any more.', ['no longer', 'response', 'user']],
    ['The link leads to a page that is gone.', ['deleted, removed or closed', 'redirect or point to']],
    ['The id of the project', ['ID']],
    ['The file `mail.ts` and the text "e-mail" stay, as does ID.', []],
    ['```sh\nnpm run mail\n```\n', []],
  ])('reads %j', (text, terms) => {
    const found = termsIn(text).map((line) => /use “(.*)”/.exec(line)?.[1]);
    expect(found.sort()).toEqual([...terms].sort());
  });

  test.each(['Colour', 'cancelled', 'recognised', 'behaviour'])('knows that %s is British', (word) => {
    expect(britishSpelling.test(word)).toBe(true);
  });

  test.each([
    ['It starts the the app.', 'the the'],
    ['This is and\n  and that.', 'and\n  and'],
    ['Save and \n  and close.', 'and \n  and'],
    ['# Secrets\n\nSecrets are kept.', null],
    ['wenn Sie sie kennen, die die App zeigt', null],
    ['Add-on on a page', null],
  ])('finds the word twice in %j', (text, found) => {
    expect(doubledWord.exec(text)?.[0] ?? null).toBe(found);
  });
});
