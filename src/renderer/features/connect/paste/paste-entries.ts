/** Splits a pasted text into named values and values without a name, in the order of the text. Comments are neither. */
import { commentEnd, inlineComment, isCommentLine } from './paste-comments';
import { preparePaste } from './paste-text';
import { inlineValue, lineValue, quotedAt, type ScannedValue } from './paste-values';

export interface PastedEntry {
  readonly name: string | null;
  readonly value: string;
  /** Whether the value was in quotes. */
  readonly isQuoted: boolean;
  /** Increases at each blank line, comment line, heading, and end of an object. */
  readonly block: number;
}

/** What shells, containers, and languages write before the name of a variable. */
const before =
  /(?:(?:export|set|declare|readonly|typeset|const|let|var|ENV|ARG|env|docker run|secrets set|config:set)[ \t]+(?:-[a-z]{1,3}[ \t]+)?|-[ \t]+|-e[ \t]+|--(?:env|build-arg|set)[ \t=])*/iy;
/** What separates the variables of a line. */
const between = /[ \t;]*(?:&&[ \t]*)?/y;
const lineName =
  /(["']?)(?:\$\{?env:|process\.env\.|import\.meta\.env\.|os\.environ\[["']|process\.env\[["'])?([A-Za-z_$][\w$.-]{0,100})\1(?:["']\]|\})?(?:[ \t]{0,20}=(?![=>])|[ \t]{0,20}:(?=[ \t]|$|["'])|[ \t]{0,20}:=|[ \t]{0,20}\?=)[ \t]{0,20}/my;
/** Commands with the value behind the name. */
const spaced = /(?:setx|setenv|ENV|set[ \t]+-[a-z]{1,3}|Set-Item[ \t]+Env:)[ \t]*([A-Za-z_]\w{0,100})[ \t]+(?=[^\s=])/y;
const inlineName = /([A-Za-z_$][\w$.-]{0,100})[ \t]{0,20}[:=](?![/=>])(?!\/\/)[ \t]{0,20}\{?/y;
const separator = /[ \t]{0,20}[:=][ \t]{0,20}\{?/y;
const passing = /[ \t]{0,20}[:=,][ \t]{0,20}\{?/y;
const url = /https?:\/\/(?:\[[0-9a-f:.]{2,60}\])?[^\s"'`<>()[\]{}|\\^]*/iy;
const bare = /[^\s"'`,;(){}<>[\]]+/y;
const innerVariable = /^[ \t]*(?:export[ \t]+)?[A-Za-z_][\w-]{2,100}[ \t]{0,5}(?:=|:[ \t])/;
/** Names as people write them, with spaces. */
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
      at = yield* entriesOfLine(text, at, position);
    }
  }
}

/** Yields the entries of a line, and returns the position behind it: a comment or a text in quotes can end on a later one. */
function* entriesOfLine(text: string, start: number, position: Position): Generator<PastedEntry, number> {
  let at = start + (matchAt(between, text, start)?.[0].length ?? 0);
  for (let named = variableAt(text, at); named !== null; named = variableAt(text, at)) {
    const { name, value, end } = named;
    yield { name, ...value, block: position.block };
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

function variableAt(text: string, at: number): { name: string; value: ScannedValue; end: number } | null {
  const command = matchAt(spaced, text, at);
  if (command !== null) return { name: command[1] ?? '', ...lineValue(text, at + command[0].length, true) };
  const labeled = matchAt(label, text, at);
  if (labeled !== null) return { name: labeled[1] ?? '', ...lineValue(text, at + labeled[0].length, true) };
  const nameAt = at + (matchAt(before, text, at)?.[0].length ?? 0);
  const found = matchAt(lineName, text, nameAt);
  const [whole, quote, name] = found ?? [];
  if (whole === undefined || name === undefined) return null;
  const isAssigned = /[=]/.test(whole) && quote === '';
  return { name, ...lineValue(text, nameAt + whole.length, isAssigned || quote === '') };
}

/** Yields what is at a position, and returns the position behind it. */
function* entryAt(text: string, at: number, position: Position): Generator<PastedEntry, number> {
  const { block } = position;
  // A text of several lines without a name is how some languages write a comment.
  if (/^(?:"""|''')/.test(text.slice(at, at + 3))) return quotedAt(text, at, true)?.end ?? at + 3;
  const quoted = quotedAt(text, at, false);
  if (quoted !== null) {
    const named = matchAt(passedName.test(quoted.value.value) ? passing : separator, text, quoted.end);
    if (named !== null && /^[\w$.:-]{1,100}$/.test(quoted.value.value)) {
      const { value, end } = inlineValue(text, quoted.end + named[0].length);
      yield { name: quoted.value.value, ...value, block };
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
  const named = matchAt(inlineName, text, at);
  if (named !== null) {
    const { value, end } = inlineValue(text, at + named[0].length);
    yield { name: named[1] ?? '', ...value, block };
    return end;
  }
  const word = matchAt(bare, text, at);
  if (word === null) {
    if (text[at] === '}' || text[at] === ']') position.block += 1;
    return at + 1;
  }
  yield { name: null, value: word[0], isQuoted: false, block };
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
