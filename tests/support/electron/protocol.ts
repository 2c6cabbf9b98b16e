/** The program's own URL schemes. */
import type { Protocol } from 'electron';
import { app, requireReady } from './app';
import { faceOf, refuse } from './refuse';

type Handler = (request: Request) => Response | Promise<Response>;

const members = ['registerSchemesAsPrivileged', 'handle'] as const;

class StandInProtocol implements Pick<Protocol, (typeof members)[number]> {
  readonly face: this = faceOf(this, 'protocol', members);
  readonly privileged = new Map<string, Electron.Privileges>();
  private readonly handlers = new Map<string, Handler>();
  private registered = false;

  registerSchemesAsPrivileged(schemes: readonly Electron.CustomScheme[]): void {
    if (app.ready) refuse('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (this.registered) refuse('protocol.registerSchemesAsPrivileged can be called only once');
    this.registered = true;
    for (const { scheme, privileges } of schemes) this.privileged.set(scheme, privileges ?? {});
  }

  handle(scheme: string, handler: Handler): void {
    requireReady('protocol');
    if (typeof handler !== 'function') throw new TypeError('protocol.handle: a handler must be a function');
    if (this.handlers.has(scheme)) refuse(`Failed to register protocol: ${scheme}`);
    this.handlers.set(scheme, handler);
  }

  /** Returns the program's response to a request for one of its own URLs. */
  async serve(url: string, method = 'GET'): Promise<Response> {
    const scheme = new URL(url).protocol.slice(0, -1);
    const handler = this.handlers.get(scheme);
    if (handler === undefined) return refuse(`net::ERR_UNKNOWN_URL_SCHEME ${url}`);
    // Node's Request accepts such a URL as well. The fragment is removed, like in Chromium.
    const response: unknown = await handler(new Request(url.split('#')[0] ?? url, { method }));
    return response instanceof Response ? response : refuse('net::ERR_UNEXPECTED: a protocol handler must answer a Response');
  }
}

export const protocol = new StandInProtocol();
