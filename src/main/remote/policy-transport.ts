import { fail } from '../../contract/errors';
import { parseUrl } from '../../contract/parse-url';
import type { Transport } from '../ports';

/**
 * Returns a transport that sends requests only where the policy allows, however the address came about, and to the sandbox, which is on this
 * machine. Others fail with `host-not-allowed`.
 */
export function createPolicyTransport(
  inner: Transport,
  policy: { mayReach(address: string): boolean },
  sandbox: { readonly ready: { readonly url: string } | null },
): Transport {
  const isSandbox = (address: string) => sandbox.ready !== null && parseUrl(address)?.origin === parseUrl(sandbox.ready.url)?.origin;
  return {
    async send(request) {
      if (!isSandbox(request.url) && !policy.mayReach(request.url)) throw fail('host-not-allowed');
      return inner.send(request);
    },
    close: () => inner.close(),
  };
}
