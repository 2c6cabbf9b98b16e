import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '#contract/error-codes.ts';
import { knownErrors } from '#contract/known-errors.ts';
import { knownNextSteps } from '#lib/errors/error-text.ts';
import en from '#messages/en.json';
import { pseudoMessage } from '#messages/pseudo.ts';
import { type Node, sourceFiles, walk } from '../support/program/sources';

const table: Readonly<Record<string, string>> = en;
const keys = Object.keys(table);

interface Use {
  readonly literals: Set<string>;
  /** What precedes the first placeholder of a template: `error.` of `error.${code}`. */
  readonly prefixes: Set<string>;
  readonly asked: Set<string>;
}

function collect(): Use {
  const use: Use = { literals: new Set(), prefixes: new Set(), asked: new Set() };
  for (const { root } of sourceFiles('', /\.tsx?$/)) walk(root, (node) => note(node, use));
  return use;
}

function note(node: Node, { literals, prefixes, asked }: Use): void {
  if (node.type === 'Literal' && typeof node.value === 'string') literals.add(node.value);
  if (node.type === 'TemplateLiteral') {
    const first = (node.quasis as { value: { cooked: string } }[])[0]?.value.cooked ?? '';
    if (/^[a-z-]+\.([\w-]+\.)*$/.test(first)) prefixes.add(first);
  }
  const callee = node.callee as Node | undefined;
  const [argument] = (node.arguments as Node[] | undefined) ?? [];
  if (node.type === 'CallExpression' && callee?.name === 't' && argument?.type === 'Literal') asked.add(String(argument.value));
}

type Parsed = ReturnType<typeof pseudoMessage>;

function placeholders(elements: Parsed): string[] {
  const names = elements.flatMap((element) => {
    if (element.type === 0 || element.type === 7) return [];
    const inner = 'options' in element ? Object.values(element.options).flatMap((option) => placeholders(option.value)) : [];
    return [`${element.type}:${element.value}`, ...inner];
  });
  return [...new Set(names)].sort();
}

describe('the messages', () => {
  const use = collect();

  it('hold every key that is asked for', () => {
    expect([...use.asked].filter((key) => table[key] === undefined)).toEqual([]);
  });

  it('contain no key that nothing uses', () => {
    const prefixes = [...use.prefixes];
    // The rows of screens have only the title of what is shown without a key.
    const isAsked = (key: string) => use.literals.has(key) || use.literals.has(key.replace(/\.locked\.text$/, '.locked'));
    const unused = keys.filter((key) => !isAsked(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  it('are well-formed, with the same placeholders in the pseudo-language', () => {
    for (const [key, text] of Object.entries(table)) {
      const parsed = IntlMessageFormat.__parse?.(text, { ignoreTag: true }) ?? [];
      expect(placeholders(pseudoMessage(text)), key).toEqual(placeholders(parsed));
    }
  });

  it('say something about every code of ours, and about no code that there is not', () => {
    for (const [code, { next }] of Object.entries(errorCodes)) {
      expect(keys).toContain(`error.${code}`);
      expect(keys).toContain(`next.${next}`);
    }
    const codes = keys.filter((key) => key.startsWith('known.')).map((key) => key.slice('known.'.length));
    const travelling = Object.entries(knownErrors).filter(([, { status }]) => status !== null);
    expect(codes.sort()).toEqual(travelling.map(([code]) => code).sort());
    for (const next of Object.values(knownNextSteps)) expect(keys).toContain(`next.${next}`);
  });

  it('never shout', () => {
    expect(keys.filter((key) => table[key]?.includes('!'))).toEqual([]);
  });
});
