/** A browser for the pages of the sandbox's identity provider, over real HTTP. */
import { expect } from 'vitest';

export type Browse = (address: string | URL, form?: Record<string, string>) => Promise<Response>;

/** Creates a browser that follows no redirects and has a cookie jar for each host name. */
export function createBrowser(): Browse {
  const jar = new Map<string, Map<string, string>>();
  return async (address: string | URL, form?: Record<string, string>): Promise<Response> => {
    const { hostname } = new URL(address);
    const cookies = jar.get(hostname) ?? new Map<string, string>();
    jar.set(hostname, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && new URLSearchParams(form);
    const response = await fetch(address, { redirect: 'manual', headers: { cookie }, ...(body ? { method: 'POST', body } : {}) });
    for (const line of response.headers.getSetCookie()) {
      expect(line).not.toContain('Secure');
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}

/** Signs in on the provider's page with that email address and allows the access. Returns the service's response. */
export async function allow(browse: Browse, page: URL, email: string): Promise<Response> {
  const fields = hiddenFields(await (await browse(page)).text());
  const decided = await browse(page, { ...fields, email, email_verified: 'true', decision: 'allow' });
  const back = decided.headers.get('location');
  if (back !== null) return browse(back);
  const form = await decided.text();
  return browse(/action="([^"]+)"/.exec(form)?.[1] ?? '', hiddenFields(form));
}

function hiddenFields(page: string): Record<string, string> {
  const fields = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}
