/** The texts of a notification about findings. */
import { findingSubject, findingTitle } from '../../contract/watch/finding-text';
import type { Finding } from '../../contract/watch/findings';
import type { Translator } from '../../messages/translator';
import type { AppNotification } from '../ports';

/** Maximum number of findings that a notification lists. */
const maxLines = 4;

export interface NotificationDeps {
  readonly translator: Translator;
  readonly connectionName: (connectionId: string) => string;
  /** Whether names are left out. */
  readonly isPrivate: boolean;
}

/** Returns the notification about these findings, of which there is at least one. Contains no secrets. */
export function toNotification(findings: readonly Finding[], { translator, connectionName, isPrivate }: NotificationDeps): AppNotification {
  const { t } = translator;
  const title = (finding: Finding) => {
    const { key, values } = findingTitle(finding);
    return t(key, values);
  };
  const [only, ...others] = findings;
  if (only !== undefined && others.length === 0) {
    const connection = connectionName(only.connectionId);
    const name = findingSubject(only, (code) => countryName(code, translator.locale));
    const detail = name === null ? connection : t('watch.detail', { connection, name });
    return { title: title(only), body: isPrivate ? '' : detail };
  }
  const lines = [...new Set(findings.map(title))].slice(0, maxLines);
  return { title: t('watch.several', { count: findings.length }), body: lines.join('\n') };
}

function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}
