/** Every question before something destructive says so: it is an `alertdialog`, which takes no key for 250 ms. */
import { describe, expect, it } from 'vitest';
import en from '../../src/messages/en.json';
import { destructiveLabel } from '../support/program/destructive-label';
import { type Node, parsedSource, type SourceFile, sourceFiles, walk } from '../support/program/sources';

const texts: Readonly<Record<string, string>> = en;
const dialogs = new Set(['ConfirmDialog', 'FormDialog', 'ActionDialog']);

/** Dialogs that pass on what their callers say, which are looked at there or in the scenes. */
const passing = new Set(['renderer/ui/overlays/form-dialog.tsx', 'renderer/ui/overlays/confirm-dialog.tsx']);

interface Question {
  readonly place: string;
  readonly labels: readonly string[];
  readonly isDestructive: boolean;
}

/** Returns the questions of a source, with the English titles and labels of their main buttons. */
function questionsOf({ name, root }: SourceFile): Question[] {
  const found: Question[] = [];
  walk(root, (node) => {
    if (node.type !== 'JSXOpeningElement') return;
    const dialog = (node.name as Node).name as string | undefined;
    if (dialog === undefined || !dialogs.has(dialog)) return;
    const attributes = new Map(
      (node.attributes as Node[]).flatMap((attribute) =>
        attribute.type === 'JSXAttribute' ? [[(attribute.name as Node).name as string, attribute]] : [],
      ),
    );
    const labels = ['title', 'confirmLabel', 'actionLabel'].flatMap((attribute) => textsIn(attributes.get(attribute)));
    found.push({ place: `${name}: ${labels.join(', ')}`, labels, isDestructive: attributes.has('danger') });
  });
  return found;
}

/** Returns the English texts of all keys in an expression. */
function textsIn(expression: Node | undefined): string[] {
  const found: string[] = [];
  if (expression === undefined) return found;
  walk(expression, ({ type, value }) => {
    const text = type === 'Literal' && typeof value === 'string' ? texts[value] : undefined;
    if (text !== undefined) found.push(text);
  });
  return found;
}

const sources = sourceFiles('renderer/', /\.tsx$/);
const questions = sources.filter(({ name }) => !passing.has(name)).flatMap(questionsOf);

it('whose title or button names something destructive is an alert', () => {
  const quiet = questions.filter(({ labels, isDestructive }) => !isDestructive && labels.some(destructiveLabel));
  expect(quiet.map(({ place }) => place)).toEqual([]);
});

it('looks at the questions', () => {
  expect(questions.filter(({ labels, isDestructive }) => isDestructive && labels.some(destructiveLabel)).length).toBeGreaterThan(25);
});

it('only the dialog component has the role', () => {
  const having = sources.filter(({ text }) => /role[=:] ?['"]alertdialog/.test(text)).map(({ name }) => name);
  expect(having).toEqual(['renderer/ui/overlays/dialog.tsx']);
});

describe('finds', () => {
  const found = (text: string) =>
    questionsOf(parsedSource('a.tsx', text)).map(({ labels, isDestructive }) => [labels.some(destructiveLabel), isDestructive]);

  it.each([
    ["<ConfirmDialog confirmLabel={t('users.delete')} />", [[true, false]]],
    ["<ConfirmDialog danger confirmLabel={t('users.delete')} />", [[true, true]]],
    ["<FormDialog actionLabel={t(isOn ? 'users.delete' : 'ui.cancel')} />", [[true, false]]],
    ["<FormDialog actionLabel={t('ui.cancel')} />", [[false, false]]],
    ['<Dialog />', []],
  ])('%s', (text, expected) => expect(found(text)).toEqual(expected));
});
