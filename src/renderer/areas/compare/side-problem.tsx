import type { Comparison } from '#contract/bridge/configuration.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FaultList, NamingProblems } from '#parts/configuration-faults.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import type { ChosenSide } from './chosen-side';
import styles from './compare.module.css';

interface SideProblemProps {
  problem: Exclude<Comparison, { readonly state: 'compared' }>;
  side: ChosenSide;
}

/** What keeps a side from being compared. */
export function SideProblem({ problem, side }: SideProblemProps) {
  const { t } = useMessages();
  if (problem.state === 'failed')
    return (
      <div className={styles.problem}>
        <p className={styles.problemSide}>{t(`compare.problem.${problem.side}`)}</p>
        <FormFailure report={problem.error} />
      </div>
    );
  if (problem.state === 'names') return <NamingProblems problems={problem.problems} />;
  return (
    <Callout tone="bad" title={t('compare.faults', { count: problem.faults.length, file: side.file?.name ?? '' })}>
      <FaultList faults={problem.faults} />
    </Callout>
  );
}
