/** Keeps the network settings in effect: while the app runs, and for every request that starts after a change. */
import { X509Certificate } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { TrustedCertificates } from '#contract/bridge/diagnostics.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { Settings } from '#contract/setting-rows.ts';
import type { NetworkPlan } from '../../ports/network-plan';
import type { Clock, Ports, Transport } from '../../ports/ports';
import type { Log } from '../../runtime/log';
import type { Notices } from '../../runtime/notices';
import { withinLimit } from '../../runtime/pending';
import type { Topic } from '../../runtime/topics';
import { parseBypass } from './bypass';
import { abilitiesOf, type ProxySettings, proxyPlan } from './plan';
import { parseProxy, parseScriptUrl } from './proxy-server';
import type { ProxySignIn } from './proxy-sign-in';

/** The file with certificates that are trusted in addition to those of the system. */
const maxBytes = 4_194_304;
/** A file on a network drive that doesn't respond would stop every request. */
const readLimitMillis = 5_000;

const boundary = /-----(BEGIN|END) (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM file that are valid now; other texts in it, such as keys, are ignored. Throws `ca-file-unreadable` for what
 * isn't a file of at most 4 MB or doesn't respond, `ca-file-empty` if it contains no certificate or one that is damaged, and `ca-file-expired`
 * if none is valid now.
 */
export async function readAuthorities(path: string, clock: Pick<Clock, 'now' | 'after'>): Promise<readonly string[]> {
  const read: { text?: string } = {};
  const reading = readText(path).then((text) => {
    read.text = text;
  });
  await withinLimit(reading, readLimitMillis, clock);
  if (read.text === undefined) throw fail('ca-file-unreadable');
  const found = certificatesIn(read.text).map(parse);
  if (found.length === 0) throw fail('ca-file-empty');
  const now = clock.now();
  const valid = found.filter(({ validFrom, validTo }) => Date.parse(validFrom) <= now && now <= Date.parse(validTo));
  if (valid.length === 0) throw fail('ca-file-expired');
  return valid.map(String);
}

/** Returns the texts from each begin to the next end. An expression for both would take minutes for a large file without ends. */
function certificatesIn(text: string): string[] {
  const found: string[] = [];
  let start: number | null = null;
  for (const { 0: line, 1: kind, index } of text.matchAll(boundary)) {
    if (kind === 'BEGIN') start ??= index;
    else if (start !== null) {
      found.push(text.slice(start, index + line.length));
      start = null;
    }
  }
  return found;
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    // The error of the parser may quote the file.
    throw fail('ca-file-empty');
  }
}

/** Rejects for anything but a file of a reasonable size. */
async function readText(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new Error('not absolute');
  // Opening a pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxBytes) throw new Error('not a file');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

interface NetworkDeps {
  readonly host: Ports['host'];
  readonly transport: Transport;
  readonly settings: () => Settings;
  readonly signIn: Pick<ProxySignIn, 'read'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly notices: Pick<Notices, 'add' | 'withdraw'>;
  readonly log: Log['write'];
  /** Shows which certificates are trusted. */
  readonly trusted: Pick<Topic<TrustedCertificates | null>, 'set'>;
}

/** The user's certificates, for diagnoses. */
export interface Authorities {
  /** Name of the file. */
  readonly file: string;
  /** PEM texts; empty with a problem. */
  readonly certificates: readonly string[];
  readonly problem: CaProblem | null;
}

export interface Network {
  /** Sends by the settings that are in effect when it is called; a change that is being applied is waited for. */
  readonly transport: Transport;
  settingsChanged(): void;
  /** Null if the settings name no file. */
  authorities(): Authorities | null;
}

type Chosen = ProxySettings & Pick<Settings, 'caFile'>;
type CaProblem = Extract<ErrorCode, 'ca-file-unreadable' | 'ca-file-empty' | 'ca-file-expired'>;

/**
 * Creates the network over the host's transport. Without a usable file of certificates, only those of the system are trusted: a server that
 * needs the others is refused, with the file's problem as the reason.
 */
export function createNetwork({ host, transport, settings, signIn, clock, notices, log, trusted }: NetworkDeps): Network {
  let chosen = chosenOf(settings());
  let authorities: Authorities | null = null;
  let applied: Promise<void> = Promise.resolve();

  async function apply(wanted: Chosen): Promise<void> {
    // A later change waits behind this one.
    if (wanted !== chosen) return;
    const read = await readCaFile(wanted.caFile, clock);
    const next: NetworkPlan = { proxy: proxyPlan(wanted, abilitiesOf[host], signIn.read), authorities: read?.certificates ?? [] };
    await transport.follow?.(next);
    const former = authorities;
    authorities = read;
    trusted.set(read === null || read.problem !== null ? null : { file: read.file, count: read.certificates.length });
    if (former?.problem && (former.problem !== read?.problem || former.file !== read.file)) notices.withdraw(former.problem);
    if (read?.problem) notices.add({ kind: read.problem, file: read.file });
    if (next.proxy.mode === 'unusable') notices.add({ kind: 'proxy-unusable' });
    else notices.withdraw('proxy-unusable');
    log('info', 'network-changed', { proxy: next.proxy.mode, certificates: next.authorities.length });
  }

  const ready = async () => {
    // The settings may change again while this waits.
    for (let awaited: Promise<void> | null = null; awaited !== applied; ) {
      awaited = applied;
      await awaited;
    }
  };
  return {
    authorities: () => authorities,
    settingsChanged() {
      const wanted = chosenOf(settings());
      if (isSame(wanted, chosen)) return;
      chosen = wanted;
      // A host that can't apply the settings must not send by others.
      applied = applied.catch(() => undefined).then(() => apply(wanted));
      applied.catch((thrown) => log('error', 'network-not-changed', { code: thrown instanceof AppError ? thrown.code : 'internal' }));
    },
    transport: {
      async send(request) {
        await ready();
        const { problem } = authorities ?? {};
        return transport.send(request).catch((thrown) => {
          const isMissing = problem && thrown instanceof AppError && thrown.code === 'tls-untrusted';
          throw isMissing ? fail(problem, {}, thrown) : thrown;
        });
      },
      async route(url) {
        await ready();
        return (await transport.route?.(url)) ?? { kind: 'direct' };
      },
      close: () => transport.close(),
    },
  };
}

/** Rejects with the problem of a setting that can't be used, so that it isn't stored. */
export async function assertUsable(
  change: { readonly [K in keyof Chosen]?: Chosen[K] | undefined },
  clock: NetworkDeps['clock'],
): Promise<void> {
  if (change.proxyUrl) parseProxy(change.proxyUrl);
  if (change.proxyScript) parseScriptUrl(change.proxyScript);
  if (change.proxyBypass) parseBypass(change.proxyBypass);
  if (change.caFile) await readAuthorities(change.caFile, clock);
}

async function readCaFile(path: string | null, clock: NetworkDeps['clock']): Promise<Authorities | null> {
  if (path === null) return null;
  const file = basename(path);
  try {
    return { file, certificates: await readAuthorities(path, clock), problem: null };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { file, certificates: [], problem: thrown.code as CaProblem };
  }
}

function chosenOf({ proxyMode, proxyUrl, proxyBypass, proxyScript, proxySignInUrl, caFile }: Settings): Chosen {
  return { proxyMode, proxyUrl, proxyBypass, proxyScript, proxySignInUrl, caFile };
}

function isSame(one: Chosen, other: Chosen): boolean {
  return (Object.keys(one) as (keyof Chosen)[]).every((name) => one[name] === other[name]);
}
