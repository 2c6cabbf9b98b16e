/** How documents are written as YAML: without anchors, tags, and folded lines, and so that every text comes back as it was. */
import {
  type CreateNodeOptions,
  type DocumentOptions,
  isScalar,
  type Node,
  type ParseOptions,
  Scalar,
  type SchemaOptions,
  type ToStringOptions,
  visit,
} from 'yaml';

/** Keys are texts, also those that look like numbers. Duplicates are found by the reader: the library compares each key with all others. */
export const parseStyle: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'error',
};

export const nodeStyle: CreateNodeOptions = { aliasDuplicateObjects: false };

export const textStyle: ToStringOptions = {
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  flowCollectionPadding: true,
};

/** Texts that only double quotes keep: with characters that are no text in YAML, that editors change, or that end lines elsewhere. */
const needsQuotes = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|\p{Surrogate}|\p{Bidi_Control}|^\s|[ \n]\n*$/u;

/** What changes the order or the lines in which a reviewer sees a file, and isn't seen itself. */
const hidden = /[\p{Bidi_Control}\u2028\u2029]/u;

/** Returns a file with escapes for characters that aren't seen. They stand in double quotes only, where the styles were chosen here. */
export function withEscapes(text: string): string {
  const all = new RegExp(hidden, 'gu');
  return text.replace(all, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Returns whether a file has such characters, which may stand in its comments. */
export const hasHidden = (text: string): boolean => hidden.test(text);

/** Chooses how each text of a new node is written: lines as a block, so that a change of one is a change of one line. */
export function chooseStyles<T extends Node>(node: T): T {
  visit(node, {
    Scalar(key, scalar) {
      if (key !== 'key') chooseStyle(scalar);
      else if (hidden.test(String(scalar.value))) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return node;
}

export function chooseStyle(scalar: Scalar): void {
  if (!isScalar(scalar) || typeof scalar.value !== 'string') return;
  const { value } = scalar;
  const isBlock = value.includes('\n') && !needsQuotes.test(value.replace(/\n$/, ''));
  if (isBlock) scalar.type = Scalar.BLOCK_LITERAL;
  else if (value.includes('\n') || needsQuotes.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
  else if (scalar.type === Scalar.BLOCK_LITERAL || scalar.type === Scalar.BLOCK_FOLDED) delete scalar.type;
}
