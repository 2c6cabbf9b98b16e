import { CircleSlash } from 'lucide-react';
import { type Feature, featureSince } from '#contract/features.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

/** Whether the connection's service is known not to have a feature. */
export function useLacksFeature(connectionId: string, feature: Feature): boolean {
  return useConnection(connectionId)?.features?.[feature] === false;
}

/** The state of a screen whose feature the connection's service doesn't have. */
export function ReleaseLack({ feature }: { feature: Feature }) {
  const { t } = useMessages();
  return (
    <EmptyState icon={CircleSlash} title={t('ui.release-lack')} text={t('ui.release-lack.text', { release: featureSince[feature] })} />
  );
}
