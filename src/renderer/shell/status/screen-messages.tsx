import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ScreenReport, useScreenReports } from '../../stores/window/screen-reports';
import { RetryButton } from '../../ui/feedback/retry-button';
import type { StatusMessage } from './status-message';

/** Returns what the shown screen reports. What several of its parts report alike is one message, which retries all of them. */
export function useScreenMessages(): readonly StatusMessage[] {
  const reports = [...useScreenReports((state) => state.entries).values()];
  return [...new Set(reports.map(keyOf))].map((key) => ({
    key,
    ...contentOf(reports.filter((report) => keyOf(report) === key)),
  }));
}

function keyOf({ title, text }: ScreenReport): string {
  return `screen ${title} ${text}`;
}

function contentOf(alike: readonly ScreenReport[]): Omit<StatusMessage, 'key'> {
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
