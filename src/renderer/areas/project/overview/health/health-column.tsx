import { CircleCheck, CircleX, KeyRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { expiryStage, expiryStages, type KeySet } from '#contract/service/models/api-key-models.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useKeySets } from '#data/key-sets.ts';
import { useAdminProject, useSentEmails } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { cx } from '#lib/class-names.ts';
import { atStart, timeUntil } from '#lib/intl/format.ts';
import { type ProductionCheck, productionChecklist, productionFixText, productionText } from '#lib/rules/production-checklist.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { TimeText, useNow } from '#ui/data/relative-time.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { paths } from '#window/routes.ts';
import { DriftPart } from './drift-part';
import { FailedEmails } from './failed-emails-part';
import styles from './health.module.css';
import { HealthPart, type HealthPartSource, type PartQuery } from './health-part';

/** Number of days before its expiry from which on a key set is listed. */
const soonDays = expiryStages[0];

interface ExpiringKeySet {
  readonly id: string;
  readonly description: string;
  /** The last four characters of its most powerful key. */
  readonly lastFour: string | undefined;
  readonly expiresAt: number;
  readonly isUrgent: boolean;
}

/** Returns the key sets in use that expire soon, the next one first. */
export function expiringKeySets(sets: readonly KeySet[], now: number): ExpiringKeySet[] {
  return sets
    .map((set) => ({ set, stage: expiryStage(set.expires_at_millis, now) }))
    .filter(({ set, stage }) => set.manually_revoked_at_millis === undefined && stage !== null)
    .map(({ set, stage }) => ({
      id: set.id,
      description: set.description,
      lastFour: (set.super_secret_admin_key ?? set.secret_server_key ?? set.publishable_client_key)?.last_four,
      expiresAt: set.expires_at_millis,
      isUrgent: stage !== soonDays,
    }))
    .sort((one, other) => one.expiresAt - other.expiresAt);
}

/**
 * What needs the admin's attention. Each part has its own data, so that one can fail without the others. They appear from top to bottom: what
 * is shown stays where it is.
 */
export function HealthColumn({ connectionId, hasAccess }: { connectionId: string; hasAccess: boolean }) {
  const { t } = useMessages();
  const project = useAdminProject(connectionId, hasAccess);
  const emails = useSentEmails(connectionId, hasAccess);
  const keys = useKeySets(connectionId, hasAccess);
  const areEmailsNext = isSettled(project);
  const areKeysNext = areEmailsNext && isSettled(emails);
  return (
    <section className={styles.column} aria-label={t('overview.health')}>
      <ProductionPart connectionId={connectionId} hasAccess={hasAccess} query={project} isNext />
      <FailedEmails connectionId={connectionId} hasAccess={hasAccess} query={emails} isNext={areEmailsNext} />
      <ExpiringKeys hasAccess={hasAccess} query={keys} isNext={areKeysNext} />
      <DriftPart connectionId={connectionId} hasAccess={hasAccess} isNext={areKeysNext && isSettled(keys)} />
    </section>
  );
}

function isSettled({ data, error }: PartQuery<unknown>): boolean {
  return data !== undefined || error !== null;
}

type KeySets = NonNullable<ReturnType<typeof useKeySets>['data']>;

/** The project's key sets that expire soon. */
function ExpiringKeys(source: HealthPartSource<KeySets>) {
  const { t } = useMessages();
  const now = useNow();
  return (
    <HealthPart
      {...source}
      title={t('overview.keys.title')}
      badge={({ items }) => {
        const count = expiringKeySets(items, now).length;
        return count > 0 && <Badge tone="warn">{count}</Badge>;
      }}
    >
      {({ items, omitted }) => (
        <>
          <ExpiringList sets={expiringKeySets(items, now)} now={now} />
          <OmittedNote omitted={omitted} />
        </>
      )}
    </HealthPart>
  );
}

function ExpiringList({ sets, now }: { sets: readonly ExpiringKeySet[]; now: number }) {
  const { t, locale } = useMessages();
  if (sets.length === 0) return <p className={styles.quiet}>{t('overview.keys.none', { days: soonDays })}</p>;
  return (
    <ul className={styles.keys} aria-label={t('overview.keys.title')}>
      {sets.map(({ id, description, lastFour, expiresAt, isUrgent }) => (
        <li key={id} className={styles.line}>
          <Icon of={KeyRound} size={14} />
          <bdi className={styles.name} title={description}>
            {description || t('overview.keys.unnamed')}
          </bdi>
          {lastFour !== undefined && <code className={styles.code}>{lastFour}</code>}
          <TimeText
            className={cx(styles.time, isUrgent && styles.urgent)}
            millis={expiresAt}
            locale={locale}
            text={atStart(timeUntil(expiresAt, now, locale), locale)}
          />
        </li>
      ))}
    </ul>
  );
}

/** What is left to do before production mode, unfinished first. */
function ProductionPart({ connectionId, ...source }: HealthPartSource<AdminProject> & { connectionId: string }) {
  const { t } = useMessages();
  return (
    <HealthPart {...source} title={t('production.title')} lines={8} badge={({ config }) => <Passed checks={productionChecklist(config)} />}>
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
