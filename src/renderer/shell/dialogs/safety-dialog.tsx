import type { Confirmation } from '../../../contract/bridge/safety';
import type { MessageKey, Translator } from '../../../messages/translator';
import { api } from '../../api';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { type Question, useConfirmations } from '../../stores/window/confirmations';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

/** Asks for the confirmation that a connection's safety level requires. */
export function SafetyDialog() {
  const question = useConfirmations((state) => state.questions[0]);
  return question ? <Asking key={question.confirmation.id} question={question} /> : null;
}

function Asking({ question: { confirmation, connectionId, answer } }: { question: Question }) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId ?? undefined)?.environment;
  const { id, kind, name, row, effect } = confirmation;
  const confirm = async (typed: string) => {
    await api.safety.confirm({ id, typed });
    answer(true);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
      title={titleOf(messages, confirmation)}
      consequence={t(`safety.${effect}.consequence`, { row })}
      confirmLabel={buttonOf(messages, confirmation)}
      danger={effect === 'destroy'}
      onConfirm={confirm}
      typeToConfirm={kind === 'type' ? name : undefined}
      environment={environment}
    />
  );
}

function titleOf(messages: Translator, confirmation: Confirmation): string {
  const { name, row, effect } = confirmation;
  const key = keyFor(messages, 'title', confirmation);
  return key === undefined ? messages.t(`safety.${effect}.title`, { name, area: areaOf(messages, row) }) : messages.t(key, { name });
}

/** Returns the verb of a call and its object. */
function buttonOf(messages: Translator, confirmation: Confirmation): string {
  return messages.t(keyFor(messages, 'button', confirmation) ?? `safety.${confirmation.effect}.confirm`);
}

/** Returns the text for a call: for its effect if fields of the call make it destructive, else for its endpoint. */
function keyFor({ has }: Translator, part: 'title' | 'button', { row, effect }: Confirmation): MessageKey | undefined {
  const keys: readonly string[] = [`safety.${part}.${row}.${effect}`, `safety.${part}.${row}`];
  return keys.find((key): key is MessageKey => has(key));
}

/** Returns the label of a call's group of endpoints. */
function areaOf({ t, has }: Translator, row: string): string {
  const key: string = `safety.area.${row.split('.')[0]}`;
  return has(key) ? t(key) : t('safety.area.other');
}
