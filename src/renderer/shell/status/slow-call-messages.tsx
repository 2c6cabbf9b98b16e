import { Hourglass, RotateCw } from 'lucide-react';
import type { SlowCall } from '../../../contract/bridge/diagnostics';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useSecondsUntil } from '../../lib/use-seconds-until';
import { useSlowCalls } from '../../stores/slow-calls';
import { Button } from '../../ui/inputs/button';
import type { StatusMessage } from './status-message';

interface CallsProps {
  calls: readonly SlowCall[];
}

/** Returns a message for the calls that wait, and one for those that are retried, with a button to cancel them. */
export function useSlowCallMessages(): readonly StatusMessage[] {
  const calls = useSlowCalls();
  const waiting = calls.filter(({ kind }) => kind === 'waiting');
  const retrying = calls.filter(({ kind }) => kind === 'retrying');
  const messages: StatusMessage[] = [];
  if (waiting.length > 0)
    messages.push({ key: 'waiting', icon: Hourglass, tone: 'warn', text: <Waiting calls={waiting} />, action: <GiveUp calls={waiting} /> });
  if (retrying.length > 0)
    messages.push({ key: 'retrying', icon: RotateCw, text: <Retrying calls={retrying} />, action: <GiveUp calls={retrying} /> });
  return messages;
}

function Waiting({ calls }: CallsProps) {
  const { t } = useMessages();
  const until = Math.min(...calls.map((call) => call.until ?? 0));
  return t('shell.slow.waiting', { count: calls.length, seconds: useSecondsUntil(until) });
}

function Retrying({ calls }: CallsProps) {
  const { t } = useMessages();
  return t('shell.slow.retrying', { count: calls.length, try: Math.max(...calls.map((call) => call.try)) });
}

function GiveUp({ calls }: CallsProps) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const giveUp = () => runTask(() => Promise.all(calls.map(({ id }) => api.diagnostics.cancel({ id }))));
  return (
    <Button size="sm" aria-label={t('shell.slow.give-up.named', { count: calls.length })} onClick={giveUp}>
      {t('shell.slow.give-up')}
    </Button>
  );
}
