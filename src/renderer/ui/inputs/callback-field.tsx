import type { CallbackCandidate } from '../../../contract/bridge/callbacks';
import type { MessageKey } from '../../../messages/translator';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../feedback/callout';
import { Field } from './field';
import { Select } from './select';

interface CallbackFieldProps {
  candidates: readonly CallbackCandidate[];
  chosen: string;
  onChoose: (place: string) => void;
  /** Why the choice could not be kept. */
  error?: string | undefined;
  /** Whether the email goes to a user of the project, who opens it on another computer. */
  isForUser?: boolean;
}

const here = 'loopback';

/** The redirect URL of the email to be sent. Empty if there is nothing to choose and nothing wrong. */
export function CallbackField({ candidates, chosen, onChoose, error, isForUser = false }: CallbackFieldProps) {
  const { t } = useMessages();
  const { place, trust } = candidates.find((one) => one.place === chosen) ?? { place: here, trust: 'unknown' as const };
  const isHere = place === here;
  if (candidates.length < 2) return trust === 'untrusted' ? <NowhereToLead /> : isForUser ? <OnlyHere /> : null;
  const nameOf = (candidate: CallbackCandidate) => {
    const name = candidate.place === here ? t('callback.here') : candidate.place.replace(/^https?:\/\//, '');
    return candidate.trust === 'untrusted' ? t('callback.untrusted', { place: name }) : name;
  };
  const help = trust === 'untrusted' ? 'callback.untrusted.help' : isForUser ? userHelp(isHere) : ownHelp(isHere, trust);
  return (
    <Field label={t('callback.label')} help={t(help)} error={error}>
      {(control) => (
        <Select {...control} value={place} onChange={(event) => onChoose(event.target.value)}>
          {candidates.map((candidate) => (
            <option key={candidate.place} value={candidate.place}>
              {nameOf(candidate)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function ownHelp(isHere: boolean, trust: CallbackCandidate['trust']): MessageKey {
  if (!isHere) return 'callback.site.help';
  return trust === 'trusted' ? 'callback.here.help' : 'callback.unknown.help';
}

function userHelp(isHere: boolean): MessageKey {
  return isHere ? 'callback.user.here.help' : 'callback.user.site.help';
}

function OnlyHere() {
  const { t } = useMessages();
  return (
    <Callout tone="warn" title={t('callback.user.only-here')}>
      {t('callback.user.only-here.text')}
    </Callout>
  );
}

function NowhereToLead() {
  const { t } = useMessages();
  return (
    <Callout tone="warn" title={t('callback.nowhere')}>
      {t('callback.nowhere.text')}
    </Callout>
  );
}
