/** Texts that commands read: from a file, or from standard input. */
import { createReadStream } from 'node:fs';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import { TerminalError } from '../exit-code';
import type { Terminal } from '../terminal';

type Input = Terminal['input'];

/** Resolves to the text of a file; of the input for `-`. Throws a `TerminalError` for more than 5 MB, and for what isn't text. */
export async function readText(file: string, input: Input): Promise<string> {
  const bytes = await readBytes(file, input);
  if (bytes.length > maxDocumentLength) throw new TerminalError(`“${file}” is larger than 5 MB.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TerminalError(`“${file}” isn’t text in UTF-8.`);
  }
}

/** Reads no more than one byte too many, whatever the file says of its size: pipes and devices say nothing. */
async function readBytes(file: string, input: Input): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of file === '-' ? input : createReadStream(file, { end: maxDocumentLength })) {
      size += (part as Uint8Array).length;
      parts.push(part as Uint8Array);
      if (size > maxDocumentLength) break;
    }
  } catch (cause) {
    throw new TerminalError(`Couldn’t read “${file}” (${(cause as NodeJS.ErrnoException).code}).`);
  }
  return Buffer.concat(parts);
}
