/** Reading request bodies up to a limit. */

/**
 * Maximum size of a request body in bytes. The service's own limit is unknown; this allows for several of its largest field, an image
 * of a million characters.
 */
export const maxBodyBytes = 8 * 1024 * 1024;

/** Thrown if a body is longer than `maxBodyBytes`. */
export class BodyTooLarge extends Error {
  constructor() {
    super(`The request body is larger than ${maxBodyBytes / 1024 / 1024} MiB.`);
  }
}

/**
 * Returns the whole body.
 *
 * Throws `BodyTooLarge` if its announced length exceeds the limit, or once that many bytes have arrived. The rest is left unread:
 * canceling the stream would close the connection before the response.
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced === null) return readChunks(request.body);
  if (Number(announced) > maxBodyBytes) throw new BodyTooLarge();
  // The HTTP parser ends a body at its announced length, and reading it at once is much faster than in chunks.
  return new Uint8Array(await request.arrayBuffer());
}

/** Returns the body as text. Bytes that aren't UTF-8 are replaced; a byte order mark is kept. */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBody(request));
}

async function readChunks(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}
