import { Hourglass, RotateCw } from 'lucide-react';
import type { SlowCall } from '../../../contract/bridge/diagnostics';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useSecondsUntil } from '../../lib/use-seconds-until';
import { useSlowCalls } from '../../stores/slow-calls';
import { Button } from '../../ui/inputs/button';
import { Banner } from './banner';

/** Calls that wait or are retried, with a button to cancel. Several of one kind share a line. */
export function SlowCallsBanner() {
  const calls = useSlowCalls();
  const waiting = calls.filter(({ kind }) => kind === 'waiting');
  const retrying = calls.filter(({ kind }) => kind === 'retrying');
  return (
    <>
      {waiting.length > 0 && <Waiting calls={waiting} />}
      {retrying.length > 0 && <Retrying calls={retrying} />}
    </>
  );
}

function Waiting({ calls }: { calls: readonly SlowCall[] }) {
  const { t } = useMessages();
  const until = Math.min(...calls.map((call) => call.until ?? 0));
  return (
    <Banner icon={Hourglass} warn action={<GiveUp calls={calls} />}>
      {t('shell.slow.waiting', { count: calls.length, seconds: useSecondsUntil(until) })}
    </Banner>
  );
}

function Retrying({ calls }: { calls: readonly SlowCall[] }) {
  const { t } = useMessages();
  const latest = Math.max(...calls.map((call) => call.try));
  return (
    <Banner icon={RotateCw} action={<GiveUp calls={calls} />}>
      {t('shell.slow.retrying', { count: calls.length, try: latest })}
    </Banner>
  );
}

function GiveUp({ calls }: { calls: readonly SlowCall[] }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const giveUp = () => runTask(() => Promise.all(calls.map(({ id }) => api.diagnostics.cancel({ id }))));
  return (
    <Button size="sm" aria-label={t('shell.slow.give-up.named', { count: calls.length })} onClick={giveUp}>
      {t('shell.slow.give-up')}
    </Button>
  );
}
