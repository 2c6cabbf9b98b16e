/** The texts of a notification about findings, which the main process and pages show alike. */
import type { Finding } from '../bridge/watch';
import { findingSubject, findingTitle } from './finding-text';

/** Maximum number of findings that a notification lists. */
const maxLines = 4;

type TextKey =
  | ReturnType<typeof findingTitle>['key']
  | 'watch.detail'
  | 'watch.several'
  | 'watch.digest'
  | 'watch.digest.line'
  | 'watch.digest.more';

export interface NotificationTextDeps {
  readonly t: (key: TextKey, values: Readonly<Record<string, string | number>>) => string;
  readonly connectionName: (connectionId: string) => string;
  readonly countryName: (code: string) => string | null;
  /** Whether names are left out. */
  readonly isPrivate: boolean;
  /** Whether it is the daily digest. */
  readonly isDigest: boolean;
}

/** Returns the texts about these findings, of which there is at least one. They contain no secrets. */
export function notificationText(findings: readonly Finding[], deps: NotificationTextDeps): { title: string; body: string } {
  const { t, connectionName, countryName, isPrivate, isDigest } = deps;
  const title = (finding: Finding) => {
    const { key, values } = findingTitle(finding);
    return t(key, values);
  };
  if (isDigest) return { title: t('watch.digest', { count: findings.length }), body: digestLines(findings, deps).join('\n') };
  const [only, ...others] = findings;
  if (only !== undefined && others.length === 0) {
    const connection = connectionName(only.connectionId);
    const name = findingSubject(only, countryName);
    const detail = name === null ? connection : t('watch.detail', { connection, name });
    return { title: title(only), body: isPrivate ? '' : detail };
  }
  const lines = [...new Set(findings.map(title))].slice(0, maxLines);
  return { title: t('watch.several', { count: findings.length }), body: lines.join('\n') };
}

/** Returns a line for each connection and kind; without names, for each kind. */
function digestLines(findings: readonly Finding[], { t, connectionName, isPrivate }: NotificationTextDeps): string[] {
  const all = findings.map((finding) => {
    const { key, values } = findingTitle(finding);
    const title = t(key, values);
    return isPrivate ? title : t('watch.digest.line', { connection: connectionName(finding.connectionId), title });
  });
  const lines = [...new Set(all)];
  const rest = lines.length - maxLines;
  return rest > 0 ? [...lines.slice(0, maxLines), t('watch.digest.more', { count: rest })] : lines;
}
