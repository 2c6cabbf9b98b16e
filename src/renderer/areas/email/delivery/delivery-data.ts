/** The figures of the delivery of a project’s emails, and its boost (wire/later 5). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { boostEndOf } from './figures';

function figuresQuery(connectionId: string) {
  return service.outbox.figures.query({ actor: 'project', connectionId });
}

/** Returns the figures of delivery; not read before `enabled`. */
export function useDeliveryFigures(connectionId: string, enabled: boolean) {
  return useQuery({ ...figuresQuery(connectionId), enabled });
}

/**
 * Returns a function that raises the capacity for four hours. Resolves to whether it already was raised, here or elsewhere. If the response is
 * lost, the figures decide whether it was.
 */
export function useBoostCapacity(connectionId: string): () => Promise<'boosted' | 'was-active'> {
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
