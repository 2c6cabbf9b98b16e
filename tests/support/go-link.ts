/** Links that the app starts a browser with. */
import { request } from 'undici';

const path = /\/latchkey\/go\/\w+$/;

/** Uses a link up and returns the address that it redirects to. Throws for an address that is no such link, or that was used. */
export async function targetOf(link: string): Promise<string> {
  if (!path.test(link)) throw new Error('The browser was started with the address itself.');
  const { statusCode, headers, body } = await request(link);
  await body.dump();
  if (statusCode !== 302 || typeof headers.location !== 'string') throw new Error(`The link responded with ${statusCode}.`);
  return headers.location;
}
