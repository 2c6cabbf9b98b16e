import type { CallbackCandidate } from '#contract/bridge/callbacks.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Callout } from '../feedback/callout';
import { Field } from './field';
import { Select } from './select';

interface CallbackFieldProps {
  candidates: readonly CallbackCandidate[];
  chosen: string;
  onChoose: (place: string) => void;
  /** Why the choice could not be kept. */
  error?: string | undefined;
  /** Whether the email goes to another user, who opens it on another computer. */
  isForOthers?: boolean;
}

const here = 'loopback';

/** The redirect URL of the email to be sent. Empty if there is nothing to choose and nothing wrong. */
export function CallbackField({ candidates, chosen, onChoose, error, isForOthers = false }: CallbackFieldProps) {
  const { t } = useMessages();
  const { place, trust } = candidates.find((one) => one.place === chosen) ?? { place: here, trust: 'unknown' as const };
  const isHere = place === here;
  if (candidates.length < 2) return trust === 'untrusted' ? <NowhereToLead /> : isForOthers ? <OnlyHere /> : null;
  const nameOf = (candidate: CallbackCandidate) => {
    const name = candidate.place === here ? t('callback.here') : candidate.place.replace(/^https?:\/\//, '');
    return candidate.trust === 'untrusted' ? t('callback.untrusted', { place: name }) : name;
  };
  const isUseless = isForOthers && isHere && trust !== 'untrusted';
  const help = trust === 'untrusted' ? 'callback.untrusted.help' : isForOthers ? 'callback.user.site.help' : ownHelp(isHere, trust);
  const texts = isUseless ? { warning: t('callback.user.here.help') } : { help: t(help) };
  return (
    <Field label={t('callback.label')} {...texts} error={error}>
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
