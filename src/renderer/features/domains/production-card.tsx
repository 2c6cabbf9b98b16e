import type { AdminProject } from '../../../contract/service/models/project-models';
import { type ProductionCheck, productionChecklist, productionFixText, productionText } from '../../lib/rules/production-checklist';
import { useMessages } from '../../lib/use-messages';
import { useReadOnlyReason } from '../../stores/read-only';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { CheckItem } from './check-item';
import styles from './domains.module.css';
import type { DomainsInput } from './domains-draft';
import { productionFix } from './production-fix';
import { ProductionSwitch } from './production-switch';
import { RecommendedList } from './recommended-list';

interface ProductionCardProps {
  connectionId: string;
  project: AdminProject;
  /** What is being edited, which the checks apply to. */
  input: DomainsInput;
  isDirty: boolean;
  onFix: (change: Partial<DomainsInput>) => void;
}

/** Production mode: its switch, and what the project must fulfil before, each with a fix that becomes part of the unsaved changes. */
export function ProductionCard({ connectionId, project, input, isDirty, onFix }: ProductionCardProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const domains = input.rows.map(({ domain }) => domain.trim()).filter((domain) => domain !== '');
  const checks = productionChecklist({ allow_localhost: input.allowsLocalhost, domains: domains.map((domain) => ({ domain })) });
  const inOrder = checks.toSorted((one, other) => Number(one.passed) - Number(other.passed));
  const passed = checks.filter((check) => check.passed).length;
  return (
    <aside className={styles.side} aria-label={t('domains.production')}>
      <Card className={styles.production}>
        <ProductionSwitch connectionId={connectionId} project={project} isDirty={isDirty} />
        <h3 className={styles.subhead}>
          {t('domains.required')} <span className={styles.quiet}>{t('domains.passed', { passed, count: checks.length })}</span>
        </h3>
        <ul aria-label={t('production.title')}>
          {inOrder.map((check) => (
            <CheckItem key={check.rule} state={check.passed ? 'passed' : 'failed'} text={t(productionText(check))} details={check.domains}>
              {!check.passed && <FixButton check={check} input={input} disabledReason={readOnly} onFix={onFix} />}
            </CheckItem>
          ))}
        </ul>
        <RecommendedList connectionId={connectionId} config={project.config} />
      </Card>
      <p className={styles.quiet}>{t('domains.production.note')}</p>
    </aside>
  );
}

interface FixButtonProps {
  check: ProductionCheck;
  input: DomainsInput;
  disabledReason: string | undefined;
  onFix: (change: Partial<DomainsInput>) => void;
}

function FixButton({ check: { rule }, input, disabledReason, onFix }: FixButtonProps) {
  const { t } = useMessages();
  const text = productionFixText(rule);
  return (
    <Button
      size="sm"
      disabledReason={disabledReason}
      aria-label={t('domains.fix.rule', { fix: t(text), problem: t(productionText({ rule, passed: false })) })}
      onClick={() => onFix(productionFix(rule, input))}
    >
      {t(text)}
    </Button>
  );
}
