/** Single-use links with which the app starts a browser. */
import { request } from 'undici';

const path = /\/latchkey\/go\/\w+$/;

/** Uses a link and returns the URL that it redirects to. Throws for another URL, or for a used link. */
export async function targetOf(link: string): Promise<string> {
  if (!path.test(link)) throw new Error('The browser was started with the address itself.');
  const { statusCode, headers, body } = await request(link);
  await body.dump();
  if (statusCode !== 302 || typeof headers.location !== 'string') throw new Error(`The link responded with ${statusCode}.`);
  return headers.location;
}
