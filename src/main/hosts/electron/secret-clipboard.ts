/** The system's clipboard, with a mark that keeps copied secrets out of its history. */
import { ClipboardItem, clipboard } from 'electron';
import type { Clipboard } from '../../ports/ports';
import { marksOf } from './secret-formats';

/** Creates the port. What is written is marked as a secret: clipboard managers and the history of Windows leave it out. */
export function createSecretClipboard(): Clipboard {
  return {
    read: () => clipboard.readText(),
    async write(text) {
      const marks = Object.entries(marksOf(process.platform)).map(([format, bytes]) => [format, new Blob([bytes])] as const);
      // An empty text has nothing to hide. A system that refuses the mark still has to get the text.
      const isMarked = text !== '' && (await writeMarked(text, Object.fromEntries(marks)));
      if (!isMarked) await clipboard.writeText(text);
    },
  };
}

async function writeMarked(text: string, marks: Readonly<Record<string, Blob>>): Promise<boolean> {
  return clipboard.write([new ClipboardItem({ 'text/plain': text, ...marks })]).then(
    () => true,
    () => false,
  );
}
