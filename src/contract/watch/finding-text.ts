/** Message keys and values of a finding's texts. */
import type { Finding } from '../bridge/watch';

/** Returns the text that says what was found. It contains no names. */
export function findingTitle(finding: Finding) {
  switch (finding.kind) {
    case 'failed-emails':
      return { key: 'watch.failed-emails', values: { count: finding.count } } as const;
    case 'key-set':
      return { key: 'watch.key-set', values: { days: finding.days } } as const;
    case 'api-key':
      return { key: finding.teamId === null ? 'watch.api-key' : 'watch.team-api-key', values: { days: finding.days } } as const;
    case 'new-country':
      return { key: 'watch.new-country', values: {} } as const;
    case 'sign-ups':
      return { key: 'watch.sign-ups', values: { count: finding.count, usual: finding.usual } } as const;
    case 'drift':
      return { key: driftKey(finding), values: { count: finding.count } } as const;
    case 'invitation':
      return { key: finding.recipient === null ? 'watch.own-invitation' : 'watch.invitation', values: {} } as const;
  }
}

function driftKey({ file, isProductionMode }: Extract<Finding, { readonly kind: 'drift' }>) {
  if (isProductionMode) return 'watch.drift.production';
  return file === null ? 'watch.drift.applied' : 'watch.drift.file';
}

/** Returns the name of what a finding is about; null if it has none. `countryName` is in the language to show. */
export function findingSubject(finding: Finding, countryName: (code: string) => string | null): string | null {
  switch (finding.kind) {
    case 'failed-emails':
    case 'sign-ups':
      return null;
    case 'key-set':
    case 'api-key':
      return finding.name === '' ? null : finding.name;
    case 'drift':
      return finding.file;
    case 'new-country':
      return countryName(finding.country);
    case 'invitation':
      return finding.recipient ?? finding.teamName;
  }
}
