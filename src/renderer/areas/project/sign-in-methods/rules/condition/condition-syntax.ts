/** Parses conditions of sign-up rules: the part of the Common Expression Language that the service documents (wire/later 2). */
import { ConditionMistake, type ConditionToken, type FaultCode, textLiteral, tokensOf } from './condition-tokens';

export type ValueKind = 'text' | 'number' | 'condition';

/** Variables of conditions and what they contain. */
export const variableKinds = {
  email: 'text',
  emailDomain: 'text',
  countryCode: 'text',
  authMethod: 'text',
  oauthProvider: 'text',
  'riskScores.bot': 'number',
  'riskScores.free_trial_abuse': 'number',
} as const satisfies Readonly<Record<string, ValueKind>>;

export type Variable = keyof typeof variableKinds;

const methods = ['contains', 'startsWith', 'endsWith', 'matches'] as const;
type Method = (typeof methods)[number];

const comparisons = ['==', '!=', '<=', '>=', '<', '>'] as const;
type Comparison = (typeof comparisons)[number];

export type ConditionNode =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'variable'; readonly name: Variable }
  | { readonly kind: 'call'; readonly variable: Variable; readonly method: Method; readonly value: string }
  | { readonly kind: 'compare'; readonly sign: Comparison; readonly left: ConditionNode; readonly right: ConditionNode }
  | { readonly kind: 'in'; readonly left: ConditionNode; readonly items: readonly ConditionNode[] }
  | { readonly kind: 'and' | 'or'; readonly items: readonly ConditionNode[] }
  | { readonly kind: 'not'; readonly item: ConditionNode };

/** Why a condition can't be evaluated, and where: offsets in UTF-16 units. `text` is the part that it is about. */
export interface ConditionFault {
  readonly code: FaultCode;
  readonly at: number;
  readonly text: string;
}

/** A condition as a tree, or its first mistake. */
export type ParsedCondition = { readonly node: ConditionNode } | { readonly fault: ConditionFault };

/** Deeper conditions would exhaust the stack. */
const maxDepth = 60;
const maxLength = 10_000;

/** Parses a condition and checks the kinds of its values, which the service does only when a rule is evaluated. */
export function parseCondition(source: string): ParsedCondition {
  if (source.length > maxLength) return { fault: { code: 'too-long', at: maxLength, text: '' } };
  try {
    const cursor = createCursor(tokensOf(source), source);
    const node = asCondition(either(cursor));
    const rest = cursor.peek();
    return rest.kind === 'end' ? { node } : fail('unexpected', rest);
  } catch (thrown) {
    if (thrown instanceof ConditionMistake) return { fault: { code: thrown.code, at: thrown.at, text: thrown.text } };
    throw thrown;
  }
}

function fail(code: FaultCode, { at, text }: ConditionToken): never {
  throw new ConditionMistake(code, at, text);
}

/** A place in the tokens. */
interface Cursor {
  peek(): ConditionToken;
  next(): ConditionToken;
  /** Moves on if the sign is next. */
  takes(sign: string): boolean;
  expect(sign: string, code: FaultCode): void;
  /** Parses what may contain itself. */
  nested<T>(parse: (cursor: Cursor) => T): T;
}

function createCursor(tokens: readonly ConditionToken[], source: string): Cursor {
  const end: ConditionToken = { kind: 'end', at: source.length, text: '' };
  let at = 0;
  let depth = 0;
  const peek = () => tokens[at] ?? end;
  const cursor: Cursor = {
    peek,
    next() {
      const token = peek();
      at += 1;
      return token;
    },
    takes(sign) {
      const { kind, text } = peek();
      const found = kind === 'sign' && text === sign;
      if (found) at += 1;
      return found;
    },
    expect(sign, code) {
      const token = peek();
      if (!cursor.takes(sign)) fail(code, token);
    },
    nested(parse) {
      depth += 1;
      if (depth > maxDepth) fail('too-deep', peek());
      const result = parse(cursor);
      depth -= 1;
      return result;
    },
  };
  return cursor;
}

/** A parsed part with its first token, for the messages about it. */
interface Part {
  readonly node: ConditionNode;
  readonly token: ConditionToken;
}

function kindOf(node: ConditionNode): ValueKind {
  if (node.kind === 'variable') return variableKinds[node.name];
  if (node.kind !== 'value') return 'condition';
  return typeof node.value === 'string' ? 'text' : typeof node.value === 'number' ? 'number' : 'condition';
}

/** Returns the node of a condition. Fails for a text or a number, which is neither true nor false. */
function asCondition({ node, token }: Part): ConditionNode {
  return kindOf(node) === 'condition' ? node : fail('not-a-condition', token);
}

function either(cursor: Cursor): Part {
  return cursor.nested(() => joined(cursor, '||', () => joined(cursor, '&&', compared)));
}

function joined(cursor: Cursor, sign: '||' | '&&', parse: (cursor: Cursor) => Part): Part {
  const first = parse(cursor);
  const items = [first];
  while (cursor.takes(sign)) items.push(parse(cursor));
  if (items.length === 1) return first;
  return { node: { kind: sign === '&&' ? 'and' : 'or', items: items.map(asCondition) }, token: first.token };
}

function compared(cursor: Cursor): Part {
  const left = single(cursor);
  const { kind, text } = cursor.peek();
  if (kind === 'name' && text === 'in') {
    cursor.next();
    return { node: { kind: 'in', left: left.node, items: list(cursor, kindOf(left.node)) }, token: left.token };
  }
  const sign = kind === 'sign' ? comparisons.find((each) => each === text) : undefined;
  if (sign === undefined) return left;
  cursor.next();
  const right = single(cursor);
  if (kindOf(left.node) !== kindOf(right.node)) fail('different-kinds', right.token);
  return { node: { kind: 'compare', sign, left: left.node, right: right.node }, token: left.token };
}

function list(cursor: Cursor, kind: ValueKind): ConditionNode[] {
  const open = cursor.peek();
  cursor.expect('[', 'list-expected');
  const items: ConditionNode[] = [];
  while (!cursor.takes(']')) {
    const { node, token } = either(cursor);
    if (kindOf(node) !== kind) fail('different-kinds', token);
    items.push(node);
    const after = cursor.peek();
    if (!cursor.takes(',') && after.text !== ']') fail('list-end', after);
  }
  return items.length === 0 ? fail('list-empty', open) : items;
}

function single(cursor: Cursor): Part {
  const token = cursor.peek();
  if (cursor.takes('!')) return { node: { kind: 'not', item: asCondition(cursor.nested(single)) }, token };
  if (cursor.takes('(')) {
    const { node } = either(cursor);
    cursor.expect(')', 'bracket-missing');
    return { node, token };
  }
  cursor.next();
  if (token.kind === 'text') return { node: { kind: 'value', value: textLiteral(token) }, token };
  if (token.kind === 'number') return { node: { kind: 'value', value: Number(token.text) }, token };
  if (token.kind === 'name') return { node: named(cursor, token), token };
  return fail('value-missing', token);
}

function named(cursor: Cursor, token: ConditionToken): ConditionNode {
  const { text } = token;
  if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' };
  if (isVariable(text)) return { kind: 'variable', name: text };
  const dot = text.lastIndexOf('.');
  const variable = text.slice(0, Math.max(dot, 0));
  if (!isVariable(variable)) return fail('unknown-name', token);
  const method = methods.find((each) => each === text.slice(dot + 1));
  if (method === undefined || variableKinds[variable] !== 'text') return fail('unknown-method', token);
  return { kind: 'call', variable, method, value: argument(cursor, method) };
}

function argument(cursor: Cursor, method: Method): string {
  cursor.expect('(', 'argument');
  const token = cursor.next();
  if (token.kind !== 'text') fail('argument', token);
  const value = textLiteral(token);
  if (method === 'matches' && !isPattern(value)) fail('pattern', token);
  cursor.expect(')', 'bracket-missing');
  return value;
}

function isVariable(name: string): name is Variable {
  return Object.hasOwn(variableKinds, name);
}

/** Whether a text is a regular expression. The service ignores a rule whose pattern isn't one. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
