import type { AppInfo } from '#contract/bridge/app.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { parseUrl } from '#contract/parse-url.ts';
import { withoutPrivateParts } from '#contract/support/problem-report.ts';
import type { Finding } from './findings';

interface ReportSource {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform' | 'arch'> | undefined;
  readonly connection: Connection;
  readonly isProxied: boolean;
  readonly findings: readonly Finding[];
  readonly at: number;
}

/** Returns the report to copy, in English: states, codes, and times. It contains no key, name, address, or ID. */
export function diagnosticsReport({ info, connection, isProxied, findings, at }: ReportSource): string {
  const { kind, baseUrl, environment, safety, credentials, release } = connection;
  const keys = (['client', 'server', 'admin', 'owner'] as const).filter((key) => credentials[key]);
  const head = [
    ...(info === undefined ? [] : [`Latchkey ${info.version}, ${info.host}, ${info.platform} ${info.arch}`]),
    `time: ${new Date(at).toISOString()}`,
    `connection: ${kind}, ${parseUrl(baseUrl)?.protocol.replace(':', '') ?? 'unreadable address'}, ${environment}, ${safety}`,
    `keys: ${keys.length === 0 ? 'none' : keys.join(', ')}`,
    `release: ${release ?? 'unknown'}`,
    `proxy: ${isProxied ? 'yes' : 'no'}`,
  ];
  const lines = findings.map(({ id, state, code, millis }) =>
    [
      `${id}: ${state}`,
      ...(code === undefined ? [] : [withoutPrivateParts(code)]),
      ...(millis === undefined ? [] : [`(${millis} ms)`]),
    ].join(' '),
  );
  return [...head, ...lines].join('\n');
}
