import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames } from '#lib/intl/format.ts';
import { type ProductionCheck, productionChecklist, productionFixText, productionText } from '#lib/rules/production-checklist.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { paths } from '#window/routes.ts';
import styles from './domains.module.css';
import type { DomainsInput } from './domains-draft';
import { productionFix } from './production-fix';
import { ProductionSwitch } from './production-switch';

/** What a project had better have before production, beside the rules of production mode. */
interface RecommendedChecks {
  /** The enabled providers that use the service's shared keys, which are meant for development. */
  readonly sharedProviders: readonly string[];
  readonly hasOwnEmailServer: boolean;
}

/** Returns the recommended checks of a configuration. From 2.8.11 on, listed providers are enabled (wire/newer 2). */
export function recommendedChecks({ oauth_providers: providers, email_config: email }: AdminProject['config']): RecommendedChecks {
  const sharedProviders = providers.filter(({ type, enabled }) => type === 'shared' && enabled !== false).map(({ id }) => id);
  return { sharedProviders, hasOwnEmailServer: email.type === 'standard' };
}

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
  const failedBefore = productionChecklist(project.config).filter((check) => !check.passed);
  const isUnsaved = (check: ProductionCheck) => check.passed && isDirty && failedBefore.some(({ rule }) => rule === check.rule);
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
              {isUnsaved(check) && <Badge tone="warn">{t('domains.unsaved')}</Badge>}
            </CheckItem>
          ))}
        </ul>
        {passed < checks.length && <p className={styles.drafts}>{t('domains.production.drafts')}</p>}
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

/** What isn’t required for production mode, but better before. */
function RecommendedList({ connectionId, config }: { connectionId: string; config: AdminProject['config'] }) {
  const { t, locale } = useMessages();
  const navigate = useNavigate();
  const { sharedProviders, hasOwnEmailServer } = recommendedChecks(config);
  const hasOwnKeys = sharedProviders.length === 0;
  const passed = Number(hasOwnKeys) + Number(hasOwnEmailServer);
  return (
    <>
      <h3 className={styles.subhead}>
        {t('domains.recommended')} <span className={styles.quiet}>{t('domains.passed', { passed, count: 2 })}</span>
      </h3>
      <ul aria-label={t('domains.recommended')}>
        <CheckItem
          state={hasOwnKeys ? 'passed' : 'open'}
          text={
            hasOwnKeys
              ? t('domains.own-keys')
              : t('domains.shared-keys', { count: sharedProviders.length, names: formatNames(sharedProviders.map(providerName), locale) })
          }
        >
          {!hasOwnKeys && (
            <Button size="sm" aria-label={t('domains.open.methods')} onClick={() => void navigate(paths.signInMethods(connectionId))}>
              {t('ui.open')}
            </Button>
          )}
        </CheckItem>
        <CheckItem state={hasOwnEmailServer ? 'passed' : 'open'} text={t(hasOwnEmailServer ? 'domains.own-email' : 'domains.shared-email')}>
          {!hasOwnEmailServer && (
            <Button size="sm" aria-label={t('domains.open.email')} onClick={() => void navigate(paths.email(connectionId))}>
              {t('ui.open')}
            </Button>
          )}
        </CheckItem>
      </ul>
    </>
  );
}

interface CheckItemProps {
  /** `open` if it is recommended only. */
  state: 'passed' | 'failed' | 'open';
  text: string;
  details?: readonly string[];
  /** How to mend it. */
  children?: ReactNode;
}

const signs = { passed: CircleCheck, failed: CircleX, open: CircleDashed };

/** A check of the project and its result. */
function CheckItem({ state, text, details = [], children }: CheckItemProps) {
  const { t } = useMessages();
  return (
    <li className={cx(styles.check, styles[state])}>
      <span className={styles.sign}>
        <Icon of={signs[state]} size={16} />
      </span>
      <span className={styles.checkText}>
        <VisuallyHidden>{t(state === 'passed' ? 'production.done' : 'production.open')} </VisuallyHidden>
        {text}
      </span>
      {details.map((detail, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a project can have a domain twice
        <bdi key={at} className={styles.detail}>
          {detail}
        </bdi>
      ))}
      {children}
    </li>
  );
}
