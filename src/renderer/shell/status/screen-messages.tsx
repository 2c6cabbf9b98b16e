import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ScreenMessage, useScreenMessages as useReported } from '../../stores/window/screen-messages';
import { RetryButton } from '../../ui/feedback/retry-button';
import type { StatusMessage } from './status-message';

/** Returns what the shown screen reports. What several of its parts report alike is one message, which retries all of them. */
export function useScreenMessages(): readonly StatusMessage[] {
  const reported = [...useReported((state) => state.entries).values()];
  return [...new Set(reported.map(keyOf))].map((key) => ({
    key,
    ...contentOf(reported.filter((message) => keyOf(message) === key)),
  }));
}

function keyOf({ title, text }: ScreenMessage): string {
  return `screen ${title} ${text}`;
}

function contentOf(alike: readonly ScreenMessage[]): Omit<StatusMessage, 'key'> {
  const [shown] = alike;
  const retries = alike.flatMap(({ retry }) => retry ?? []);
  const [retry] = retries;
  const retryAll = () => {
    for (const { onRetry } of retries) onRetry();
  };
  const text = (
    <>
      <strong>{shown?.title}</strong> {shown?.text}
    </>
  );
  const action = (
    <>
      {retry && <RetryButton size="sm" report={retry.report} onRetry={retryAll} busy={retries.some(({ busy }) => busy)} />}
      {shown?.action}
    </>
  );
  const tone = shown?.tone ?? 'bad';
  return { icon: tone === 'warn' ? TriangleAlert : CircleAlert, tone, text, action };
}
