/** The page of the journal's writes lists each one with its sentence, its old value's source, and its undo, as the definitions and texts have them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/definitions.ts';
import type { RecordedRule, UndoRule, UnrecordedReason } from '#contract/journal/journal-rule.ts';
import { journalSentence } from '#contract/journal/journal-sentence.ts';
import { catalog } from '#contract/service/index.ts';
import en from '#messages/en.json';
import { createTranslator } from '#messages/translator.ts';

const path = join(import.meta.dirname, '..', '..', 'docs', 'journal-writes.md');
const texts: Readonly<Record<string, string>> = en;
const { t } = createTranslator('en');

const writes = Object.entries(catalog).flatMap(([group, rows]) =>
  Object.entries(rows).flatMap(([name, row]: [string, Endpoint]) =>
    row.journal === undefined ? [] : [{ name: `${group}.${name}`, endpoint: row, rule: row.journal }],
  ),
);
const recorded = writes.flatMap(({ name, endpoint, rule }) => ('none' in rule ? [] : [{ name, endpoint, rule }]));

const unrecorded: Readonly<Record<UnrecordedReason, string>> = {
  'sign-in': 'is part of a sign-in or a sign-up, also that of a program',
  refresh: 'gets the tokens of a session',
  check: 'changes nothing that lasts',
  'not-sent': 'is sent by providers, and not by Latchkey',
};

const code = (text: string) => `\`${text}\``;
const plain = (text: string) => text.replaceAll('’', "'").replaceAll('\u00a0', ' ').replaceAll('|', '\\|');

/** Placeholders of names in sentences. */
const names = { team: '(team)', permission: '(permission)', key: '(key)', count: 2 };
const sentenceOf = (key: string) => plain(t(key as keyof typeof en, { outcome: 'done', ...names })).replace('2 users', '(number) users');

const reasonOf = (reason: string) => plain(texts[`journal.undo.none.${reason}`] ?? '');

/** Whether what a write creates has an ID that the service chooses. */
function hasNewId(name: string): boolean {
  const rule = recorded.find((each) => each.name === name)?.rule;
  return rule?.subject.id?.startsWith('response.') ?? false;
}

function undoOf(undo: UndoRule, { secrets }: Endpoint): string {
  if ('none' in undo) return `None. ${reasonOf(undo.none)}`;
  if ('opposite' in undo) return code(undo.opposite);
  if ('again' in undo) return code(undo.again) + (hasNewId(undo.again) ? ', under a new ID' : '');
  const parts = [
    'Restores the old values.',
    ...(undo.default === undefined ? [] : [`If the old value was the service's own: ${code(undo.default)}.`]),
    ...(secrets?.body === undefined ? [] : ['Asks for secrets again.']),
    ...(undo.except === undefined ? [] : [`Not ${Object.keys(undo.except).map(code).join(', ')}.`]),
  ];
  return parts.join(' ');
}

function lineOf({ name, endpoint, rule }: { name: string; endpoint: Endpoint; rule: RecordedRule }): string {
  const { key } = journalSentence({ endpoint: name, input: {}, result: 'done', byAccount: false });
  return `| ${[code(name), sentenceOf(key), rule.before === null ? 'none' : code(rule.before), undoOf(rule.undo, endpoint)].join(' | ')} |`;
}

const table = ['| Write | Sentence | Old value | Undo |', '|---|---|---|---|', ...recorded.map(lineOf), ''].join('\n');

/** The sentences that an endpoint has besides its general one. */
function ownSentences(name: string): string[] {
  const keys = Object.keys(texts).filter((key) => key.startsWith(`journal.${name}.`));
  return keys.map(sentenceOf);
}

const updates = recorded.flatMap(({ name }) => {
  const own = ownSentences(name);
  return own.length === 0 ? [] : [`| ${code(name)} | ${own.join('; ')} |`];
});
const updateTable = ['| Of | Sentences |', '|---|---|', ...updates, ''].join('\n');

const omitted = writes.flatMap(({ name, rule }) => ('none' in rule ? [`| ${code(name)} | ${unrecorded[rule.none]} |`] : []));
const omittedTable = ['| Without an entry | Because it |', '|---|---|', ...omitted, ''].join('\n');

/** Written by `npx vitest run --project layers tests/texts/journal-page.spec.ts -u`. */
test('the page has what follows from the definitions and the texts', async () => {
  const page = readFileSync(path, 'utf8');
  const parts = [
    [/^\| Write \|[^\n]*\n(?:\|[^\n]*\n)+/m, table],
    [/^\| Of \|[^\n]*\n(?:\|[^\n]*\n)+/m, updateTable],
    [/^\| Without an entry \|[^\n]*\n(?:\|[^\n]*\n)+/m, omittedTable],
  ] as const;
  let generated = page;
  for (const [found, part] of parts) {
    expect(page).toMatch(found);
    generated = generated.replace(found, () => part);
  }
  await expect(generated).toMatchFileSnapshot(path);
});

test('each reason why there is no undo has a text', () => {
  for (const { rule } of recorded) if ('none' in rule.undo) expect(reasonOf(rule.undo.none)).toMatch(/\.$/);
});
