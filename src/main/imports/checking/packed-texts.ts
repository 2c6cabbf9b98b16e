/** Many short texts in few large buffers: a buffer for each would take more memory than its text. */

export interface PackedTexts {
  /** Keeps a text. Returns its position. */
  add(text: string): number;
  /** Returns the text at a position that `add` returned. */
  read(position: number): string;
}

const bufferBytes = 2 ** 20;
/** Bytes of the length before each text. */
const lengthBytes = 4;

/** Creates the texts, of which there are none yet. */
export function createPackedTexts(): PackedTexts {
  const buffers: Buffer[] = [];
  let used = bufferBytes;
  return {
    add(text) {
      const bytes = lengthBytes + Buffer.byteLength(text);
      if (used + bytes > (buffers.at(-1)?.length ?? 0)) {
        // A text that is longer than a buffer has one of its own.
        buffers.push(Buffer.allocUnsafeSlow(Math.max(bufferBytes, bytes)));
        used = 0;
      }
      const start = used;
      const last = buffers.length - 1;
      buffers[last]?.writeUInt32LE(bytes - lengthBytes, start);
      buffers[last]?.write(text, start + lengthBytes);
      used += bytes;
      return last * bufferBytes + start;
    },
    read(position) {
      const buffer = buffers[Math.floor(position / bufferBytes)];
      if (buffer === undefined) throw new Error('There is no text at this position.');
      const start = (position % bufferBytes) + lengthBytes;
      return buffer.toString('utf8', start, start + buffer.readUInt32LE(start - lengthBytes));
    },
  };
}
