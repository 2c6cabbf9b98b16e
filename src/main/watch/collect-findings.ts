/** Findings from the items of all sources. */
import type { Finding } from '../../contract/watch/findings';
import type { SourceItems } from './item';
import { markKey } from './marks';

/** Returns the findings of the items that weren't dismissed: sessions first, then failures, then what expires first. */
export function collectFindings(looks: Iterable<SourceItems>, dismissed: ReadonlySet<string>): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { source, items } of looks) {
    for (const { mark, finding } of items) {
      if (!dismissed.has(markKey(source, mark))) findings.set(finding.id, merged(findings.get(finding.id), finding));
    }
  }
  return [...findings.values()].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Two accounts may report the same key or invitation; failed emails are counted. */
function merged(known: Finding | undefined, finding: Finding): Finding {
  if (known === undefined) return finding;
  return known.kind === 'failed-emails' && finding.kind === 'failed-emails' ? { ...known, count: known.count + finding.count } : known;
}

function rankOf(finding: Finding): number {
  if (finding.kind === 'new-country') return 0;
  return finding.kind === 'failed-emails' ? 1 : finding.expiresAtMillis;
}
