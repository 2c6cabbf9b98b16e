/** Splits a pasted text into named values and values without a name, in the order of the text. Comments are neither. */
import { commentEnd, inlineComment, isCommentLine } from './paste-comments';
import { roleOfName } from './paste-names';
import { preparePaste } from './paste-text';
import { inlineValue, lineValue, quotedAt, type ScannedValue, valueBelow } from './paste-values';

export interface PastedEntry extends ScannedValue {
  readonly name: string | null;
  /** Increases at each blank line, comment line, heading, and end of an object. */
  readonly block: number;
}

/** What shells, containers, and languages write before the name of a variable. */
const before =
  /(?:(?:export|set|declare|readonly|typeset|const|let|var|ENV|ARG|env|docker run|secrets set|config:set)[ \t]+(?:-[a-z]{1,3}[ \t]+)?|-[ \t]+|-e(?:[ \t]+|(?=[A-Z]))|--(?:env|build-arg|set)[ \t=]|environment=)*/iy;
const optionName = /(?:-e[ \t]*|--(?:env|build-arg|set)[ \t=])$/i;
/** What separates the variables of a line. */
const between = /[ \t;,]*(?:&&[ \t]*)?/y;
/** The type of a variable in code. */
const typed = '(?::[ \\t]{0,20}&?[A-Za-z][\\w.<>[\\]?]{0,60}[ \\t]{1,20}=(?=[ \\t]{0,20}["\'`]))';
const lineName = new RegExp(
  `(["']?)(?:\\$\\{?env:|process\\.env\\.|import\\.meta\\.env\\.|os\\.environ\\[["']|process\\.env\\[["'])?([A-Za-z_$][\\w$.-]{0,100})\\1(?:["']\\]|\\})?[ \\t]{0,20}(?:=(?![=>])|${typed}|:(?=[ \\t]|$|["'])|::?=|[?+]=)[ \\t]{0,20}`,
  'my',
);
/** Commands with the value behind the name. */
const commands = [
  'setx(?:[ \\t]+/m)?',
  'setenv',
  'env',
  'set(?:[ \\t]+--?[a-z-]{1,20}){1,4}',
  '(?:set|new)-item(?:[ \\t]+-[a-z]{1,20}){0,3}[ \\t]+env:\\\\?',
  '(?:[\\w-]{1,40}[ \\t]+){1,3}(?:env|secrets?|variable|config|user-secrets)[ \\t:]set(?:[ \\t]+--[a-z-]{1,40}){0,2}',
];
const spaced = new RegExp(
  `(?:${commands.join('|')})(?:(?<=[:\\\\])|[ \\t]+)["']?([A-Za-z_][\\w.:-]{0,100})["']?[ \\t]+(?:(?:-value|--value|--body|-b)[ \\t=]+)?(?=[^\\s=-])`,
  'iy',
);
/** Options of a command that name a variable and its value separately. */
const option = /--(name|key|value)(?:=|[ \t]{1,20})/y;
/** Rows and columns of tables. */
const row = /(["'`]?)([A-Za-z][\w.-]{3,100})\1(?:[ \t]{0,200}[|│┃][ \t]{0,200}|[ \t]{0,20}\t[ \t]{0,20}| {2,200}|,)/y;
const cell = /["'`]?([^\s"'`|│┃,]{1,600})["'`]?(?=[ \t]*(?:[|│┃,\t\n]|$| {2}))/y;
const inlineName = new RegExp(
  `([A-Za-z_$][\\w$.-]{0,100})[ \\t]{0,20}(?:${typed}|=>(?=[ \\t]{0,20}["'])|[:=](?![/=>])(?!//))[ \\t]{0,20}\\{?`,
  'y',
);
const separator = /[ \t]{0,20}(?:=>|[:=])[ \t]{0,20}\{?/y;
const passing = /[ \t]{0,20}(?:\][ \t]{0,20}(?:\|\|)?=|=>|[:=,])[ \t]{0,20}\{?/y;
/** A call or an object, whose own values follow. */
const code = /(?:(?:new|await|return)[ \t]+)*[\w$.]{0,100}[ \t]*[({[]/y;
const url = /https?:\/\/(?:\[[0-9a-f:.]{2,60}\])?[^\s"'`<>()[\]{}|\\^]*/iy;
const bare = /:|[^\s"'`,;(){}<>[\]]+/y;
const innerVariable = /^[ \t]*(?:export[ \t]+)?[A-Za-z_][\w-]{2,100}[ \t]{0,5}(?:=|:[ \t])/;
/** Names as written in texts, with spaces. */
const label = /((?:project|publishable client|secret server|super secret admin|api|base)[ \t](?:id|key|url))[ \t]{0,20}[:=][ \t]{0,20}/iy;
/** A name that is passed to a function with its value. */
const passedName = /^[A-Z][A-Z0-9_]{3,100}$/;

/** Every name with its value and every value without a name. */
export function* pastedEntries(text: string): Generator<PastedEntry> {
  yield* entriesIn(preparePaste(text), { block: 0 });
}

interface Position {
  block: number;
}

function* entriesIn(text: string, position: Position): Generator<PastedEntry> {
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    if (isCommentLine(line) || /^[ \t]*(?:(?:---|\.\.\.|\[[\w."' -]*\])[ \t]*)?$/.test(line)) {
      position.block += 1;
      at = lineEnd + 1;
    } else {
      if (/^[ \t]*(?:-[ \t]+)?["']?[\w.-]+["']?:[ \t]*$/.test(line)) position.block += 1;
      at = yield* entriesOfLine(text, at, position);
    }
  }
}

/** Yields the entries of a line, and returns the position behind it: a comment or a text in quotes can end on a later one. */
function* entriesOfLine(text: string, start: number, position: Position): Generator<PastedEntry, number> {
  let at = start + (matchAt(between, text, start)?.[0].length ?? 0);
  for (let named = variableAt(text, at); named !== null; named = variableAt(text, at)) {
    const { name, value, end } = named;
    yield* namedEntries({ name, ...value, block: position.block }, position);
    at = end + (matchAt(between, text, end)?.[0].length ?? 0);
  }
  while (at < text.length && text[at] !== '\n') {
    const end = commentEnd(text, at) ?? inlineComment(text, at);
    if (end !== null) {
      at = end;
      continue;
    }
    at = yield* entryAt(text, at, position);
  }
  return at + 1;
}

/** A value with a name: one that is an object or a list of variables has its own entries. */
function* namedEntries(entry: PastedEntry, position: Position): Generator<PastedEntry> {
  const isList = entry.isQuoted && /^(?:-*set-env-vars|-*env|--set|SecretString|environment|[\w-]*\.env)$/i.test(entry.name ?? '');
  const isObject = entry.isQuoted && /^\s*\{\s*"/.test(entry.value);
  if (isObject || (isList && innerVariable.test(entry.value))) yield* entriesIn(entry.value, position);
  else yield entry;
}

function variableAt(text: string, at: number): { name: string; value: ScannedValue; end: number } | null {
  const command = matchAt(spaced, text, at);
  if (command !== null) return { name: command[1] ?? '', ...lineValue(text, at + command[0].length, 'line') };
  const labeled = matchAt(label, text, at);
  if (labeled !== null) return { name: labeled[1] ?? '', ...lineValue(text, at + labeled[0].length, 'line') };
  const start = matchAt(before, text, at)?.[0] ?? '';
  const nameAt = at + start.length;
  const found = matchAt(lineName, text, nameAt);
  const [whole, quote, name] = found ?? [];
  if (whole === undefined || name === undefined) return null;
  const valueAt = nameAt + whole.length;
  const isOurs = roleOfName(name) !== undefined;
  const isLine = quote === '' && (isOurs || matchAt(code, text, valueAt) === null);
  const extent = optionName.test(start) ? 'word' : isLine ? 'line' : 'part';
  return { name, ...lineValue(text, isOurs ? valueBelow(text, valueAt) : valueAt, extent) };
}

/** The name of ours and its value in a row of a table. A word is a remark, as `required`. */
function rowAt(text: string, at: number): { name: string; value: ScannedValue; end: number } | null {
  const [whole, , name] = matchAt(row, text, at) ?? [];
  if (whole === undefined || name === undefined || roleOfName(name) === undefined) return null;
  const isList = whole.endsWith(',') || !/[|│┃]/.test(whole);
  if (isList && !/^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))) return null;
  const found = matchAt(cell, text, at + whole.length);
  const [quoted, value] = found ?? [];
  if (quoted === undefined || value === undefined || /^[A-Za-z.:]+$|^-+$/.test(value) || roleOfName(value) !== undefined) return null;
  return { name, value: { value, isQuoted: /^["'`]/.test(quoted) }, end: at + whole.length + quoted.length };
}

/** Yields what is at a position, and returns the position behind it. */
function* entryAt(text: string, at: number, position: Position): Generator<PastedEntry, number> {
  const { block } = position;
  const cells = rowAt(text, at);
  if (cells !== null) {
    yield { name: cells.name, ...cells.value, block };
    return cells.end;
  }
  // A text of several lines without a name is how some languages write a comment.
  if (/^(?:"""|''')/.test(text.slice(at, at + 3))) return quotedAt(text, at, true)?.end ?? at + 3;
  const quoted = quotedAt(text, at, false);
  if (quoted !== null) {
    const name = quoted.value.value;
    const named = matchAt(passedName.test(name) ? passing : separator, text, quoted.end);
    if (named !== null) {
      const { value, end } = inlineValue(text, quoted.end + named[0].length);
      yield* namedEntries({ name, ...value, block }, position);
      return end;
    }
    if (innerVariable.test(quoted.value.value)) yield* entriesIn(quoted.value.value, position);
    else yield { name: null, ...quoted.value, block };
    return quoted.end;
  }
  const address = matchAt(url, text, at);
  if (address !== null) {
    yield { name: null, value: address[0].replace(/(?<![.,;:!?*_~…])[.,;:!?*_~…]+$/, ''), isQuoted: false, block };
    return at + address[0].length;
  }
  const named = matchAt(option, text, at) ?? matchAt(inlineName, text, at);
  if (named !== null) {
    const { value, end } = inlineValue(text, at + named[0].length);
    yield* namedEntries({ name: named[1] ?? '', ...value, block }, position);
    return end;
  }
  const word = matchAt(bare, text, at);
  if (word === null) {
    if (text[at] === '}' || text[at] === ']') position.block += 1;
    return at + 1;
  }
  yield { name: null, value: word[0].replace(/(?<![.:!?…])[.:!?…]+$/, ''), isQuoted: false, block };
  return at + word[0].length;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
