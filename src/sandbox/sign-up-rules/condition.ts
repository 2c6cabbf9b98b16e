/**
 * Conditions of sign-up rules: the part of the Common Expression Language that the service's dashboard writes (wire/later 2). Names are
 * variables, texts are in double quotes, and methods take one text.
 */

/** Thrown for a condition that can't be evaluated. */
export class ConditionError extends Error {}

type ConditionValue = string | number | boolean | readonly ConditionValue[];
export type Variables = Readonly<Record<string, string | number>>;

const tokenPattern = /\s*(?:(&&|\|\||==|!=|<=|>=|[<>!()[\],])|("(?:[^"\\]|\\.)*")|(\d+(?:\.\d+)?)|([A-Za-z_][\w.]*))/y;

type Token = { readonly kind: 'sign' | 'text' | 'number' | 'name'; readonly text: string };

/** Maximum length of a condition, so that parsing it can't exhaust the stack. */
const maxLength = 10_000;
const maxDepth = 100;

/** Returns the result, which has to be a boolean. Throws {@link ConditionError}. */
export function evaluateCondition(condition: string, variables: Variables): boolean {
  const value = evaluated(condition, variables);
  if (typeof value === 'boolean') return value;
  throw new ConditionError(`CEL expression must evaluate to a boolean, got ${typeof value}: ${JSON.stringify(value)}`);
}

function evaluated(condition: string, variables: Variables): ConditionValue {
  const failure = () => new ConditionError(`Failed to evaluate CEL expression: ${condition}`);
  const tokens = condition.length > maxLength ? null : tokensOf(condition);
  if (tokens === null) throw failure();
  const parser = createParser(tokens, variables, failure);
  const value = parser.either();
  if (!parser.isAtEnd()) throw failure();
  return value;
}

function tokensOf(condition: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const text = condition.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const [, sign, literal, number, name] = tokenPattern.exec(text) ?? [];
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (literal !== undefined) tokens.push({ kind: 'text', text: literal.slice(1, -1).replace(/\\(["\\])/g, '$1') });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else return null;
  }
  return tokens;
}

const methods: Readonly<Record<string, (text: string, argument: string) => boolean>> = {
  contains: (text, argument) => text.includes(argument),
  startsWith: (text, argument) => text.startsWith(argument),
  endsWith: (text, argument) => text.endsWith(argument),
  matches: (text, argument) => patternOf(argument).test(text),
};

function patternOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch {
    throw new ConditionError(`Invalid regex pattern in matches(): "${pattern}"`);
  }
}

const comparisons: Readonly<Record<string, (one: ConditionValue, other: ConditionValue) => boolean>> = {
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** A place in the tokens. */
function createCursor(tokens: readonly Token[]) {
  let at = 0;
  const isSign = (sign: string) => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign;
  return {
    isSign,
    peek: () => tokens[at],
    next(): Token | undefined {
      at += 1;
      return tokens[at - 1];
    },
    /** Moves on if the sign is next. */
    takes(sign: string): boolean {
      const found = isSign(sign);
      if (found) at += 1;
      return found;
    },
    isAtEnd: () => at === tokens.length,
  };
}

/** Parses and evaluates at once. Both sides of `&&` and `||` are evaluated, as they have no effects. */
function createParser(tokens: readonly Token[], variables: Variables, failure: () => ConditionError) {
  const cursor = createCursor(tokens);
  let depth = 0;
  const expect = (sign: string) => {
    if (!cursor.takes(sign)) throw failure();
  };
  const bool = (value: ConditionValue) => {
    if (typeof value !== 'boolean') throw failure();
    return value;
  };
  function either(): ConditionValue {
    depth += 1;
    if (depth > maxDepth) throw failure();
    let value = both();
    while (cursor.takes('||')) value = [bool(value), bool(both())].includes(true);
    depth -= 1;
    return value;
  }
  function both(): ConditionValue {
    let value = compared();
    while (cursor.takes('&&')) value = ![bool(value), bool(compared())].includes(false);
    return value;
  }
  function compared(): ConditionValue {
    const value = single();
    const { kind, text = '' } = cursor.peek() ?? {};
    const compare = kind === 'sign' ? comparisons[text] : undefined;
    if (compare === undefined && (kind !== 'name' || text !== 'in')) return value;
    cursor.next();
    return compare === undefined ? list().includes(value) : compare(value, single());
  }
  function list(): ConditionValue[] {
    const values: ConditionValue[] = [];
    expect('[');
    while (!cursor.takes(']')) {
      values.push(either());
      if (!cursor.takes(',') && !cursor.isSign(']')) throw failure();
    }
    return values;
  }
  function single(): ConditionValue {
    if (cursor.takes('!')) return !bool(nested(single));
    if (cursor.takes('(')) {
      const value = either();
      expect(')');
      return value;
    }
    const { kind, text = '' } = cursor.next() ?? {};
    if (kind === 'text') return text;
    if (kind === 'number') return Number(text);
    if (kind === 'name') return readValue(text, variables) ?? called(text);
    throw failure();
  }
  function nested(parse: () => ConditionValue): ConditionValue {
    depth += 1;
    if (depth > maxDepth) throw failure();
    const value = parse();
    depth -= 1;
    return value;
  }
  function called(name: string): boolean {
    const [, variable = '', method = ''] = /^(\w+)\.(\w+)$/.exec(name) ?? [];
    const call = Object.hasOwn(methods, method) ? methods[method] : undefined;
    const value = readValue(variable, variables);
    expect('(');
    const argument = cursor.next();
    expect(')');
    if (call === undefined || typeof value !== 'string' || argument?.kind !== 'text') throw failure();
    return call(value, argument.text);
  }
  return { either, isAtEnd: cursor.isAtEnd };
}

/** Returns the value of a name; undefined for one that is no variable. */
function readValue(name: string, variables: Variables): ConditionValue | undefined {
  if (name === 'true' || name === 'false') return name === 'true';
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
