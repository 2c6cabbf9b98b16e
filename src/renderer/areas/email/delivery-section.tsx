import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { DeliveryFigures } from '#contract/service/models/outbox-models.ts';
import { service } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime, formatNumber } from '#lib/intl/format.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import styles from './email.module.css';

/** What the figures of delivery say in plain numbers (wire/later 5). */
const periods = ['hour', 'day', 'week', 'month'] as const;

/** Returns how many emails may be sent in an hour. */
export function emailsPerHour({ capacity }: DeliveryFigures): number {
  return Math.round(capacity.rate_per_second * 3600);
}

/** Returns the share (0 to 1) of its usual capacity that a project has, because emails bounced or were marked as spam; null for all of it. */
export function penaltyOf({ capacity: { penalty_factor: factor } }: DeliveryFigures): number | null {
  return factor < 1 ? Math.max(0, factor) : null;
}

/** Returns when the boost ends (ms since the epoch); null without one, undefined for a boost without an end. */
export function boostEndOf({ capacity }: DeliveryFigures): number | null | undefined {
  if (capacity.is_boost_active !== true) return null;
  const end = Date.parse(capacity.boost_expires_at ?? '');
  return Number.isNaN(end) ? undefined : end;
}

/** The figures of the delivery of a project’s emails, and its boost (wire/later 5). */
function figuresQuery(connectionId: string) {
  return service.outbox.figures.query({ actor: 'project', connectionId });
}

/** Returns the figures of delivery; not read before `enabled`. */
function useDeliveryFigures(connectionId: string, enabled: boolean) {
  return useQuery({ ...figuresQuery(connectionId), enabled });
}

/**
 * Returns a function that raises the capacity for four hours. Resolves to whether it already was raised, here or elsewhere. If the response is
 * lost, the figures decide whether it was.
 */
function useBoostCapacity(connectionId: string): () => Promise<'boosted' | 'was-active'> {
  const client = useQueryClient();
  const readAgain = async () => {
    const figures = await figuresQuery(connectionId).queryFn();
    client.setQueryData(figuresQuery(connectionId).queryKey, figures);
    return figures;
  };
  return async () => {
    try {
      await service.outbox.boost({ actor: 'project', connectionId, body: {} });
      return 'boosted';
    } catch (thrown) {
      const report = reportOf(thrown);
      const isActive = report.known === 'EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE';
      if (!isActive && !isOutcomeUnknown(report)) throw thrown;
      const figures = await readAgain().catch(() => null);
      if (isActive) return 'was-active';
      if (figures === null || boostEndOf(figures) === null) throw thrown;
      return 'boosted';
    }
  };
}

/** How many emails were delivered, and how fast the service sends. Nothing before the service is known to have the figures. */
export function DeliverySection({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const features = useConnection(connectionId)?.features ?? null;
  const isOffered = features !== null && features['delivery-figures'] !== false;
  const { data, error, isFetching, refetch } = useDeliveryFigures(connectionId, isOffered);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  const place = usePlaceInView(data !== undefined);
  if (!isOffered || failure?.report.code === 'not-offered-by-service') return null;
  return (
    <div ref={place}>
      <PageSection title={t('email.delivery')} text={t('email.delivery.text')}>
        {data !== undefined && failure && <OutdatedMessage {...failure} />}
        <Card>
          {data !== undefined && <Figures connectionId={connectionId} figures={data} />}
          {data === undefined && (failure ? <ErrorState {...failure} /> : <LoadingFigures />)}
        </Card>
      </PageSection>
    </div>
  );
}

/** State of the address with which the outbox opens the figures. */
export const deliveryState = { section: 'delivery' } as const;

/** Returns a ref to the section, which is scrolled into view once it is complete, if it is what was opened. */
function usePlaceInView(isComplete: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const { state } = useLocation();
  const isOpened = (state as Partial<typeof deliveryState> | null)?.section === deliveryState.section;
  useEffect(() => {
    if (isOpened && isComplete) place.current?.scrollIntoView({ block: 'end' });
  }, [isOpened, isComplete]);
  return place;
}

function LoadingFigures() {
  return (
    <div className={styles.form}>
      <LoadingStatus />
      {periods.map((period) => (
        <Skeleton key={period} height={20} />
      ))}
    </div>
  );
}

function Figures({ connectionId, figures }: { connectionId: string; figures: DeliveryFigures }) {
  const { t, locale } = useMessages();
  const penalty = penaltyOf(figures);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <>
      <table className={styles.figures} aria-label={t('email.delivery')}>
        <thead>
          <tr>
            <th scope="col">{t('email.delivery.period')}</th>
            <th scope="col">{t('email.delivery.sent')}</th>
            <th scope="col">{t('email.delivery.bounced')}</th>
            <th scope="col">{t('email.delivery.spam')}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => {
            const { sent, bounced, marked_as_spam: spam } = figures.stats[period];
            return (
              <tr key={period}>
                <th scope="row">{t(`email.delivery.period.${period}`)}</th>
                {[sent, bounced, spam].map((count, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                  <td key={at}>{formatNumber(count, locale)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={styles.capacity}>
        <div>
          <p>{t('email.delivery.rate', { number: formatNumber(emailsPerHour(figures), locale) })}</p>
          {penalty !== null && <p className={styles.quiet}>{t('email.delivery.penalty', { percent: percent.format(penalty) })}</p>}
        </div>
        <Boost connectionId={connectionId} figures={figures} />
      </div>
    </>
  );
}

/** Sends faster for four hours. Releases before 2.8.73 can't. */
function Boost({ connectionId, figures }: { connectionId: string; figures: DeliveryFigures }) {
  const { t, locale } = useMessages();
  const show = useToasts((state) => state.show);
  const [isAsked, setAsked] = useState(false);
  const connection = useConnection(connectionId);
  const readOnly = useReadOnlyReason(connectionId);
  const boost = useBoostCapacity(connectionId);
  const end = boostEndOf(figures);
  if (connection?.features?.['delivery-boost'] === false) return null;
  const active = end === undefined ? t('email.boost.active') : end !== null && t('email.boost.until', { time: dateTime(end, locale) });
  const confirm = async () => {
    const result = await boost();
    show({ tone: result === 'boosted' ? 'good' : 'neutral', title: `email.boost.${result}` });
  };
  return (
    <>
      {active ? (
        <p>{active}</p>
      ) : (
        <Button icon={Gauge} disabledReason={readOnly} onClick={() => setAsked(true)}>
          {t('email.boost')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('email.boost.title')}
        consequence={t('email.boost.consequence')}
        confirmLabel={t('email.boost.confirm')}
        environment={connection?.environment}
        onConfirm={confirm}
      />
    </>
  );
}
