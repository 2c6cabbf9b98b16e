/** The page of benchmarks shows the recorded results, and these have the names and the limits of the benchmarks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readResults, withMeasured, withTable } from '../../scripts/lib/bench-results.mjs';
import { type Node, parsedSource, walk } from '../support/program/sources';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'tests', 'bench');
const page = readFileSync(join(root, 'docs', 'benchmarks.md'), 'utf8');
const benches = readdirSync(folder).flatMap((file) => (file.endsWith('.bench.ts') ? [file.replace('.bench.ts', '')] : []));
const results = readResults();

/** Not run with the others, so it has no row. */
const onRequest = new Set(['crash']);

/** What a benchmark’s sources say of its measurements: patterns of their names, the texts passed as names, and the limits. */
interface Declared {
  readonly names: readonly RegExp[];
  readonly texts: readonly string[];
  readonly limits: readonly number[];
}

function declaredBy(bench: string): Declared {
  const text = readFileSync(join(folder, `${bench}.bench.ts`), 'utf8');
  const helpers = [...text.matchAll(/from '\.\/lib\/([\w-]+)'/g)].map(([, name]) =>
    readFileSync(join(folder, 'lib', `${name}.ts`), 'utf8'),
  );
  const all = [text, ...helpers].map(declaredIn);
  return {
    names: all.flatMap(({ names }) => names),
    texts: all.flatMap(({ texts }) => texts),
    limits: [...new Set(all.flatMap(({ limits }) => limits))].sort((a, b) => a - b),
  };
}

function declaredIn(text: string): Declared {
  const { root: program } = parsedSource('bench.ts', text);
  const nodes: Node[] = [];
  walk(program, (node) => void nodes.push(node));
  const strings = nodes.flatMap(({ type, value }) => (type === 'Literal' && typeof value === 'string' ? [value] : []));
  const measurements = nodes.filter((node) => property(node, 'name') !== undefined && property(node, 'limit') !== undefined);
  const names = measurements.map((node) => patternOf(text, property(node, 'name') as Node));
  const templates = nodes.flatMap((node) => (node.type === 'TemplateLiteral' ? [patternOf(text, node)] : []));
  return {
    names: [...names, ...templates].filter(({ source }) => /[a-z]{3}/.test(source)),
    texts: strings,
    limits: measurements.flatMap((node) => numbersOf(property(node, 'limit') as Node, nodes)),
  };
}

/** The value of a property of an object literal. */
function property({ type, properties }: Node, name: string): Node | undefined {
  if (type !== 'ObjectExpression') return undefined;
  return (properties as Node[]).find(({ key }) => (key as Node | undefined)?.name === name)?.value as Node | undefined;
}

/** A pattern of what a literal or a template may result in. */
function patternOf(text: string, node: Node): RegExp {
  const source = text.slice(node.start, node.end as number);
  const parts = /^['`]/.test(source) ? source.slice(1, -1).split(/\$\{[^}]*\}/) : ['', ''];
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('.+')}$`);
}

/** The numbers that a limit may be: a literal, a constant, what a function returns, or what is passed as an argument of that name. */
function numbersOf(node: Node, nodes: readonly Node[]): number[] {
  if (node.type === 'Literal') return [node.value as number];
  if (node.type === 'CallExpression')
    return literalsIn(nodes.find(({ id, type }) => type === 'FunctionDeclaration' && isNamed(id, node.callee)));
  const constant = nodes.find(({ type, id }) => type === 'VariableDeclarator' && isNamed(id, node));
  return constant ? literalsIn(constant.init as Node) : nodes.flatMap((called) => argumentsFor(node, called, nodes));
}

/** The numbers that a call passes as the parameter of a function that is assigned to a constant. */
function argumentsFor(parameter: Node, call: Node, nodes: readonly Node[]): number[] {
  if (call.type !== 'CallExpression') return [];
  const declared = nodes.find(({ type, id }) => type === 'VariableDeclarator' && isNamed(id, call.callee));
  const parameters = (declared?.init as { params?: Node[] } | undefined)?.params ?? [];
  const at = parameters.findIndex((one) => isNamed(one, parameter));
  return at < 0 ? [] : literalsIn((call.arguments as Node[])[at]);
}

function isNamed(id: unknown, other: unknown): boolean {
  return (id as Node | undefined)?.name !== undefined && (id as Node).name === (other as Node).name;
}

function literalsIn(node: Node | undefined): number[] {
  const found: number[] = [];
  if (node !== undefined) walk(node, ({ type, value }) => void (type === 'Literal' && typeof value === 'number' && found.push(value)));
  return found;
}

test('the table is that of the recorded results', () => {
  expect(page).toBe(withTable(page, results));
});

test('the page has a paragraph for each benchmark, in order', () => {
  expect([...page.matchAll(/^- \*\*`([\w-]+)`\*\*/gm)].map(([, name]) => name)).toEqual(benches.sort());
});

describe.each(benches.filter((name) => !onRequest.has(name)))('%s', (bench) => {
  const own = results.filter((result) => result.bench === bench);
  const declared = declaredBy(bench);

  test('has recorded results with its names', () => {
    expect(own).not.toEqual([]);
    const isDeclared = (name: string) => declared.texts.includes(name) || declared.names.some((pattern) => pattern.test(name));
    expect(own.filter(({ name }) => !isDeclared(name))).toEqual([]);
  });

  test('has recorded results with its limits', () => {
    expect([...new Set(own.map(({ limit }) => limit))].sort((a, b) => a - b)).toEqual(declared.limits);
  });
});

test('a measured benchmark replaces its own results only', () => {
  const [first, ...others] = results;
  if (first === undefined) throw new Error('There are no results.');
  const measured = { ...first, value: 2, name: 'another figure' };
  expect(withMeasured(results, [measured])).toEqual([measured, ...others.filter(({ bench }) => bench !== first.bench)]);
  expect(withTable(page, [measured])).toContain('| another figure |');
});
