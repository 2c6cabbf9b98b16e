import { CircleCheck, CircleX } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { AdminProject } from '../../../../contract/service/models/project-models';
import { cx } from '../../../lib/class-names';
import { type ProductionCheck, productionChecklist, productionFixText, productionText } from '../../../lib/rules/production-checklist';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Icon } from '../../../ui/data/icon';
import { Button } from '../../../ui/inputs/button';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden';
import styles from './health.module.css';
import { HealthPart, type HealthPartSource } from './health-part';

/** What is left to do before production mode, unfinished first. */
export function ProductionPart({ connectionId, ...source }: HealthPartSource<AdminProject> & { connectionId: string }) {
  const { t } = useMessages();
  return (
    <HealthPart {...source} title={t('production.title')} badge={({ config }) => <Passed checks={productionChecklist(config)} />}>
      {({ config, is_production_mode: isProductionMode }) => (
        <>
          <p className={styles.quiet}>{t(isProductionMode ? 'production.mode.on' : 'production.mode.off')}</p>
          <Checklist connectionId={connectionId} checks={productionChecklist(config)} />
        </>
      )}
    </HealthPart>
  );
}

function Passed({ checks }: { checks: readonly ProductionCheck[] }) {
  const { t } = useMessages();
  const passed = checks.filter((check) => check.passed).length;
  return <span className={styles.quiet}>{t('production.count', { passed, count: checks.length })}</span>;
}

function Checklist({ connectionId, checks }: { connectionId: string; checks: readonly ProductionCheck[] }) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const navigate = useNavigate();
  const inOrder = checks.toSorted((one, other) => Number(one.passed) - Number(other.passed));
  return (
    <ul className={styles.checks} aria-label={t('production.title')}>
      {inOrder.map((check) => (
        <li key={check.rule} className={cx(styles.check, check.passed ? styles.passed : styles.open)}>
          <Icon of={check.passed ? CircleCheck : CircleX} />
          <span>
            <VisuallyHidden>{t(check.passed ? 'production.done' : 'production.open')} </VisuallyHidden>
            {t(productionText(check))}
            {check.domains.map((domain, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a project can have a domain twice
              <bdi key={at} className={styles.domain}>
                {domain}
              </bdi>
            ))}
            {!check.passed && (
              <Button
                size="sm"
                disabledReason={readOnly}
                className={styles.fix}
                aria-label={t('domains.fix.rule', { fix: t(productionFixText(check.rule)), problem: t(productionText(check)) })}
                onClick={() => void navigate(paths.domains(connectionId, check.rule))}
              >
                {t(productionFixText(check.rule))}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
