/** A project's own site, for programs that request a sign-in: it hands over the session of its signed-in user. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SiteOptions {
  /** The service's URL, and the headers of the site's client. */
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The user who is signed in on the site. */
  readonly email: string;
  readonly password: string;
}

export interface ProjectSite {
  /** Like `http://127.0.0.1:51234`, which a project doesn't treat as `localhost`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts the site. Its one page is `/handler/cli-auth-confirm`. */
export async function startProjectSite(options: SiteOptions): Promise<ProjectSite> {
  const server = createServer(async ({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://site');
    const loginCode = searchParams.get('login_code');
    const isPage = pathname === '/handler/cli-auth-confirm' && loginCode !== null;
    const said = isPage && (method === 'POST' ? await handOver(options, loginCode) : form);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Site</title>${said || ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const form = '<form method="post"><button>Let it sign in</button></form>';

/** Hands the session over like the page's own client (wire/flows 12). */
async function handOver({ service, headers, email, password }: SiteOptions, loginCode: string): Promise<string> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${service}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, text: await answer.text() };
  };
  const { refresh_token } = JSON.parse((await ask('/auth/password/sign-in', { email, password })).text) as { refresh_token: string };
  const { ok } = await ask('/auth/cli/complete', { login_code: loginCode, refresh_token });
  return ok ? '<h1>Signed in</h1>' : '<h1>This request has ended</h1>';
}
