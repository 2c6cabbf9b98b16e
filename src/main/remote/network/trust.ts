/** The certificates that Node trusts, with those of the user added. */
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Since Node 22.15. */
type ReadRoots = (kind: 'default') => string[];

/** Returns a context that trusts the authorities in addition to Node's own; undefined without any: Node then uses its own. */
export function secureContextWith(authorities: readonly string[]): tls.SecureContext | undefined {
  return authorities.length === 0 ? undefined : tls.createSecureContext({ ca: [...defaultRoots(), ...authorities] });
}

/** Returns what Node trusts by default: the option `ca` would replace it. */
function defaultRoots(): readonly string[] {
  const read = (tls as { getCACertificates?: ReadRoots }).getCACertificates;
  return read?.('default') ?? [...tls.rootCertificates, ...extraRoots(process.env.NODE_EXTRA_CA_CERTS)];
}

function extraRoots(path: string | undefined): readonly string[] {
  if (path === undefined || path === '') return [];
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    // Node ignores a file that it can't read, too.
    return [];
  }
}
