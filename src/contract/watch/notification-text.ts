/** The texts of a notification about findings, which the main process and pages show alike. */
import type { Finding } from '../bridge/watch';
import { findingSubject, findingTitle } from './finding-text';

/** Maximum number of findings that a notification lists. */
const maxLines = 4;

type TextKey = ReturnType<typeof findingTitle>['key'] | 'watch.detail' | 'watch.several';

export interface NotificationTextDeps {
  readonly t: (key: TextKey, values: Readonly<Record<string, string | number>>) => string;
  readonly connectionName: (connectionId: string) => string;
  readonly countryName: (code: string) => string | null;
  /** Whether names are left out. */
  readonly isPrivate: boolean;
}

/** Returns the texts about these findings, of which there is at least one. They contain no secrets. */
export function notificationText(findings: readonly Finding[], deps: NotificationTextDeps): { title: string; body: string } {
  const { t, connectionName, countryName, isPrivate } = deps;
  const title = (finding: Finding) => {
    const { key, values } = findingTitle(finding);
    return t(key, values);
  };
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
