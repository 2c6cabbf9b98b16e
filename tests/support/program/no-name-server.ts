/**
 * Lets lookups of names fail that only a name server could know. Where none replies, a lookup blocks one of the few threads for lookups, which the
 * specs of a process share, for up to a minute.
 */
import dns, { type LookupOptions } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

type Lookup = (name: string, options: LookupOptions, done: (error: NodeJS.ErrnoException | null, ...found: unknown[]) => void) => void;

const needsNoServer = (name: string) =>
  isIP(name) !== 0 || /(^|\.)localhost\.?$/i.test(name) || name === hostname() || name.split('.').some((part) => part.length > 63);

const notFound = (name: string) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name });

/** The specs of a thread share the module, and with it the change. */
const changed = Symbol.for('latchkey.no-name-server');
if (!(changed in dns)) {
  const { lookup } = dns;
  const { lookup: promised } = dns.promises;
  const local: Lookup = (name, options, done) => {
    if (!name || needsNoServer(name)) (lookup as Lookup)(name, options, done);
    else process.nextTick(typeof options === 'function' ? options : done, notFound(name));
  };
  Object.assign(dns, { lookup: local, [changed]: true });
  Object.assign(dns.promises, {
    lookup: async (name: string, options: LookupOptions) => {
      if (!needsNoServer(name)) throw notFound(name);
      return promised(name, options);
    },
  });
  syncBuiltinESMExports();
}
