import { expect, it } from 'vitest';
import en from '#messages/en.json';
import { lineOf, type Node, parsedSource, type SourceFile, sourceFiles, walk } from '../support/program/sources';

const spokenProps = new Set(['aria-label', 'aria-description', 'aria-placeholder', 'title', 'placeholder', 'alt', 'label', 'text', 'help']);
const hasLetters = /\p{L}/u;

function hardWired({ name, text, root }: SourceFile): string[] {
  const found: string[] = [];
  const report = (node: Node, words: string) => found.push(`${name}:${lineOf(text, node.start)} ${words.trim()}`);
  walk(root, (node) => {
    if (node.type === 'JSXText' && hasLetters.test(String(node.value))) report(node, String(node.value));
    if (node.type === 'JSXAttribute') {
      const words = literalOf(node.value as Node | null);
      if (spokenProps.has(String((node.name as Node).name)) && hasLetters.test(words) && !Object.hasOwn(en, words)) report(node, words);
    }
  });
  return found;
}

function literalOf(value: Node | null): string {
  if (value === null) return '';
  if (value.type === 'Literal') return String(value.value);
  if (value.type === 'JSXExpressionContainer') return literalOf(value.expression as Node);
  if (value.type !== 'TemplateLiteral') return '';
  return (value.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('');
}

it('no screen has a text that is not a message', () => {
  const files = sourceFiles('renderer/', /\.tsx$/);
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap(hardWired)).toEqual([]);
});

it('finds texts and labels', () => {
  const found = (text: string) => hardWired(parsedSource('x.tsx', text));
  expect(found('const a = <p>Hello</p>;')).toHaveLength(1);
  expect(found('const a = <img alt={`a`} title="b" />;')).toHaveLength(2);
  expect(found('const a = <a title={t("x.y")}>{name} · </a>;')).toHaveLength(0);
});
