import type { ProjectMetrics } from '../../../contract/service/metrics';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { RankedList } from '../../ui/chart/ranked-list';
import styles from './overview.module.css';
import { OverviewCard } from './overview-card';

const ownMethods = { password: 'method.password', passkey: 'method.passkey', otp: 'method.otp', other: 'overview.methods.other' } as const;

/** How many users have each sign-in method. */
export function MethodsCard({ methods }: { methods: ProjectMetrics['login_methods'] }) {
  const { t } = useMessages();
  const nameOf = (method: string) => (isOwn(method) ? t(ownMethods[method]) : providerName(method));
  const items = methods
    .map(({ method, count }) => ({ id: method, name: nameOf(method), count }))
    .sort((one, other) => other.count - one.count);
  return (
    <OverviewCard title={t('overview.methods.title')} size="small">
      {items.length === 0 && <p className={styles.note}>{t('overview.methods.none')}</p>}
      {items.length > 0 && <RankedList label={t('overview.methods.title')} items={items} limit={6} />}
    </OverviewCard>
  );
}

function isOwn(method: string): method is keyof typeof ownMethods {
  return Object.hasOwn(ownMethods, method);
}
