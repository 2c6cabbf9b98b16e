/** The user's browser, simulated over real HTTP: stores cookies by host name, follows redirects, and sends forms. */
import { request } from 'undici';

interface Visit {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface SystemBrowser {
  /** Opens a URL and follows redirects until there is a page. */
  open(address: string, form?: Readonly<Record<string, string>>): Promise<Visit>;
  /** Signs in at the sandbox's mock provider, to which an authorize URL redirects. */
  allow(address: string, email: string, decision?: 'allow' | 'deny'): Promise<Visit>;
}

const mostRedirects = 10;
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** Creates a browser. It doesn't open a URL for which `stopBefore` returns true, and returns that URL instead. */
export function createSystemBrowser(stopBefore: (address: string) => boolean = () => false): SystemBrowser {
  const jar = new Map<string, Map<string, string>>();

  const ask = async (address: string, method: 'GET' | 'POST', body: URLSearchParams | undefined): Promise<Response> => {
    const { hostname } = new URL(address);
    const cookies = jar.get(hostname) ?? new Map<string, string>();
    jar.set(hostname, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = body && { body: body.toString() };
    const headers = { cookie, ...navigation, ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) };
    // `fetch` would mark the request as not a navigation.
    const answer = await request(address, { method, headers, ...form });
    const response = new Response(await answer.body.text(), { status: answer.statusCode, headers: headersOf(answer.headers) });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  const open = async (address: string, form?: Readonly<Record<string, string>>): Promise<Visit> => {
    let [at, body] = [address, form && new URLSearchParams(form)];
    for (let count = 0; count < mostRedirects; count += 1) {
      if (stopBefore(at)) return { url: at, status: 0, text: '', headers: new Headers() };
      const response = await ask(at, body === undefined ? 'GET' : 'POST', body);
      const { status, headers } = response;
      const location = headers.get('location');
      if (status < 300 || status >= 400 || location === null) return { url: at, status, text: await response.text(), headers };
      at = new URL(location, at).href;
      // 307 and 308 keep the method, also for providers that use `form_post`.
      if (status !== 307 && status !== 308) body = undefined;
    }
    throw new Error('redirected too often');
  };

  return {
    open,
    async allow(address, email, decision = 'allow') {
      const consent = await open(address);
      const decided = await open(consent.url, { ...hiddenFields(consent.text), email, email_verified: 'true', decision });
      const action = /<form[^>]*action="([^"]+)"/.exec(decided.text)?.[1];
      const isFormPost = action?.includes('/auth/oauth/callback/') === true;
      return isFormPost ? open(action, hiddenFields(decided.text)) : decided;
    },
  };
}

function hiddenFields(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function headersOf(found: Readonly<Record<string, string | string[] | undefined>>): [string, string][] {
  return Object.entries(found).flatMap(([name, values = []]) => [values].flat().map((value): [string, string] => [name, value]));
}
