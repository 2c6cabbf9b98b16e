import { fail } from '../../contract/errors';
import { isLoopback } from '../../contract/loopback';
import { parseUrl } from '../../contract/parse-url';
import type { Transport } from '../ports';

/** Returns a transport that sends requests only to this machine, for tests that must not reach any other. Others fail with `offline`. */
export function createLoopbackTransport(inner: Transport): Transport {
  return {
    async send(request) {
      const url = parseUrl(request.url);
      if (url === null || !isLoopback(url)) throw fail('offline');
      return inner.send(request);
    },
    ...(inner.follow ? { follow: inner.follow } : {}),
    ...(inner.route ? { route: inner.route } : {}),
    close: () => inner.close(),
  };
}
