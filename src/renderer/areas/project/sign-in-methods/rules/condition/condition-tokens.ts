/** The words of a condition, with their places. */

/** Kinds of mistakes in a condition. */
export type FaultCode =
  | 'argument'
  | 'bracket-missing'
  | 'character'
  | 'different-kinds'
  | 'escape'
  | 'list-empty'
  | 'list-end'
  | 'list-expected'
  | 'not-a-condition'
  | 'one-sign'
  | 'pattern'
  | 'quotes'
  | 'text-end'
  | 'too-deep'
  | 'too-long'
  | 'unexpected'
  | 'unknown-method'
  | 'unknown-name'
  | 'value-missing';

export interface ConditionToken {
  readonly kind: 'sign' | 'text' | 'number' | 'name' | 'end';
  /** Offset in the condition. */
  readonly at: number;
  /** As it is written, a text with its quotes. */
  readonly text: string;
}

/** Thrown by the parser, at an offset in the condition. `text` is the part that it is about. */
export class ConditionMistake extends Error {
  constructor(
    readonly code: FaultCode,
    readonly at: number,
    readonly text: string,
  ) {
    super(code);
  }
}

const kinds = [
  ['sign', /&&|\|\||==|!=|<=|>=|[<>!()[\],]/y],
  ['text', /"(?:[^"\\\n\r]|\\.)*"/y],
  ['number', /\d+(?:\.\d+)?(?![\w.])/y],
  ['name', /[A-Za-z_][\w.]*/y],
] as const;

/** Returns the words of a condition. Throws for the first character that starts none. */
export function tokensOf(source: string): ConditionToken[] {
  const tokens: ConditionToken[] = [];
  let at = skipSpace(source, 0);
  while (at < source.length) {
    const token = tokenAt(source, at);
    if (token === undefined) throw faultAt(source, at);
    tokens.push(token);
    at = skipSpace(source, at + token.text.length);
  }
  return tokens;
}

function skipSpace(source: string, at: number): number {
  const rest = /\S/g;
  rest.lastIndex = at;
  return rest.exec(source)?.index ?? source.length;
}

function tokenAt(source: string, at: number): ConditionToken | undefined {
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) return { kind, at, text };
  }
  return undefined;
}

/** Says what is wrong with a character that starts no word. */
function faultAt(source: string, at: number): ConditionMistake {
  const text = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (text === '"') return new ConditionMistake('text-end', at, text);
  if (/['‘’“”„«»`]/u.test(text)) return new ConditionMistake('quotes', at, text);
  if (/[=&|]/.test(text)) return new ConditionMistake('one-sign', at, text);
  return new ConditionMistake('character', at, text);
}

/** Returns what a text in quotes says. Throws for a backslash before anything but a backslash or a quote. */
export function textLiteral({ text, at }: ConditionToken): string {
  const inner = text.slice(1, -1);
  return inner.replace(/\\(.)/gsu, (written: string, character: string, offset: number) => {
    if (character !== '\\' && character !== '"') throw new ConditionMistake('escape', at + 1 + offset, written);
    return character;
  });
}

/** Writes a text in quotes. */
export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
