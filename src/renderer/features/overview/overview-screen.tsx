import { Lock } from 'lucide-react';
import { useParams } from 'react-router';
import { EditConnectionButton } from '../../blocks/admin/edit-connection-button';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { hasAdminAccess } from '../../lib/rules/project-access';
import { useMessages } from '../../lib/use-messages';
import { useMetrics } from '../../queries/project/metrics';
import { useConnection } from '../../stores/connections';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { Card } from '../../ui/layout/card';
import { HealthColumn } from './health/health-column';
import { LoadingMetrics, LoadingTotals } from './loading-metrics';
import { Metrics } from './metrics';
import styles from './overview.module.css';
import { Totals } from './totals';

interface OverviewProps {
  connectionId: string;
  hasAccess: boolean;
}

/** The project at a glance: its metrics, which come from one request, and its health, whose parts have a request each. */
export function OverviewScreen() {
  const { connection: connectionId = '' } = useParams();
  const connection = useConnection(connectionId);
  if (connection === undefined) return null;
  return <Overview key={connectionId} connectionId={connectionId} hasAccess={hasAdminAccess(connection)} />;
}

function Overview({ connectionId, hasAccess }: OverviewProps) {
  const metrics = useMetrics(connectionId, hasAccess);
  const failure = metrics.error && { report: reportOf(metrics.error), onRetry: () => void metrics.refetch(), busy: metrics.isFetching };
  const data = hasAccess ? metrics.data : undefined;
  const isLoading = hasAccess && !data && !failure;
  return (
    <div className={styles.container}>
      <div className={styles.page}>
        {data && failure && <OutdatedMessage {...failure} />}
        {data && <Totals metrics={data} />}
        {isLoading && <LoadingTotals />}
        <div className={styles.main}>
          {!hasAccess && <Locked connectionId={connectionId} />}
          {hasAccess && data && <Metrics connectionId={connectionId} metrics={data} />}
          {isLoading && <LoadingMetrics />}
          {hasAccess && !data && failure && (
            <Card className={styles.whole}>
              <ErrorState {...failure} />
            </Card>
          )}
        </div>
        <HealthColumn connectionId={connectionId} hasAccess={hasAccess} />
      </div>
    </div>
  );
}

function Locked({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  return (
    <Card className={styles.whole}>
      <EmptyState
        icon={Lock}
        title={t('overview.locked.title')}
        text={t('overview.locked.text')}
        action={<EditConnectionButton connectionId={connectionId} />}
      />
    </Card>
  );
}
