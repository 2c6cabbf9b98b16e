/** The sandbox of a spec as the app's transport. */
import type { Transport } from '#main/ports/ports.ts';
import type { TestSandbox } from '#sandbox/testing/test-sandbox.ts';

/** Returns a transport to the sandbox. `before` handles requests first; it resolves to undefined for those that the sandbox handles. */
export function transportTo({ sandbox }: Pick<TestSandbox, 'sandbox'>, before?: (request: Request) => Response | undefined): Transport {
  return {
    async send({ method, url, headers, body }) {
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
      const response = before?.(request) ?? (await sandbox.fetch(request));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    },
    close: async () => undefined,
  };
}

/** Doesn't name the release (wire/newer 3: where the server offers it). */
export function silentVersion({ url }: Request): Response | undefined {
  return new URL(url).pathname.endsWith('/check-version') ? Response.json({ upToDate: true }) : undefined;
}
