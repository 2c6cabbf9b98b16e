import type { FileProblem } from '#contract/bridge/drift.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { FaultList } from './configuration-faults';

/** What keeps a followed file from being read, and what to do about it. */
export function FollowedFileProblem({ problem: { reason, name, code = '', faults = [] } }: { problem: FileProblem }) {
  const { t } = useMessages();
  const title =
    reason === 'faults' ? t('compare.faults', { count: faults.length, file: name }) : t(`drift.problem.${reason}`, { name, code });
  const known = reason === 'not-permitted' || reason === 'link' ? reason : 'other';
  const next = reason === 'missing' ? 'gone' : known;
  return (
    <Callout tone="bad" title={<span data-personal="">{title}</span>}>
      <p>{t(`drift.next.${next}`)}</p>
      {faults.length > 0 && <FaultList faults={faults} />}
    </Callout>
  );
}
