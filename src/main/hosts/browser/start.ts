/** The browser host: serves the app on loopback, for machines without Electron, for development and for tests. */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemLocales } from '#messages/translator.ts';
import { onParentEnd, outliveReaders } from '#system/parent-process.ts';
import { version } from '../../../../package.json';
import { createApp } from '../../app/app';
import { createMemoryStore } from '../../keychain/memory-store';
import { createGoLinks } from '../../loopback/go-links';
import { createHostPeerCheck } from '../../loopback/peer-check';
import { createUndiciTransport } from '../../remote/undici-transport';
import { createFaultGuard, guardProcess, turnOffCoreDumps } from '../../runtime/fault-guard';
import { withinLimit } from '../../runtime/pending';
import { systemClock } from '../../runtime/system-clock';
import { policyLocationOf } from '../default-locations';
import { withoutDesktop } from '../without-desktop';
import { forkWorker } from './fork-worker';
import { linkOpener, openBrowser } from './open-browser';
import { type HostOptions, readOptions } from './options';
import { createPageTokens } from './page-tokens';
import { createRestartableApp, type RestartableApp } from './restartable-app';
import { type HostServer, startServer } from './server';

/** Maximum duration of closing, so that a service or a disk that doesn't respond can't prevent the exit. */
const closeLimitMillis = 8_000;

const buildFolder = dirname(fileURLToPath(import.meta.url));

async function start(options: HostOptions): Promise<void> {
  outliveReaders();
  // Before workers are started, which inherit it.
  await turnOffCoreDumps(process.platform, process.pid);
  let server: HostServer | null = null;
  const opener = { env: process.env, platform: process.platform, clock: systemClock };
  const tokens = createPageTokens(randomBytes, systemClock.now);
  const goLinks = createGoLinks(() => randomBytes(16).toString('hex'), systemClock);
  const isTrustedPeer = createHostPeerCheck(options.allowOtherUsers, systemClock);
  const create = (restart: () => void) =>
    createApp({
      host: 'browser',
      version,
      profileFolder: options.profile,
      licensesFile: join(buildFolder, '..', 'licenses.json'),
      transport: createUndiciTransport(),
      ...(options.keychain === 'memory' ? { secrets: createMemoryStore() } : {}),
      ...(options.sandbox === null ? {} : { sandboxSeed: options.sandbox }),
      ...(options.fixedTime === null ? {} : { fixedTime: options.fixedTime }),
      noNetwork: options.noNetwork,
      ...withoutDesktop,
      clock: systemClock,
      preferredLanguages: systemLocales,
      random: randomBytes,
      spawnWorker: (name, args) => forkWorker(buildFolder, name, args),
      openWindow: async (path) => server?.newAddress(path) ?? null,
      isTrustedPeer,
      openUrl: linkOpener(options.open, opener),
      chooseExportFile: null,
      chooseFollowed: null,
      restart,
      policyPlace: policyLocationOf(process.platform),
    });
  const app = await createRestartableApp({
    create,
    closeLimitMillis,
    clock: systemClock,
    onRestarted: () => server?.reloadPages(),
    onFailed: giveUp,
  });
  const page = { folder: join(buildFolder, '..', 'renderer'), nonce: randomBytes(16).toString('base64url'), fixedTime: options.fixedTime };
  const close = async () => {
    await server?.close();
    await app.close();
  };
  try {
    server = await startServer({ app, tokens, goLinks, clock: systemClock, isTrustedPeer, page }, options.port);
  } catch (cause) {
    await close();
    throw cause;
  }
  endAfterFault(app, close);
  endOnRequest(close);
  const path = options.link === null ? null : app.openLink(options.link);
  announce(server.newAddress(path ?? '/'), options);
  if (options.open) await openBrowser(server.goAddress(path ?? '/'), opener).catch(() => process.stderr.write(notOpened));
}

/** Exits after a signal or the end of the parent process. Further signals change nothing: a terminal sends one for each Ctrl+C. */
function endOnRequest(close: () => Promise<void>): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void withinLimit(close(), closeLimitMillis, systemClock).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  onParentEnd(end);
}

/** Exits after a fault that nothing handled, once what was being written is on disk. Pages then show that Latchkey has stopped. */
function endAfterFault({ log, settled }: RestartableApp, close: () => Promise<void>): void {
  const end = async () => {
    process.stderr.write(failed);
    await withinLimit(close(), closeLimitMillis, systemClock);
    process.exit(faultExitCode);
  };
  guardProcess(createFaultGuard({ log, settled, end, clock: systemClock }));
}

/** Exit code of an internal failure, as in sysexits.h, unlike 1 and 2 for problems of a start. */
const faultExitCode = 70;
const failed = 'Latchkey stopped after an unexpected error. What was saved is still there. Details are in the log. Start it again.\n';
const notOpened = 'Couldn’t open a browser. Open the link yourself, or set a default browser.\n';

function announce(url: string, { json }: HostOptions): void {
  process.stdout.write(
    json ? `${JSON.stringify({ host: 'browser', url })}\n` : `Latchkey is running. Open it with this link (it works once):\n  ${url}\n`,
  );
}

function explain(thrown: unknown): string {
  const { code, message, port } = thrown as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Choose another one with --port, or leave it out to take a free one.`;
  if (code === 'EACCES') return `Port ${port} may not be used. Choose one above 1023 with --port.`;
  return message ?? String(thrown);
}

/** Ends a program that couldn't start. */
function giveUp(thrown: unknown): never {
  const isUsage =
    thrown instanceof Error && ((thrown as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') || /^--/.test(thrown.message));
  process.stderr.write(`${explain(thrown)}\n`);
  process.exit(isUsage ? 2 : 1);
}

try {
  await start(readOptions(process.argv.slice(2), process.env, process.platform));
} catch (thrown) {
  giveUp(thrown);
}
