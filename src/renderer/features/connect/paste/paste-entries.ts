/** Splits a pasted text into named values, in the order of the text. */

export interface PastedEntry {
  readonly name: string | null;
  readonly value: string;
  /** Whether the value was in quotes. */
  readonly isQuoted: boolean;
}

/** Characters that are looked at; no environment block is as long. */
const atMost = 100_000;

/** `NAME=value`, `"name": "value"`, `name = 'value'`, `$env:NAME = "value"`. An address is no name with a value. */
const assignment =
  /["']?(?:\$env:)?([A-Za-z_$][\w$.-]{0,80})["']?[ \t]{0,20}[:=](?!\/\/)[ \t]{0,20}\{?(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|([^\s,;"'`(){}]*))/;
const bare = /[^\s"'`,;(){}<>[\]]+/;
const either = new RegExp(`${assignment.source}|(${bare.source})`, 'g');

/** A line that is a comment as a whole. */
const comment = /^[ \t]*(#|\/\/|\/\*|\*|<!--|--[ \t])/;

/** Every name with its value and every value without a name. */
export function* pastedEntries(text: string): Generator<PastedEntry> {
  for (const line of linesOf(text)) {
    for (const match of line.matchAll(either)) {
      const [, name, double, single, back, plain, alone] = match;
      const quoted = double ?? single ?? back;
      if (alone !== undefined) yield { name: null, value: alone, isQuoted: false };
      else if (name !== undefined) yield { name, value: (quoted ?? plain ?? '').trim(), isQuoted: quoted !== undefined };
    }
  }
}

function linesOf(text: string): string[] {
  return (
    text
      .slice(0, atMost)
      // What cannot be seen, and quotes as a text inside a text has them.
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\0]/g, '')
      .replace(/\\"/g, '"')
      .replace(/[“”„]/g, '"')
      .split(/\r\n|\r|\n|\\n/)
      .filter((line) => !comment.test(line))
  );
}
