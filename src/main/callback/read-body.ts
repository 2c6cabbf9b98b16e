/** Bodies of requests to the callback server. */
import type { IncomingMessage } from 'node:http';

/** Returns the body as text; null when it is longer than `maxBytes` or the connection is lost. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > maxBytes) return null;
      parts.push(bytes);
    }
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return null;
  }
}
