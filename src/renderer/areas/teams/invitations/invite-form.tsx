import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import type { Invitation } from '#contract/service/models/team-models.ts';
import type { AnyTeamRef } from '#data/keys.ts';
import type { StepResult } from '#data/repeatable-writes.ts';
import { errorText, wholeErrorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { AddressField } from './address-field';
import type { InviteResults } from './data';
import styles from './invitations.module.css';
import { type InviteFormState, isAddress, maxAddresses } from './use-invite-form';

/** As much of a text that was left out is shown. */
const maxShownWords = 8;
const maxShownLength = 60;

interface InviteFormProps {
  form: InviteFormState;
  of: AnyTeamRef;
  /** Why the account can't invite now. */
  blocked: string | undefined;
  /** The pending invitations, if they are known. */
  pending: readonly Invitation[] | undefined;
  takesFocus: boolean;
}

/** Invites many addresses at once, with a result for each. */
export function InviteForm({ form, of, blocked, pending, takesFocus }: InviteFormProps) {
  const { t } = useMessages();
  const valid = form.addresses.filter(isAddress).length;
  const invalid = form.addresses.length - valid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked === undefined) form.submit();
  };
  const invited = new Set(pending?.map(({ recipient_email: email }) => email.toLowerCase()));
  const again = form.addresses.filter((address) => invited.has(address.toLowerCase())).length;
  const limit = form.rest.excess > 0 ? t('team.invite.excess', { count: form.rest.excess, max: maxAddresses }) : undefined;
  const leftOut = form.rest.leftOut.length > 0 && t('team.invite.left-out', { text: shortened(form.rest.leftOut) });
  const mistake = invalid > 0 ? t('team.invite.invalid', { count: invalid }) : undefined;
  return (
    <PageSection title={t('team.invite')} text={t('team.invite.text')}>
      <Card>
        <form className={styles.form} onSubmit={submit} noValidate>
          <AddressField
            addresses={form.addresses}
            draft={form.draft}
            error={form.isMissing ? t('team.invite.missing') : (mistake ?? limit)}
            warning={form.isRunning ? undefined : joined(again > 0 && t('team.invite.again', { count: again }), leftOut)}
            disabled={blocked !== undefined || form.isRunning}
            help={blocked ?? t('team.invite.help')}
            takesFocus={takesFocus}
            onDraft={form.setDraft}
            onAdd={form.add}
            onRemove={form.remove}
          />
          {blocked === undefined && <EmailLinkTarget connectionId={of.connectionId} purpose="team-invitation" />}
          <div>
            <Button type="submit" variant="primary" icon={Send} busy={form.isRunning} disabledReason={blocked ?? mistake}>
              {valid > 1 ? t('team.invite.send.count', { count: valid }) : t('team.invite.send')}
            </Button>
          </div>
        </form>
        <InviteResultList results={form.results} />
      </Card>
    </PageSection>
  );
}

/** Returns the first words of a text that was left out. */
function shortened(words: readonly string[]): string {
  const text = words.slice(0, maxShownWords).join(' ');
  return words.length > maxShownWords || text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/** Returns the texts that there are, one after another. */
function joined(...texts: readonly (string | false)[]): string | undefined {
  return texts.filter((text) => text !== false).join(' ') || undefined;
}

const tones: Readonly<Record<StepResult['state'], Tone>> = {
  waiting: 'neutral',
  running: 'neutral',
  done: 'good',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'neutral',
};

/** What became of each address of the last run. */
function InviteResultList({ results }: { results: InviteResults }) {
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
