import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import type { Invitation } from '../../../contract/service/models/team-models';
import { useMessages } from '../../lib/use-messages';
import type { AnyTeamRef } from '../../queries/cache/keys';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { EmailLinkTarget } from '../callback/email-link-target';
import { AddressField } from './address-field';
import { isAddress, maxAddresses } from './addresses';
import styles from './invitations.module.css';
import { InviteResultList } from './invite-result-list';
import type { InviteFormState } from './use-invite-form';

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
}

/** Invites many addresses at once, with a result for each. */
export function InviteForm({ form, of, blocked, pending }: InviteFormProps) {
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
