import { errorText, wholeErrorText } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import type { StepResult } from '../../queries/run-each';
import type { InviteResults } from '../../queries/teams/invite-each';
import { Badge, type Tone } from '../../ui/data/badge';
import { CardRow } from '../../ui/layout/card';
import styles from './invitations.module.css';

const tones: Readonly<Record<StepResult['state'], Tone>> = {
  waiting: 'neutral',
  running: 'neutral',
  done: 'good',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'neutral',
};

/** What became of each address of the last run. */
export function InviteResultList({ results }: { results: InviteResults }) {
  const { t } = useMessages();
  if (results.size === 0) return null;
  return (
    <ul className={styles.results} aria-label={t('team.invite.results')} aria-live="polite">
      {[...results].map(([email, result]) => (
        <li key={email}>
          <ResultRow email={email} result={result} />
        </li>
      ))}
    </ul>
  );
}

function ResultRow({ email, result }: { email: string; result: StepResult }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <CardRow className={styles.result}>
      <div className={styles.explained}>
        <bdi className={styles.address}>{email}</bdi>
        {'report' in result && (
          <p className={styles.reason}>
            {result.state === 'unknown'
              ? t('team.invite.unknown.text', { reason: errorText(messages, result.report).title })
              : wholeErrorText(messages, result.report)}
          </p>
        )}
      </div>
      <Badge tone={tones[result.state]}>{t(`team.invite.state.${result.state}`)}</Badge>
    </CardRow>
  );
}
