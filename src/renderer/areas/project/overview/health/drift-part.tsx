import { Link } from 'react-router';
import type { DriftState } from '#contract/bridge/drift.ts';
import { useDrift, useFollowedFile } from '#data/drift.ts';
import { timeNear } from '#lib/intl/days.ts';
import { useMessages } from '#lib/use-messages.ts';
import { NamingProblems } from '#parts/configuration-faults.tsx';
import { FollowedFileProblem } from '#parts/followed-file-problem.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { TimeText, useLocalNow } from '#ui/data/relative-time.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import styles from './health.module.css';
import { HealthPart } from './health-part';

interface DriftPartProps {
  connectionId: string;
  hasAccess: boolean;
  /** Whether all parts above are there. */
  isNext: boolean;
}

/** How the project differs from the file that its connection follows, or from what was applied last. Nothing where there is neither. */
export function DriftPart({ connectionId, hasAccess, isNext }: DriftPartProps) {
  const { t } = useMessages();
  const file = useFollowedFile(connectionId);
  const query = useDrift(connectionId, hasAccess && isNext);
  const hasNothing = query.data === undefined ? query.error === null && file === undefined : query.data.state === 'none';
  if (!hasAccess || hasNothing) return null;
  return (
    <HealthPart
      hasAccess={hasAccess}
      query={query}
      isNext={isNext}
      title={t('drift.title')}
      badge={(state) => state.state === 'compared' && state.count > 0 && <Badge tone="warn">{state.count}</Badge>}
    >
      {(state) => (
        <>
          <State state={state} connectionId={connectionId} />
          <Foot state={state} busy={query.isFetching} onLook={() => void query.refetch()} />
        </>
      )}
    </HealthPart>
  );
}

function State({ state, connectionId }: { state: DriftState; connectionId: string }) {
  if (state.state === 'none') return null;
  if (state.state === 'names') return <NamingProblems problems={state.problems} />;
  if (state.state === 'compared') return <Compared state={state} connectionId={connectionId} />;
  return (
    <>
      <FollowedFileProblem problem={state.problem} />
      <CompareLink connectionId={connectionId} />
    </>
  );
}

type ComparedState = Extract<DriftState, { readonly state: 'compared' }>;

function Compared({ state, connectionId }: { state: ComparedState; connectionId: string }) {
  const { t } = useMessages();
  const { file, count, sections, changed, production, names, unknown } = state;
  const fromFile = () => (count === 0 ? t('drift.same', { file: file ?? '' }) : t('drift.differs', { count, file: file ?? '' }));
  const title = file === null ? t('drift.applied', { count }) : fromFile();
  return (
    <>
      <p data-personal={file === null ? undefined : ''}>{title}</p>
      {production !== null && <p className={styles.urgent}>{t(production.present ? 'drift.production.on' : 'drift.production.off')}</p>}
      {names !== null && (
        <p className={styles.quiet} data-personal="">
          {t('drift.names', names)}
        </p>
      )}
      {sections.length > 0 && (
        <ul className={styles.keys} aria-label={t('drift.sections')}>
          {sections.map(({ section, count: inSection }) => (
            <li key={section} className={styles.line}>
              <span className={styles.name}>{t(`compare.section.${section}`)}</span>
              <span className={styles.time}>{t('compare.count', { count: inSection })}</span>
            </li>
          ))}
        </ul>
      )}
      {changed !== null && file !== null && count > 0 && <p className={styles.quiet}>{t('drift.changed', changed)}</p>}
      {unknown > 0 && <p className={styles.quiet}>{t('drift.unknown', { count: unknown })}</p>}
      {count > 0 && <CompareLink connectionId={connectionId} file={file} />}
    </>
  );
}

function CompareLink({ connectionId, file = null }: { connectionId: string; file?: string | null }) {
  const { t } = useMessages();
  return <Link to={paths.compare(connectionId, file === null ? undefined : 'followed')}>{t('drift.compare')}</Link>;
}

interface FootProps {
  state: DriftState;
  busy: boolean;
  onLook: () => void;
}

/** When it was looked at, and looking again. */
function Foot({ state, busy, onLook }: FootProps) {
  const { t, locale } = useMessages();
  const now = useLocalNow();
  return (
    <div className={styles.actions}>
      <Button size="sm" variant="plain" busy={busy} onClick={onLook}>
        {t('drift.again')}
      </Button>
      {state.state === 'compared' && (
        <TimeText
          className={styles.time}
          millis={state.lookedAtMillis}
          locale={locale}
          text={t('drift.looked', { time: timeNear(state.lookedAtMillis, Math.max(now, state.lookedAtMillis), locale) })}
        />
      )}
    </div>
  );
}
