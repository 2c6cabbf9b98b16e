import { useQuery } from '@tanstack/react-query';
import { Link2, Link2Off, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { JournalState } from '#contract/bridge/journal.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { dateTime, formatNumber, mediumDate } from '#lib/intl/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListFooter } from '#ui/layout/list-frame.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../journal.module.css';

/** Whether the chain was verified, and where the journal is stored. */
export function JournalFooter() {
  const messages = useMessages();
  const { t } = messages;
  const state = useTopic('journal.state');
  const [isOpen, setOpen] = useState(false);
  const since = useFirstTime();
  const { verification } = state;
  const tone =
    state.state === 'unavailable' || verification === 'broken' || verification === 'failed'
      ? 'bad'
      : verification === 'whole'
        ? 'good'
        : 'quiet';
  const stored = t(state.isTemporary ? 'journal.stored.temporary' : 'journal.stored');
  return (
    <ListFooter role="status" end={<span>{stored}</span>}>
      <span className={styles.verified} data-tone={tone}>
        <Icon of={state.state === 'unavailable' ? TriangleAlert : tone === 'bad' ? Link2Off : Link2} size={14} />
        {stateText(messages, state, since)}
      </span>
      <Button size="sm" variant="plain" onClick={() => setOpen(true)}>
        {t('journal.verification.details')}
      </Button>
      {isOpen && <VerificationDialog onClose={() => setOpen(false)} />}
    </ListFooter>
  );
}

/** Returns the time of the oldest write; null until it is known, or if there is none. */
function useFirstTime(): number | null {
  const { entries } = useTopic('journal.state');
  const { data } = useQuery({
    // What is trimmed changes the number at the next verification.
    queryKey: ['journal', 'first', entries],
    queryFn: async () => (await api.journal.list({ filter: {}, after: 0, limit: 1 })).entries[0]?.timeMillis ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

function stateText({ t, locale }: Translator, { state, fault, verification, entries, faults }: JournalState, since: number | null): string {
  if (state === 'unavailable') return t(`journal.unavailable.${fault ?? 'other'}`);
  if (verification === 'broken') return t('journal.verification.broken', { seq: formatNumber(faults[0]?.seq ?? 0, locale) });
  if (verification !== 'whole') return t(`journal.verification.${verification}`);
  const count = entries ?? 0;
  if (since === null || count === 0) return t('journal.verification.whole');
  return t('journal.verification.whole.since', { count, date: mediumDate(since, locale) });
}

/** What was found, what to do about it, and verifying again. */
function VerificationDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useMessages();
  const { verification, verifiedAtMillis, faults, setAside } = useTopic('journal.state');
  const verifying = useAction(() => api.journal.verify({}));
  const isRunning = verifying.isPending || verification === 'running';
  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.close')}</Button>
      <Button variant="primary" busy={isRunning} onClick={() => void verifying.run()}>
        {t('journal.verify')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('journal.verification.title')} width={520} footer={footer}>
      <div className={styles.dialogParts}>
        <p>{t('journal.verification.text')}</p>
        {setAside !== null && <Callout tone="warn" title={t('journal.set-aside', { name: setAside })} />}
        {verification === 'broken' && (
          <Callout tone="bad" title={t('journal.broken.title')}>
            {t('journal.broken.text')}
          </Callout>
        )}
        {faults.length > 0 && (
          <ul className={styles.faults}>
            {faults.map(({ kind, seq, foundAtMillis }) => (
              <li key={`${kind} ${seq}`}>
                {t(`journal.fault.${kind}`, { seq: formatNumber(seq, locale) })}
                {foundAtMillis !== null && (
                  <span className={styles.quiet}> {t('journal.fault.found', { time: dateTime(foundAtMillis, locale) })}</span>
                )}
              </li>
            ))}
          </ul>
        )}
        {verifiedAtMillis !== null && !isRunning && (
          <p className={styles.quiet}>{t('journal.verified-at', { time: dateTime(verifiedAtMillis, locale) })}</p>
        )}
        <p role="status">{isRunning ? t('journal.verification.running') : ''}</p>
        {verifying.failure !== null && <FormFailure report={verifying.failure} />}
      </div>
    </Dialog>
  );
}
